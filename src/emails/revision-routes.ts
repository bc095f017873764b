import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { reaches } from '../accounts/permissions.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import { onlyChanges } from '../platform/changes.ts';
import type { Database } from '../platform/database/connect.ts';
import { found, notFound } from '../platform/errors.ts';
import { readInput } from '../platform/http/errors.ts';
import { asked } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type AnswerContext, answersOf } from './answer.ts';
import type { Email } from './email.ts';
import { restoreExample, revisionEntryExample } from './examples.ts';
import { emailCodes } from './fields.ts';
import { type EmailUpdate, emailUpdate } from './input.ts';
import { findEmail } from './queries.ts';
import { contentOf, type RevisionContent, restorable, revisionEntry, revisionSchema } from './revision.ts';
import { emailSchema } from './schema.ts';
import { listRevisions, readRevision } from './show-revisions.ts';
import { changedBody } from './version.ts';

const params = z.object({ id: z.string(), number: z.string() });

const restoreInput = z
  .object({
    fields: z
      .array(z.enum(restorable, sentence('input.one_of', { values: restorable.join(', ') })))
      .min(1, sentence('input.name_a_field'))
      .nullish()
      .describe('What to restore; by default everything. `filters` is the whole audience, tags included'),
  })
  .meta(asked(restoreExample));

const entryList = listOf(revisionEntry).meta({
  examples: [{ results: [revisionEntryExample], count: 1, next: null, previous: null }],
});

const api = operations('Emails', {
  list: {
    summary: 'List the revisions of an email',
    description:
      'The email as it was at the end of each sitting, newest first. The first is the current version.',
    access: { emails: 'read' },
    params: params.omit({ number: true }),
    query: z.object(pageParameters),
    answers: entryList,
  },
  retrieve: {
    summary: 'Retrieve a revision of an email',
    access: { emails: 'read' },
    params,
    answers: revisionSchema,
  },
  restore: {
    summary: 'Restore a revision of an email',
    description:
      'Changes the email like a PATCH with the fields of the revision, under the same rules; status, date, slug and number do not change. The replaced version is kept as a revision. Takes `If-Match` like PATCH.',
    access: { emails: 'write' },
    codes: emailCodes,
    params,
    body: restoreInput.nullish(),
    answers: { 200: emailSchema, 412: changedBody },
    fails: [409],
  },
});

export function revisionRoutes(app: App, context: AnswerContext): void {
  const { update } = answersOf(context);

  app.get('/v1/emails/:id/revisions', api.list, async (request, reply) => {
    const email = await emailOf(request, request.params.id);
    const entries = await listRevisions(request.db, email, seesNames(request));
    const { page, page_size } = request.query;
    const results = entries.slice((page - 1) * page_size, page * page_size);
    return sendPage(reply, { results, count: entries.length });
  });

  app.get('/v1/emails/:id/revisions/:number', api.retrieve, async request => {
    const { db, params, caller } = request;
    const email = await emailOf(request, params.id);
    const revision = await readRevision(db, email, numberOf(params.number), seesNames(request));
    const { settings } = revision;
    return {
      ...revision,
      settings: { ...settings, filters: hideAddresses(caller.permissions, settings.filters) },
    };
  });

  app.post('/v1/emails/:id/revisions/:number/restore', api.restore, async (request, reply) => {
    const { id, number } = request.params;
    const email = await emailOf(request, id);
    const revision = await readRevision(request.db, email, numberOf(number), false);
    const changes = await changesTo(request.db, email, revision, request.body?.fields ?? restorable);
    return update(request, reply, id, changes, { restores: true });
  });
}

export async function emailOf(request: FastifyRequest, id: string): Promise<Email> {
  return found(await findEmail(request.db, request.newsletter.key, id), 'email');
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('revision');
  return Number(text);
}

/** Whether the caller sees the names of authors: who may read the settings may know who works on a newsletter. */
export function seesNames(request: FastifyRequest): boolean {
  return reaches(request.caller.permissions, 'settings', 'read');
}

/**
 * Returns the changes that give the email these fields of a revision. Fields that are equal already are left out, so that fields that can
 * no longer change cause no refusal. Throws `email_invalid` for a field that breaks a rule of today.
 */
async function changesTo(
  db: Database,
  email: Email,
  revision: RevisionContent,
  fields: readonly (typeof restorable)[number][],
): Promise<EmailUpdate> {
  const present = flat(contentOf(email, await openTagDirectory(db, email.newsletter_key)));
  const earlier = flat(revision);
  const wanted = Object.fromEntries(fields.map(field => [field, earlier[field]]));
  return readInput(emailUpdate, onlyChanges(present, wanted));
}

function flat({ subject, body, settings }: RevisionContent) {
  return { subject, body, ...settings };
}
