import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import type { Clock } from '../platform/clock.ts';
import type { AutomationItemStatus } from '../platform/database/schema.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { decideItem } from './decide.ts';
import { demandSending, refuseForeignRelease } from './demand-sending.ts';
import { fetchSchema, listFetches } from './fetch-queries.ts';
import { itemSchema, itemStatuses, itemUpdate } from './item.ts';
import { listItems } from './item-queries.ts';
import { automationOf } from './request.ts';

const tags = ['Automations'];

export function itemRoutes(
  app: App,
  base: string,
  { base_url, clock }: { base_url: string; clock: Clock },
): void {
  app.get(
    `${base}/:id/items`,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'List the items of an automation',
        description: 'All items it has seen in its feeds, latest first, each with its status and reason.',
        params: z.object({ id: z.string() }),
        querystring: z.object({ ...pageParameters, status: listParameter }),
        response: { 200: listOf(itemSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const automation = await automationOf(request);
      const { status, ...page } = request.query;
      const known = status?.filter((word): word is AutomationItemStatus =>
        itemStatuses.includes(word as never),
      );
      return sendPage(
        request,
        reply,
        base_url,
        page,
        await listItems(request.db, automation.key, { ...page, status: known }),
      );
    },
  );

  app.get(
    `${base}/:id/fetches`,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'List how its feeds were fetched',
        description:
          'The log of the last 90 days, latest first. Fetches in a row that found nothing new, or failed for the same reason, are one entry.',
        params: z.object({ id: z.string() }),
        querystring: z.object(pageParameters),
        response: { 200: listOf(fetchSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const automation = await automationOf(request);
      const found = await listFetches(request.db, automation.key, request.query);
      return sendPage(request, reply, base_url, request.query, found);
    },
  );

  app.patch(
    `${base}/:id/items/:item_id`,
    {
      config: { access: { automations: 'write' } },
      schema: {
        tags,
        summary: 'Decide on an item',
        description: 'Mails (`queued`) or skips (`skipped`) an item that is held or has failed.',
        params: z.object({ id: z.string(), item_id: z.string() }),
        body: itemUpdate,
        response: { 200: itemSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const { id, item_id } = request.params;
      const { status } = request.body;
      const automation = await automationOf(request);
      if (status === 'queued') {
        demandSending(request, automation.behavior);
        refuseForeignRelease(request, automation);
      }
      return decideItem(request.db, newsletterOf(request).key, id, item_id, status, clock());
    },
  );
}
