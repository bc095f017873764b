import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { demand } from '../accounts/permissions.ts';
import { notFound } from '../platform/errors.ts';
import { readIfMatch } from '../platform/http/conditional.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import type { App } from '../platform/http/server.ts';
import { type AnswerContext, answersOf, refuseSpying } from './answer.ts';
import { createEmail } from './create.ts';
import { emailSchema } from './email.ts';
import { listExample } from './examples.ts';
import { emailCodes, emailCreate, emailUpdate } from './input.ts';
import { emailFilters, listEmails } from './list.ts';
import { findEmail } from './queries.ts';
import { deleteEmail } from './update.ts';
import { changedBody } from './version.ts';

const tags = ['Emails'];
const params = z.object({ id: z.string() });

export function emailRoutes(app: App, context: AnswerContext): void {
  const { base_url } = context;
  const { show, one, update, orChanged, refuse } = answersOf(context);

  app.get(
    '/v1/emails',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'List emails',
        querystring: emailFilters,
        response: {
          200: listOf(emailSchema).meta({ examples: [listExample] }),
          404: z.object({}).describe('This page does not exist'),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const { results, count } = await listEmails(request.db, newsletterOf(request).key, request.query);
      if (results.length === 0 && request.query.page > 1) return reply.code(404).send({});
      const shown = await show(request, results);
      const withoutBody = request.query.excluded_fields?.includes('body');
      return sendPage(request, reply, base_url, request.query, {
        results: withoutBody ? shown.map(({ body, ...rest }) => rest) : shown,
        count,
      });
    },
  );

  app.post(
    '/v1/emails',
    {
      config: { access: { emails: 'write' }, codes: emailCodes },
      schema: {
        tags,
        summary: 'Create an email',
        description:
          'Creating an email sends it, unless `status` says otherwise or `publish_date` is in the future.',
        body: emailCreate,
        response: { 201: emailSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { status } = request.body;
      const { permissions, by } = callerOf(request);
      if (status !== 'draft' && status !== 'imported') demand(permissions, 'sending', 'write');
      refuseSpying(request, request.body);
      const email = await createEmail(request.db, context, newsletterOf(request), request.body, { by });
      if (status !== 'draft' && email.status === 'draft') return refuse(reply, email);
      reply.code(201);
      return one(request, reply, email);
    },
  );

  app.get(
    '/v1/emails/:id',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an email',
        description: 'The header `ETag` names its version, for `If-Match`.',
        params,
        response: { 200: emailSchema, ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const email = await findEmail(request.db, newsletterOf(request).key, request.params.id);
      if (!email) throw notFound('email');
      return one(request, reply, email);
    },
  );

  app.patch(
    '/v1/emails/:id',
    {
      config: { access: { emails: 'write' }, codes: emailCodes },
      schema: {
        tags,
        summary: 'Update an email',
        description:
          'With the header `If-Match` and the ETag of the version you have seen, a version that somebody else has changed since is not overwritten: the response is 412 `email_changed` with both.',
        params,
        body: emailUpdate,
        response: { 200: emailSchema, ...failures(400, 401, 403, 404), 412: changedBody },
      },
    },
    async (request, reply) => {
      return update(request, reply, request.params.id, request.body);
    },
  );

  app.post(
    '/v1/emails/:id/publish',
    {
      config: { access: { emails: 'write', sending: 'write' }, codes: emailCodes },
      schema: {
        tags,
        summary: 'Send an email now, or schedule it',
        params,
        description:
          'Accepts the fields of PATCH, so that you can change and send an email in one step. With a `publish_date` it is scheduled, without one it is sent now; `status` is ignored. Takes `If-Match` like PATCH.',
        body: emailUpdate,
        response: { 200: emailSchema, ...failures(400, 401, 403, 404, 409), 412: changedBody },
      },
    },
    async (request, reply) => {
      // A client that sends the whole draft sends its status too; the address of the request determines the action.
      const { publish_date, status, ...others } = request.body;
      const changes = publish_date
        ? { ...others, status: 'scheduled' as const, publish_date }
        : { ...others, status: 'about_to_send' as const };
      return update(request, reply, request.params.id, changes);
    },
  );

  app.delete(
    '/v1/emails/:id',
    {
      config: { access: { emails: 'write' } },
      schema: {
        tags,
        summary: 'Delete an email',
        description: 'Sets its status to deleted. Takes `If-Match` like PATCH.',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404), 412: changedBody },
      },
    },
    async (request, reply) => {
      const { newsletter, by } = callerOf(request);
      const author = { by, if_match: readIfMatch(request) };
      return orChanged(request, reply, { status: 'deleted' }, async () => {
        await deleteEmail(request.db, context, newsletter, request.params.id, author);
        reply.code(204);
      });
    },
  );
}
