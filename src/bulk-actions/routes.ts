import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Area, reaches } from '../accounts/permissions.ts';
import { DomainError, found } from '../platform/errors.ts';
import { toErrorBody } from '../platform/http/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import {
  type BulkAction,
  bulkActionCreate,
  bulkActionSchema,
  forecastSchema,
  itemSchema,
  reasonsSchema,
  showBulkAction,
  showItem,
} from './bulk-action.ts';
import { createBulkAction } from './create.ts';
import { type Forecast, forecast } from './dry-run.ts';
import { countReasons, findCreators, listActions, listItems, nameItems } from './list-queries.ts';
import { findAction } from './queries.ts';
import { bulkUndoDays } from './types/former-queries.ts';
import type { TargetName } from './types/targets.ts';
import type { BulkContext } from './types/type.ts';
import { actionType, typeOf } from './types.ts';
import { forecastUndo, undoBulkAction } from './undo.ts';

const codes = { type: 'bulk_action_invalid_type', metadata: 'bulk_action_invalid_metadata' } as const;

/** The area that a caller must be able to read to see the items of an action. */
const areas: Record<TargetName, Area> = {
  subscribers: 'subscribers',
  tags: 'subscribers',
  emails: 'emails',
  events: 'settings',
};

const api = operations('Bulk actions', {
  create: {
    summary: 'Create a bulk action',
    description:
      'Performs one operation on many objects. The action runs in the background; retrieve it to see its progress. With `metadata.dry_run`, nothing changes and the response says what the action would do.',
    access: { bulk_actions: 'write' },
    codes,
    body: bulkActionCreate,
    answers: {
      201: bulkActionSchema,
      200: forecastSchema.describe('With metadata.dry_run: what the action would do'),
    },
    fails: [409],
  },
  list: {
    summary: 'List bulk actions',
    description: 'Newest first.',
    access: { bulk_actions: 'read' },
    query: z.object({ ...pageParameters, status: listParameter, type: listParameter }),
    answers: listOf(bulkActionSchema),
  },
  retrieve: {
    summary: 'Retrieve a bulk action',
    access: { bulk_actions: 'read' },
    follows_work: true,
    params,
    answers: bulkActionSchema,
  },
  undo: {
    summary: 'Undo a bulk action',
    description: `Within ${bulkUndoDays} days, for apply_tags, apply_metadata and the four types that change the type of subscribers. The response is another bulk action, which restores the former values of the subscribers; if the action has been undone already, it is that bulk action. Subscribers who have changed, unsubscribed or complained since are skipped, and its items list them. Nobody is mailed, and webhooks get only the event that it has ended. With \`dry_run\`, nothing changes and the response says what would.`,
    access: { bulk_actions: 'write' },
    params,
    body: z.object({ dry_run: z.boolean().nullish() }),
    answers: { 201: bulkActionSchema, 200: forecastSchema.describe('With dry_run: what the undo would do') },
    fails: [409],
  },
  listItems: {
    summary: 'List the items of a bulk action',
    description:
      'In order of processing, each with its result. Names are shown only to callers who may read the objects.',
    access: { bulk_actions: 'read' },
    params,
    query: z.object({ ...pageParameters, status: listParameter }),
    answers: listOf(itemSchema),
  },
  countReasons: {
    summary: 'Count why items of a bulk action did not change',
    description: 'Why items were skipped or failed, and how many; the most frequent ten.',
    access: { bulk_actions: 'read' },
    params,
    answers: reasonsSchema,
  },
});

export function bulkActionRoutes(app: App, context: BulkContext): void {
  const show = async (request: FastifyRequest, actions: BulkAction[]) => {
    const ids = actions.map(({ created_by }) => created_by);
    const creators = await findCreators(request.db, ids);
    if (!reaches(request.caller.permissions, 'settings', 'read'))
      for (const creator of creators.values()) creator.name = '';
    const now = context.clock();
    return actions.map(action => showBulkAction(action, now, creators));
  };
  const showOne = async (request: FastifyRequest, action: BulkAction) => (await show(request, [action]))[0]!;

  app.post('/v1/bulk_actions', api.create, async (request, reply) => {
    const { body, db } = request;
    if (body.metadata.dry_run === true) {
      reply.code(200);
      return showForecast(await forecast(db, context, request.caller, body));
    }
    const action = await createBulkAction(db, request.caller, body);
    if (action instanceof DomainError) {
      reply.code(403);
      return toErrorBody(action);
    }
    reply.code(201);
    return showOne(request, action);
  });

  app.get('/v1/bulk_actions', api.list, async (request, reply) => {
    const { results, count } = await listActions(request.db, request.newsletter.key, request.query);
    return sendPage(reply, { results: await show(request, results), count });
  });

  app.get('/v1/bulk_actions/:id', api.retrieve, async request =>
    showOne(request, await demandAction(request, request.params.id)),
  );

  app.post('/v1/bulk_actions/:id/undo', api.undo, async (request, reply) => {
    const { db, params, body } = request;
    if (body.dry_run) {
      reply.code(200);
      return showForecast(await forecastUndo(db, context, request.caller, params.id));
    }
    const undo = await undoBulkAction(db, context, request.caller, params.id);
    reply.code(201);
    return showOne(request, undo);
  });

  app.get('/v1/bulk_actions/:id/items', api.listItems, async (request, reply) => {
    const action = await demandAction(request, request.params.id);
    const listed = await listItems(request.db, action.key, request.query);
    const { acts_on } = typeOf(action);
    const isReadable = reaches(request.caller.permissions, areas[acts_on], 'read');
    const named = isReadable
      ? await nameItems(request.db, action.newsletter_key, acts_on, listed.results)
      : undefined;
    return sendPage(reply, listed, item => showItem({ ...item, name: named?.get(item.target_key) ?? '' }));
  });

  app.get('/v1/bulk_actions/:id/reasons', api.countReasons, async request => {
    const action = await demandAction(request, request.params.id);
    return { results: await countReasons(request.db, action.key) };
  });
}

async function demandAction(request: FastifyRequest, id: string): Promise<BulkAction> {
  return found(await findAction(request.db, request.newsletter.key, id), 'bulk action');
}

function showForecast({ action, reasons, refusals }: Forecast) {
  return {
    ...action,
    type: actionType.parse(action.type),
    metadata: action.metadata,
    dry_run: true as const,
    reasons,
    refusals: refusals.map(item => showItem(item)),
  };
}
