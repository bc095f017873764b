import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../accounts/authenticate.ts';
import { failures } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import { approvalInput, approve, decline, declineInput, withdraw } from './approve.ts';
import { type Email, emailSchema } from './email.ts';
import { type ShowContext, showEmails } from './show.ts';

const tags = ['Emails'];
const params = z.object({ id: z.string() });
const path = '/v1/emails/:id/approval';

export function approvalRoutes(app: App, context: ShowContext): void {
  app.post(
    path,
    {
      config: { access: { emails: 'read', sending: 'write' } },
      schema: {
        tags,
        summary: 'Approve an email',
        description:
          'Allows sending to more recipients than the newsletter’s `approval_threshold`. The approving key must not be the one that requested the send or last changed the email.',
        params,
        body: approvalInput.nullish(),
        response: { 200: emailSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const email = await approve(request.db, callerOf(request), request.params.id, request.body ?? {});
      return show(request, email);
    },
  );

  app.post(
    `${path}/decline`,
    {
      config: { access: { emails: 'read', sending: 'write' } },
      schema: {
        tags,
        summary: 'Decline to approve an email',
        description:
          'The email stays a draft, and shows the reason until somebody asks again; the audit log keeps it. The declining key must not be the one that requested the send.',
        params,
        body: declineInput.nullish(),
        response: { 200: emailSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const input = request.body ?? declineInput.parse({});
      return show(request, await decline(request.db, callerOf(request), request.params.id, input));
    },
  );

  app.delete(
    path,
    {
      config: { access: { emails: 'read', sending: 'write' } },
      schema: {
        tags,
        summary: 'Withdraw the approval of an email, or the request for it',
        description: 'A scheduled email becomes a draft.',
        params,
        response: { 204: z.void(), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      await withdraw(request.db, callerOf(request), request.params.id);
      reply.code(204);
    },
  );

  async function show(request: FastifyRequest, email: Email) {
    const [shown] = await showEmails(request.db, context, callerOf(request), [email]);
    return shown!;
  }
}
