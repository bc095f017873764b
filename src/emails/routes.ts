import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { demand } from '../accounts/permissions.ts';
import { demandSight } from '../audience/filter/filter.ts';
import { notFound } from '../platform/errors.ts';
import { failures, toErrorBody } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import type { App } from '../platform/http/server.ts';
import { approvalRequired } from './approval.ts';
import { createEmail, type EmailContext } from './create.ts';
import { type Email, emailSchema, type ShowableEmail } from './email.ts';
import { listExample } from './examples.ts';
import { type EmailUpdate, emailCodes, emailCreate, emailUpdate } from './input.ts';
import { goesOut } from './launch.ts';
import { emailFilters, listEmails } from './list.ts';
import { findEmail } from './queries.ts';
import { type ShowContext, showEmails } from './show.ts';
import { deleteEmail, updateEmail } from './update.ts';

const tags = ['Emails'];
const params = z.object({ id: z.string() });

type EmailRoutes = EmailContext & ShowContext;

export function emailRoutes(app: App, { base_url, analyticsOf, ...context }: EmailRoutes): void {
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
      if (status !== 'draft' && email.status === 'draft') return refused(reply, email);
      reply.code(201);
      return one(request, email);
    },
  );

  app.get(
    '/v1/emails/:id',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an email',
        params,
        response: { 200: emailSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const email = await findEmail(request.db, newsletterOf(request).key, request.params.id);
      if (!email) throw notFound('email');
      return one(request, email);
    },
  );

  app.patch(
    '/v1/emails/:id',
    {
      config: { access: { emails: 'write' }, codes: emailCodes },
      schema: {
        tags,
        summary: 'Update an email',
        params,
        body: emailUpdate,
        response: { 200: emailSchema, ...failures(400, 401, 403, 404) },
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
          'Accepts the fields of PATCH, so that you can change and send an email in one step. With a `publish_date` it is scheduled, without one it is sent now; `status` is ignored.',
        body: emailUpdate,
        response: { 200: emailSchema, ...failures(400, 401, 403, 404, 409) },
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
        description: 'Sets its status to deleted.',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { newsletter, by } = callerOf(request);
      await deleteEmail(request.db, context, newsletter, request.params.id, { by });
      reply.code(204);
    },
  );

  async function update(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    changes: Partial<EmailUpdate>,
  ) {
    refuseSpying(request, changes);
    const { newsletter, permissions, by } = callerOf(request);
    const before = await findEmail(request.db, newsletter.key, id);
    const email = await updateEmail(request.db, context, newsletter, id, changes, { permissions, by });
    const wanted = changes.status ?? before?.status ?? email.status;
    return goesOut(wanted) && !goesOut(email.status) && email.approval_state === 'requested'
      ? refused(reply, email)
      : one(request, email);
  }

  /** Returned, not thrown, so that what the request did is committed. */
  function refused(reply: FastifyReply, email: Email) {
    reply.code(403);
    return toErrorBody(approvalRequired(email, email.approval_count ?? 0, 'The send needs an approval.'));
  }

  function show(request: FastifyRequest, emails: ShowableEmail[]) {
    return showEmails(request.db, { base_url, analyticsOf }, newsletterOf(request), emails);
  }

  async function one(request: FastifyRequest, email: Email) {
    const [shown] = await show(request, [email]);
    return shown!;
  }
}

/** Whoever needs an approval learns how many people the email would go to, and so must be allowed to see what it asks. */
function refuseSpying(request: FastifyRequest, { filters }: Partial<EmailUpdate>): void {
  const { permissions, bounds } = callerOf(request);
  if (filters && bounds.needs_approval) demandSight(permissions, filters);
}
