import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { type Area, reaches } from '../accounts/permissions.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { failures, toErrorBody } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
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
import { bulkUndoDays } from './former-queries.ts';
import { countReasons, findCreators, listActions, listItems, nameItems } from './list-queries.ts';
import { findAction } from './queries.ts';
import type { TargetName } from './targets.ts';
import type { BulkContext } from './type.ts';
import { actionType, typeOf } from './types.ts';
import { forecastUndo, undoBulkAction } from './undo.ts';

const tags = ['Bulk actions'];
const params = z.object({ id: z.string() });
const codes = { type: 'bulk_action_invalid_type', metadata: 'bulk_action_invalid_metadata' } as const;

/** The area that may read what the action acts on. */
const areas: Record<TargetName, Area> = {
  subscribers: 'subscribers',
  tags: 'subscribers',
  emails: 'emails',
  events: 'settings',
};

export function bulkActionRoutes(
  app: App,
  { base_url, ...context }: BulkContext & { base_url: string },
): void {
  const show = async (request: FastifyRequest, actions: BulkAction[]) => {
    const ids = actions.map(({ created_by }) => created_by);
    const creators = await findCreators(request.db, ids);
    if (!reaches(callerOf(request).permissions, 'settings', 'read'))
      for (const creator of creators.values()) creator.name = '';
    const now = context.clock();
    return actions.map(action => showBulkAction(action, now, creators));
  };
  const showOne = async (request: FastifyRequest, action: BulkAction) => (await show(request, [action]))[0]!;

  app.post(
    '/v1/bulk_actions',
    {
      config: { access: { bulk_actions: 'write' }, codes },
      schema: {
        tags,
        summary: 'Create a bulk action',
        description:
          'Performs one operation on many objects. The action runs in the background; retrieve it to see its progress. With `metadata.dry_run`, nothing changes and the response says what the action would do.',
        body: bulkActionCreate,
        response: {
          201: bulkActionSchema,
          200: forecastSchema.describe('With metadata.dry_run: what the action would do'),
          ...failures(400, 401, 403, 409),
        },
      },
    },
    async (request, reply) => {
      const { body, db } = request;
      if (body.metadata.dry_run === true) {
        reply.code(200);
        return showForecast(await forecast(db, context, callerOf(request), body));
      }
      const action = await createBulkAction(db, context, callerOf(request), body);
      if (action instanceof DomainError) {
        reply.code(403);
        return toErrorBody(action);
      }
      reply.code(201);
      return showOne(request, action);
    },
  );

  app.get(
    '/v1/bulk_actions',
    {
      config: { access: { bulk_actions: 'read' } },
      schema: {
        tags,
        summary: 'List bulk actions',
        description: 'Newest first.',
        querystring: z.object({ ...pageParameters, status: listParameter, type: listParameter }),
        response: { 200: listOf(bulkActionSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listActions(request.db, newsletterOf(request).key, request.query);
      const shown = await show(request, results);
      return sendPage(request, reply, base_url, request.query, { results: shown, count });
    },
  );

  app.get(
    '/v1/bulk_actions/:id',
    {
      config: { access: { bulk_actions: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve a bulk action',
        params,
        response: { 200: bulkActionSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      return showOne(request, await demandAction(request, request.params.id));
    },
  );

  app.post(
    '/v1/bulk_actions/:id/undo',
    {
      config: { access: { bulk_actions: 'write' } },
      schema: {
        tags,
        summary: 'Undo a bulk action',
        description: `Within ${bulkUndoDays} days, for apply_tags, apply_metadata and the four types that change the type of subscribers. The response is another bulk action, which gives the subscribers their former values; if the action has been undone already, it is the one that did it. Whoever was changed since, or has unsubscribed or complained since, stays as they are, and is listed among its items. Nobody is mailed, and webhooks are told only that it has ended. With \`dry_run\`, nothing changes and the response says what would.`,
        params,
        body: z.object({ dry_run: z.boolean().nullish() }),
        response: {
          201: bulkActionSchema,
          200: forecastSchema.describe('With dry_run: what the undo would do'),
          ...failures(400, 401, 403, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { db, params, body } = request;
      if (body.dry_run) {
        reply.code(200);
        return showForecast(await forecastUndo(db, context, callerOf(request), params.id));
      }
      const undo = await undoBulkAction(db, context, callerOf(request), params.id);
      reply.code(201);
      return showOne(request, undo);
    },
  );

  app.get(
    '/v1/bulk_actions/:id/items',
    {
      config: { access: { bulk_actions: 'read' } },
      schema: {
        tags,
        summary: 'List the items of a bulk action',
        description:
          'In order of processing, each with its result. Names are shown to whoever may read what they name.',
        params,
        querystring: z.object({ ...pageParameters, status: listParameter }),
        response: { 200: listOf(itemSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const action = await demandAction(request, request.params.id);
      const { results, count } = await listItems(request.db, action.key, request.query);
      const { acts_on } = typeOf(action);
      const isReadable = reaches(callerOf(request).permissions, areas[acts_on], 'read');
      const named = isReadable
        ? await nameItems(request.db, action.newsletter_key, acts_on, results)
        : undefined;
      const shown = results.map(item => showItem({ ...item, name: named?.get(item.target_key) ?? '' }));
      return sendPage(request, reply, base_url, request.query, { results: shown, count });
    },
  );

  app.get(
    '/v1/bulk_actions/:id/reasons',
    {
      config: { access: { bulk_actions: 'read' } },
      schema: {
        tags,
        summary: 'Count why items of a bulk action did not change',
        description: 'Why items were skipped or failed, and how many; the most frequent ten.',
        params,
        response: { 200: reasonsSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const action = await demandAction(request, request.params.id);
      return { results: await countReasons(request.db, action.key) };
    },
  );
}

async function demandAction(request: FastifyRequest, id: string): Promise<BulkAction> {
  const action = await findAction(request.db, newsletterOf(request).key, id);
  if (!action) throw notFound('bulk action');
  return action;
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
