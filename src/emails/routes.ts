import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { demand } from '../accounts/permissions.ts';
import { found } from '../platform/errors.ts';
import { readIfMatch } from '../platform/http/conditional.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type AnswerContext, answersOf, refuseSpying } from './answer.ts';
import { createEmail } from './create.ts';
import { listExample } from './examples.ts';
import { emailCodes } from './fields.ts';
import { emailCreate, emailUpdate, refuseMisnamedAudience } from './input.ts';
import { emailFilters, listEmails } from './list.ts';
import { findEmail } from './queries.ts';
import { emailSchema } from './schema.ts';
import { deleteEmail } from './update.ts';
import { changedBody } from './version.ts';

const emailOrChanged = { 200: emailSchema, 412: changedBody };

const api = operations('Emails', {
  list: {
    summary: 'List emails',
    access: { emails: 'read' },
    query: emailFilters,
    answers: {
      200: listOf(emailSchema).meta({ examples: [listExample] }),
      404: z.object({}).describe('This page does not exist'),
    },
  },
  create: {
    summary: 'Create an email',
    description:
      'Creating an email sends it, unless `status` says otherwise or `publish_date` is in the future.',
    access: { emails: 'write' },
    codes: emailCodes,
    body: emailCreate,
    answers: { 201: emailSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve an email',
    description: 'The header `ETag` names the version of the email and its `parts`, for `If-Match`.',
    access: { emails: 'read' },
    follows_work: true,
    params,
    answers: emailSchema,
  },
  update: {
    summary: 'Update an email',
    description:
      'With the header `If-Match` and the ETag of the version you have seen, a version that somebody else has changed since is not overwritten: the response is 412 `email_changed` with both. A change of its `parts` matters only to a request that sends, schedules or publishes the email.',
    access: { emails: 'write' },
    codes: emailCodes,
    params,
    body: emailUpdate,
    answers: emailOrChanged,
  },
  publish: {
    summary: 'Send an email now, or schedule it',
    description:
      'Accepts the fields of PATCH, so that you can change and send an email in one step. With a `publish_date` it is scheduled, without one it is sent now; `status` is ignored. Takes `If-Match` like PATCH, and then nothing is sent if one of its `parts` has been changed either.',
    access: { emails: 'write', sending: 'write' },
    codes: emailCodes,
    params,
    body: emailUpdate,
    answers: emailOrChanged,
    fails: [409],
  },
  delete: {
    summary: 'Delete an email',
    description: 'Sets its status to deleted. Takes `If-Match` like PATCH.',
    access: { emails: 'write' },
    params,
    answers: { 204: z.void(), 412: changedBody },
    fails: [400],
  },
});

export function emailRoutes(app: App, context: AnswerContext): void {
  const { show, one, update, orChanged, refuse } = answersOf(context);

  app.get('/v1/emails', api.list, async (request, reply) => {
    const { db, newsletter, query } = request;
    const { results, count } = await listEmails(db, newsletter.key, query);
    if (results.length === 0 && query.page > 1) return reply.code(404).send({});
    const shown = await show(request, results);
    const withoutBody = query.excluded_fields?.includes('body');
    return sendPage(reply, { results: withoutBody ? shown.map(({ body, ...rest }) => rest) : shown, count });
  });

  const create = {
    ...api.create,
    preValidation: async (request: FastifyRequest) => refuseMisnamedAudience(request.body),
  };
  app.post('/v1/emails', create, async (request, reply) => {
    const { db, newsletter, body, caller } = request;
    const { permissions, by, type } = caller;
    const { status } = body;
    if (status !== 'draft' && status !== 'imported') demand(permissions, 'sending', 'write');
    refuseSpying(request, body);
    const email = await createEmail(db, context, newsletter, body, { by, type });
    if (status !== 'draft' && email.status === 'draft') return refuse(request, reply, email);
    return one(request, reply, email);
  });

  app.get('/v1/emails/:id', api.retrieve, async (request, reply) => {
    const { db, newsletter, params } = request;
    return one(request, reply, found(await findEmail(db, newsletter.key, params.id), 'email'));
  });

  app.patch('/v1/emails/:id', api.update, async (request, reply) =>
    update(request, reply, request.params.id, request.body),
  );

  app.post('/v1/emails/:id/publish', api.publish, async (request, reply) => {
    // A client that sends the whole draft also sends its status, but the address of the request decides what happens.
    const { publish_date, status, ...others } = request.body;
    const changes = publish_date
      ? { ...others, status: 'scheduled' as const, publish_date }
      : { ...others, status: 'about_to_send' as const };
    return update(request, reply, request.params.id, changes);
  });

  app.delete('/v1/emails/:id', api.delete, async (request, reply) => {
    const { db, newsletter, params, caller } = request;
    const author = { by: caller.by, if_match: readIfMatch(request) };
    return orChanged(request, reply, { status: 'deleted' }, async () =>
      deleteEmail(db, context, newsletter, params.id, author),
    );
  });
}
