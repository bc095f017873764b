import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { domainError } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { limitOf } from '../../platform/sentences/counted.ts';
import type { SoftBounceRule } from './bounce.ts';
import { feedbackFilters, feedbackSchema } from './feedback.ts';
import { listFeedback, listRefusals } from './queries.ts';
import { largestMessage, readStart } from './read-start.ts';
import { takeMessage } from './take-message.ts';

type FeedbackRoutes = {
  secret: Secret;
  clock: Clock;
  log: Log;
  rule: SoftBounceRule;
  bounce_domain: string | undefined;
};

const api = operations('Feedback', {
  list: {
    summary: 'List feedback: bounces, complaints, automatic replies',
    description: 'Newest first. Shows why a subscriber is undeliverable or has complained.',
    access: { subscribers: 'read' },
    may_lag: true,
    query: feedbackFilters,
    answers: listOf(feedbackSchema),
  },
  count: {
    summary:
      'Count rejected feedback: forged return paths and signatures, and reports about domains that were not stored',
    access: { settings: 'read', subscribers: 'read' },
    answers: z.object({
      results: z.array(z.object({ reason: z.string(), total: z.int(), last_date: timestamp })),
    }),
  },
  submit: {
    summary: 'Submit a returned message',
    description:
      'The body is the original message, as message/rfc822. A message submitted twice counts once. `result` is `taken` if it is about a mail of this newsletter, or reports about its domain, `unassigned` if that is unknown (it is kept for 90 days), and `refused` if the recipient is a forged return path.',
    access: { subscribers: 'write' },
    consumes: ['message/rfc822'],
    query: z.object({ recipient: textParameter.describe('The address the message was sent to') }),
    body: z.custom<Buffer>(Buffer.isBuffer, 'send the message as message/rfc822').meta({
      type: 'string',
      format: 'binary',
    }),
    answers: z
      .object({ result: z.enum(['taken', 'unassigned', 'refused']) })
      .meta({ examples: [{ result: 'taken' }] }),
  },
});

export function feedbackRoutes(app: App, context: FeedbackRoutes): void {
  app.get('/v1/feedback', api.list, async ({ db, newsletter, query }, reply) => {
    return sendPage(reply, await listFeedback(db, newsletter.key, query));
  });

  app.get('/v1/feedback/refusals', api.count, async ({ db }) => ({ results: await listRefusals(db) }));

  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'message/rfc822',
      async (_request: FastifyRequest, payload: IncomingMessage) => {
        const message = await readStart(payload);
        if (message) return message;
        throw domainError('payload_too_large', 'delivery.message_too_large', {
          limit: limitOf(largestMessage),
        });
      },
    );
    (scope as App).post('/v1/feedback/messages', api.submit, async request => {
      const { recipient = null } = request.query;
      const newsletter_key = request.newsletter.key;
      const envelope = { source: 'api', recipient, sender: null, newsletter_key } as const;
      return { result: await takeMessage({ ...context, db: request.db }, envelope, request.body) };
    });
  });
}
