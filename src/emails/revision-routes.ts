import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../accounts/authenticate.ts';
import { reaches } from '../accounts/permissions.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { asked } from '../platform/http/fields.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type AnswerContext, answersOf } from './answer.ts';
import { type Email, emailSchema } from './email.ts';
import { restoreExample, revisionEntryExample } from './examples.ts';
import { emailCodes } from './input.ts';
import { findEmail } from './queries.ts';
import { changesTo } from './restore.ts';
import { restorable, revisionEntry, revisionSchema } from './revision.ts';
import { listRevisions, readRevision } from './show-revisions.ts';
import { changedBody } from './version.ts';

const tags = ['Emails'];
const path = '/v1/emails/:id/revisions';
const params = z.object({ id: z.string(), number: z.string() });

const restoreInput = z
  .object({
    fields: z
      .array(z.enum(restorable, `use ${restorable.join(', ')}`))
      .min(1, 'name at least one field, or omit it')
      .nullish()
      .describe('What to restore; by default everything. `filters` is the whole audience, tags included'),
  })
  .meta(asked(restoreExample));

const entryList = listOf(revisionEntry).meta({
  examples: [{ results: [revisionEntryExample], count: 1, next: null, previous: null }],
});

export function revisionRoutes(app: App, context: AnswerContext): void {
  const { base_url } = context;
  const { update } = answersOf(context);

  app.get(
    path,
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'List the revisions of an email',
        description:
          'What the email was at the end of each sitting, newest first. The first is what it is now.',
        params: params.omit({ number: true }),
        querystring: z.object(pageParameters),
        response: { 200: entryList, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const email = await emailOf(request, request.params.id);
      const entries = await listRevisions(request.db, email, seesNames(request));
      const { page, page_size } = request.query;
      const results = entries.slice((page - 1) * page_size, page * page_size);
      return sendPage(request, reply, base_url, request.query, { results, count: entries.length });
    },
  );

  app.get(
    `${path}/:number`,
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a revision of an email',
        params,
        response: { 200: revisionSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const email = await emailOf(request, request.params.id);
      const revision = await readRevision(
        request.db,
        email,
        numberOf(request.params.number),
        seesNames(request),
      );
      const { settings } = revision;
      const filters = hideAddresses(callerOf(request).permissions, settings.filters);
      return { ...revision, settings: { ...settings, filters } };
    },
  );

  app.post(
    `${path}/:number/restore`,
    {
      config: { access: { emails: 'write' }, codes: emailCodes },
      schema: {
        tags,
        summary: 'Restore a revision of an email',
        description:
          'Changes the email like a PATCH with the fields of the revision, under the same rules; status, date, slug and number stay. What the email was before stays as a revision. Takes `If-Match` like PATCH.',
        params,
        body: restoreInput.nullish(),
        response: { 200: emailSchema, ...failures(400, 401, 403, 404, 409), 412: changedBody },
      },
    },
    async (request, reply) => {
      const { id, number } = request.params;
      const email = await emailOf(request, id);
      const { settings, subject, body } = await readRevision(request.db, email, numberOf(number), false);
      const fields = request.body?.fields ?? restorable;
      const changes = await changesTo(request.db, email, { subject, body, settings }, fields);
      return update(request, reply, id, changes, { restores: true });
    },
  );
}

async function emailOf(request: FastifyRequest, id: string): Promise<Email> {
  const email = await findEmail(request.db, callerOf(request).newsletter.key, id);
  if (!email) throw notFound('email');
  return email;
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('revision');
  return Number(text);
}

/** Who works on a newsletter can be seen with its settings. */
function seesNames(request: FastifyRequest): boolean {
  return reaches(callerOf(request).permissions, 'settings', 'read');
}
