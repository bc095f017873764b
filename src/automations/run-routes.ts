import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PushContext } from '../links/push.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainError } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import type { Log } from '../platform/log.ts';
import { automationSchema } from './definition/automation.ts';
import { demandSending } from './demand-sending.ts';
import { pingFeeds } from './feeds/queries.ts';
import { automationOf, showAutomations } from './request.ts';
import { fetchNow, runNow } from './run-now.ts';
import type { PreviewContext } from './simulation/preview.ts';

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

export type AutomationRoutes = PreviewContext & PushContext & { db: Database; log: Log };

const api = operations('Automations', {
  run: {
    summary: 'Run an automation now',
    description: 'Fetches its feeds now. A digest still waits for its time, unless `send` is true.',
    access: { automations: 'write' },
    params,
    body: runRequest,
    answers: runAnswer,
    fails: [409],
  },
  ping: {
    summary: 'Announce something new in the feed',
    description:
      'Each feed is fetched within seconds, but at most twice a minute and not before its server allows it. New items are mailed as usual.',
    access: { automations: 'write' },
    params,
    answers: { 202: pingAnswer },
    fails: [400],
  },
});

/** Adds the routes that make an automation act before its time. */
export function runRoutes(app: App, base: string, context: AutomationRoutes): void {
  const fetched = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof fetchNow>>>();
  // This runs before the handler, because the handler runs in the transaction of its entry in the audit log.
  const preHandler = async (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { db, newsletter, params } = request;
    demandSending(request, (await automationOf(request)).behavior);
    fetched.set(request, await fetchNow({ ...context, db }, newsletter, params.id));
  };
  app.post(`${base}/:id/run`, { ...api.run, preHandler }, async request => {
    const { db, newsletter, caller, params, body } = request;
    const wish = { ...body, by: caller.by };
    const { automation, email_ids } = await runNow(db, context, newsletter, params.id, wish);
    const results = fetched.get(request) ?? [];
    const shown = (await showAutomations(request, context, [automation]))[0]!;
    const feeds = shown.feeds.flatMap(({ url }, at) => {
      const result = results[at];
      return result === undefined ? [] : { url, result };
    });
    return { automation: shown, feed: results[0] ?? 'waiting', feeds, email_ids };
  });

  app.post(`${base}/:id/ping`, api.ping, async request => {
    const { status, feeds } = await automationOf(request);
    const keys = feeds.map(({ key }) => key);
    const poll_date = status === 'active' ? await pingFeeds(request.db, keys, context.clock()) : null;
    if (poll_date === null) throw domainError('status_invalid', 'automations.inactive_not_fetched');
    return { poll_date };
  });
}
