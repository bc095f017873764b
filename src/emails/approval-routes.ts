import { readIfMatch } from '../platform/http/conditional.ts';
import { operations } from '../platform/http/operations.ts';
import { params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type AnswerContext, answersOf } from './answer.ts';
import { approvalInput, approve, decline, declineInput, withdraw } from './approve.ts';
import { emailSchema } from './schema.ts';
import { changedBody } from './version.ts';

const access = { emails: 'read', sending: 'write' } as const;

const api = operations('Emails', {
  approve: {
    summary: 'Approve an email',
    description:
      'Allows sending to more recipients than the newsletter’s `approval_threshold`. The approving key must not be the one that requested the send or last changed the email. Takes `If-Match` like PATCH, so that you approve only the version of the email and its `parts` that you have seen.',
    access,
    params,
    body: approvalInput.nullish(),
    answers: { 200: emailSchema, 412: changedBody },
    fails: [409],
  },
  decline: {
    summary: 'Decline to approve an email',
    description:
      'The email stays a draft, and shows the reason until somebody asks again; the audit log keeps it. The declining key must not be the one that requested the send.',
    access,
    params,
    body: declineInput.nullish(),
    answers: emailSchema,
  },
  withdraw: {
    summary: 'Withdraw the approval of an email, or the request for it',
    description: 'A scheduled email becomes a draft.',
    access,
    params,
    fails: [400],
  },
});

export function approvalRoutes(app: App, context: AnswerContext): void {
  const { one, orChanged } = answersOf(context);

  app.post('/v1/emails/:id/approval', api.approve, async (request, reply) => {
    const { db, caller, params, body } = request;
    const input = body ?? {};
    return orChanged(request, reply, input, async () =>
      one(request, reply, await approve(db, caller, params.id, input, readIfMatch(request))),
    );
  });

  app.post('/v1/emails/:id/approval/decline', api.decline, async (request, reply) => {
    const { db, caller, params, body } = request;
    return one(request, reply, await decline(db, caller, params.id, body ?? declineInput.parse({})));
  });

  app.delete('/v1/emails/:id/approval', api.withdraw, async ({ db, caller, params }) =>
    withdraw(db, caller, params.id),
  );
}
