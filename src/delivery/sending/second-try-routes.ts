import { type AnswerContext, answersOf } from '../../emails/answer.ts';
import { emailSchema } from '../../emails/schema.ts';
import { operations } from '../../platform/http/operations.ts';
import { params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import {
  countSecondTry,
  createSecondTry,
  type SecondTryContext,
  secondTryOptions,
  secondTryRequest,
} from './second-try.ts';

const api = operations('Emails', {
  count: {
    summary: 'Count the people whom a second try of an email would reach',
    description:
      'People who got it, and either did not open it or followed no link. A second try never reaches people who clicked, complained or left, or whose copy is uncertain.',
    access: { emails: 'read' },
    params,
    answers: secondTryOptions,
    fails: [400, 409, 410],
  },
  create: {
    summary: 'Create a second try of an email',
    description:
      'Creates a draft with the same content and, if you wish, another subject, for people who got the email and missed it: `to` is `unopened`, `unopened_or_unknown` (also people whose mail program opens everything) or `unclicked`. Who they are is decided when it is sent. An email has one second try; it has no page and no number of its own.',
    access: { emails: 'write' },
    params,
    body: secondTryRequest,
    answers: { 201: emailSchema },
    fails: [409, 410],
  },
});

export function secondTryRoutes(app: App, context: AnswerContext & SecondTryContext): void {
  const { one } = answersOf(context);

  app.get('/v1/emails/:id/second-try', api.count, ({ db, newsletter, params }) =>
    countSecondTry(db, context, newsletter.key, params.id),
  );

  app.post('/v1/emails/:id/second-try', api.create, async (request, reply) => {
    const { db, newsletter, params, body, caller } = request;
    const email = await createSecondTry(db, context, newsletter, params.id, body, caller);
    reply.code(201);
    return one(request, reply, email);
  });
}
