import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newsletterOf } from '../../accounts/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { textParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Log } from '../../platform/log.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import type { SoftBounceRule } from './bounce.ts';
import { feedbackFilters, feedbackSchema } from './feedback.ts';
import { listFeedback, listRefusals } from './queries.ts';
import { readStart } from './read-start.ts';
import { takeMessage } from './take-message.ts';

const tags = ['Feedback'];
const largestMessage = 50 * 1024 * 1024;

type FeedbackRoutes = { base_url: string; secret: Secret; clock: Clock; log: Log; rule: SoftBounceRule };

export function feedbackRoutes(app: App, { base_url, ...context }: FeedbackRoutes): void {
  app.get(
    '/v1/feedback',
    {
      config: { access: { subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List feedback: bounces, complaints, automatic replies',
        description: 'Newest first. Shows why a subscriber is undeliverable or has complained.',
        querystring: feedbackFilters,
        response: { 200: listOf(feedbackSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const found = await listFeedback(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, found);
    },
  );

  app.get(
    '/v1/feedback/refusals',
    {
      config: { access: { settings: 'read', subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Count rejected feedback: forged return paths and signatures',
        response: {
          200: z.object({
            results: z.array(z.object({ reason: z.string(), total: z.int(), last_date: timestamp })),
          }),
          ...failures(401, 403),
        },
      },
    },
    async request => ({ results: await listRefusals(request.db) }),
  );

  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'message/rfc822',
      async (_request: FastifyRequest, payload: IncomingMessage) => {
        const message = await readStart(payload, largestMessage);
        if (message) return message;
        throw new DomainError('payload_too_large', 'The message is larger than 50 MiB.');
      },
    );
    (scope as App).post(
      '/v1/feedback/messages',
      {
        config: { access: { subscribers: 'write' } },
        schema: {
          tags,
          consumes: ['message/rfc822'],
          summary: 'Submit a returned message',
          description:
            'The body is the original message, as message/rfc822. A message submitted twice counts once. `result` is `taken` if it is about a mail of this newsletter, `unassigned` if that is unknown (it is kept for 90 days), and `refused` if the recipient is a forged return path.',
          querystring: z.object({ recipient: textParameter.describe('The address the message was sent to') }),
          body: z.custom<Buffer>(Buffer.isBuffer, 'send the message as message/rfc822').meta({
            type: 'string',
            format: 'binary',
          }),
          response: {
            200: z.object({ result: z.enum(['taken', 'unassigned', 'refused']) }),
            ...failures(400, 401, 403, 413, 415),
          },
        },
      },
      async request => {
        const { recipient = null } = request.query;
        const newsletter_key = newsletterOf(request).key;
        const envelope = { source: 'api', recipient, sender: null, newsletter_key } as const;
        return { result: await takeMessage({ ...context, db: request.db }, envelope, request.body) };
      },
    );
  });
}
