import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import type { PushContext } from '../links/push.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import type { App } from '../platform/http/server.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { automationSchema } from './automation.ts';
import { demandSending } from './demand-sending.ts';
import { pingFeeds } from './feed-queries.ts';
import type { PreviewContext } from './preview.ts';
import { automationOf, showAutomations } from './request.ts';
import { fetchNow, runNow } from './run-now.ts';

const tags = ['Automations'];
const params = z.object({ id: z.string() });

const runRequest = z.object({
  send: z
    .boolean()
    .nullish()
    .transform(value => value ?? false)
    .describe('Make the digest now instead of at its time, and mail items that wait for hold_minutes'),
});
const feedResult = z.enum([
  'fetched',
  'not_modified',
  'gone',
  'busy',
  'no_feed',
  'failed',
  'refused',
  'waiting',
]);
const runAnswer = z.object({
  automation: automationSchema,
  feed: feedResult.describe(
    'Result of the (first) feed; waiting: not fetched, because its server asked to wait',
  ),
  feeds: z.array(z.object({ url: z.string(), result: feedResult })).describe('Result of each of its feeds'),
  email_ids: z.array(z.string()).describe('The emails that were created'),
});

const pingAnswer = z.object({
  poll_date: timestamp.describe('When the feed will be fetched; for several feeds, the earliest'),
});

export type AutomationRoutes = PreviewContext & PushContext & { db: Database; jobs: Jobs; log: Log };

/** What an automation does before its time. */
export function runRoutes(app: App, base: string, context: AutomationRoutes): void {
  const fetched = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof fetchNow>>>();
  app.post(
    `${base}/:id/run`,
    {
      config: { access: { automations: 'write' } },
      // Before the handler, because that runs in the transaction of its entry in the audit log.
      preHandler: async request => {
        const { id } = request.params;
        demandSending(request, (await automationOf(request)).behavior);
        fetched.set(request, await fetchNow({ ...context, db: request.db }, newsletterOf(request), id));
      },
      schema: {
        tags,
        summary: 'Run an automation now',
        description: 'Fetches its feeds now. A digest still waits for its time, unless `send` is true.',
        params,
        body: runRequest,
        response: { 200: runAnswer, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { automation, email_ids } = await runNow(
        request.db,
        context,
        newsletterOf(request),
        request.params.id,
        { ...request.body, by: callerOf(request).by },
      );
      const results = fetched.get(request) ?? [];
      const shown = (await showAutomations(request, context, [automation]))[0]!;
      const feeds = shown.feeds.flatMap(({ url }, at) => {
        const result = results[at];
        return result === undefined ? [] : { url, result };
      });
      return { automation: shown, feed: results[0] ?? 'waiting', feeds, email_ids };
    },
  );

  app.post(
    `${base}/:id/ping`,
    {
      config: { access: { automations: 'write' } },
      schema: {
        tags,
        summary: 'Announce something new in the feed',
        description:
          'Each feed is fetched within seconds, but at most twice a minute and not before its server allows it. New items are mailed as usual.',
        params,
        response: { 202: pingAnswer, ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const automation = await automationOf(request);
      const poll_date =
        automation.status === 'active'
          ? await pingFeeds(
              request.db,
              automation.feeds.map(({ key }) => key),
              context.clock(),
            )
          : null;
      if (poll_date === null)
        throw new DomainError(
          'status_invalid',
          'status: the feed of an inactive automation is not fetched. Set status active first.',
        );
      reply.code(202);
      return { poll_date };
    },
  );
}
