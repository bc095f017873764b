import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { AutomationItemStatus } from '../platform/database/schema.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { demandSending, refuseForeignRelease } from './demand-sending.ts';
import { fetchSchema, listFetches } from './feeds/fetch-queries.ts';
import { decideItem } from './items/decide.ts';
import { itemSchema, itemStatuses, itemUpdate } from './items/item.ts';
import { listItems } from './items/queries.ts';
import { automationOf } from './request.ts';

const api = operations('Automations', {
  listItems: {
    summary: 'List the items of an automation',
    description: 'All items it has seen in its feeds, latest first, each with its status and reason.',
    access: { automations: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({ ...pageParameters, status: listParameter }),
    answers: listOf(itemSchema),
  },
  listPolls: {
    summary: 'List how its feeds were fetched',
    description:
      'The log of the last 90 days, latest first. Consecutive fetches that found nothing new, or failed for the same reason, are one entry.',
    access: { automations: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object(pageParameters),
    answers: listOf(fetchSchema),
  },
  decide: {
    summary: 'Decide on an item',
    description: 'Mails (`queued`) or skips (`skipped`) an item that is held or has failed.',
    access: { automations: 'write' },
    params: z.object({ id: z.string(), item_id: z.string() }),
    body: itemUpdate,
    answers: itemSchema,
  },
});

export function itemRoutes(app: App, base: string, { clock }: { clock: Clock }): void {
  app.get(`${base}/:id/items`, api.listItems, async (request, reply) => {
    const automation = await automationOf(request);
    const { status, ...page } = request.query;
    const known = status?.filter((word): word is AutomationItemStatus =>
      itemStatuses.includes(word as never),
    );
    return sendPage(reply, await listItems(request.db, automation.key, { ...page, status: known }));
  });

  app.get(`${base}/:id/fetches`, api.listPolls, async (request, reply) => {
    const automation = await automationOf(request);
    return sendPage(reply, await listFetches(request.db, automation.key, request.query));
  });

  app.patch(`${base}/:id/items/:item_id`, api.decide, async request => {
    const { id, item_id } = request.params;
    const { status } = request.body;
    const automation = await automationOf(request);
    if (status === 'queued') {
      demandSending(request, automation.behavior);
      refuseForeignRelease(request, automation);
    }
    return decideItem(request.db, request.newsletter.key, id, item_id, status, clock());
  });
}
