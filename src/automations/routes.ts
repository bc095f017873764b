import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { hideAddresses } from '../audience/filter/filter.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { PushContext } from '../links/push.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Automation, automationCodes, automationSchema, showAutomation } from './automation.ts';
import { createAutomation } from './create.ts';
import { demandSending } from './demand-sending.ts';
import { refuseEventAutomation } from './event-automation.ts';
import { pingFeeds } from './feed-queries.ts';
import { automationCreate, automationUpdate, demandAddress } from './input.ts';
import { itemRoutes } from './item-routes.ts';
import { planningRoutes } from './planning-routes.ts';
import type { PreviewContext } from './preview.ts';
import { pushRoutes } from './push-routes.ts';
import { findAutomation, listAutomations } from './queries.ts';
import { fetchNow, runNow } from './run-now.ts';
import { deleteAutomation, updateAutomation } from './update.ts';

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

/** The resource under both its names. */
export function automationRoutes(app: App, context: AutomationRoutes): void {
  for (const base of ['/v1/automations', '/v1/external_feeds']) {
    resourceRoutes(app, base, context);
    planningRoutes(app, base, context);
    itemRoutes(app, base, context);
  }
  pushRoutes(app, context);
}

function resourceRoutes(app: App, base: string, context: AutomationRoutes): void {
  const { base_url } = context;
  const show = async (request: FastifyRequest, automations: Automation[]) => {
    const { newsletter, permissions } = callerOf(request);
    const directory = await openTagDirectory(request.db, newsletter.key);
    return automations.map(automation => {
      const shown = showAutomation(automation, directory, context);
      return { ...shown, filters: hideAddresses(permissions, shown.filters) };
    });
  };

  app.get(
    base,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'List automations',
        querystring: z.object(pageParameters),
        response: { 200: listOf(automationSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listAutomations(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, {
        results: await show(request, results),
        count,
      });
    },
  );

  app.post(
    base,
    {
      config: { access: { automations: 'write' }, codes: automationCodes },
      preValidation: [refuseEventAutomation, demandAddress],
      schema: {
        tags,
        summary: 'Create an automation',
        description:
          'Its feeds are fetched immediately. Their current items are not mailed, unless `skip_old_items` is false; later items are.',
        body: automationCreate,
        response: { 201: automationSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      demandSending(request, request.body.behavior);
      const { newsletter, by } = callerOf(request);
      const automation = await createAutomation(request.db, context, newsletter, request.body, by);
      reply.code(201);
      return (await show(request, [automation]))[0] as Shown;
    },
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an automation',
        params,
        response: { 200: automationSchema, ...failures(401, 403, 404) },
      },
    },
    async request => (await show(request, [await find(request)]))[0]!,
  );

  app.patch(
    `${base}/:id`,
    {
      config: { access: { automations: 'write' }, codes: automationCodes },
      preValidation: refuseEventAutomation,
      schema: {
        tags,
        summary: 'Update an automation',
        params,
        body: automationUpdate,
        response: { 200: automationSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const automation = await find(request);
      const { behavior, status } = request.body;
      // A caller who may not send may stop an automation, but not change what it sends, to whom, or from which feed.
      if (behavior !== undefined || (status ?? automation.status) === 'active')
        demandSending(request, behavior ?? automation.behavior);
      const updated = await updateAutomation(
        request.db,
        context,
        newsletterOf(request),
        request.params.id,
        request.body,
        callerOf(request).by,
      );
      return (await show(request, [updated]))[0] as Shown;
    },
  );

  app.delete(
    `${base}/:id`,
    {
      config: { access: { automations: 'write' } },
      schema: {
        tags,
        summary: 'Delete an automation',
        description: 'Emails it has created are kept.',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteAutomation(request.db, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );

  const fetched = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof fetchNow>>>();
  app.post(
    `${base}/:id/run`,
    {
      config: { access: { automations: 'write' } },
      // Before the handler, because that runs in the transaction of its entry in the audit log.
      preHandler: async request => {
        const { id } = request.params;
        demandSending(request, (await find(request)).behavior);
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
      const shown = (await show(request, [automation]))[0] as Shown;
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
      const automation = await find(request);
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

type Shown = ReturnType<typeof showAutomation>;

async function find(request: FastifyRequest<{ Params: { id: string } }>): Promise<Automation> {
  const automation = await findAutomation(request.db, newsletterOf(request).key, request.params.id);
  if (!automation) throw notFound('automation');
  return automation;
}
