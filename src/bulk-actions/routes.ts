import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { failures, toErrorBody } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { listParameter, pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import {
  bulkActionCreate,
  bulkActionSchema,
  forecastSchema,
  itemSchema,
  showBulkAction,
  showItem,
} from './bulk-action.ts';
import { createBulkAction } from './create.ts';
import { forecast } from './dry-run.ts';
import { findAction, listActions, listItems } from './queries.ts';
import type { BulkContext } from './type.ts';

const tags = ['Bulk actions'];
const params = z.object({ id: z.string() });
const codes = { type: 'bulk_action_invalid_type', metadata: 'bulk_action_invalid_metadata' } as const;

export function bulkActionRoutes(
  app: App,
  { base_url, ...context }: BulkContext & { base_url: string },
): void {
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
        const { action, refusals } = await forecast(db, context, callerOf(request), body);
        reply.code(200);
        return { ...action, ...body, dry_run: true as const, refusals: refusals.map(showItem) };
      }
      const action = await createBulkAction(db, context, callerOf(request), body);
      if (action instanceof DomainError) {
        reply.code(403);
        return toErrorBody(action);
      }
      reply.code(201);
      return showBulkAction(action, context.clock());
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
      const now = context.clock();
      const shown = results.map(action => showBulkAction(action, now));
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
      const action = await findAction(request.db, newsletterOf(request).key, request.params.id);
      if (!action) throw notFound('bulk action');
      return showBulkAction(action, context.clock());
    },
  );

  app.get(
    '/v1/bulk_actions/:id/items',
    {
      config: { access: { bulk_actions: 'read' } },
      schema: {
        tags,
        summary: 'List the items of a bulk action',
        description: 'In order of processing, each with its result.',
        params,
        querystring: z.object({ ...pageParameters, status: listParameter }),
        response: { 200: listOf(itemSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request, reply) => {
      const action = await findAction(request.db, newsletterOf(request).key, request.params.id);
      if (!action) throw notFound('bulk action');
      const { results, count } = await listItems(request.db, action.key, request.query);
      return sendPage(request, reply, base_url, request.query, { results: results.map(showItem), count });
    },
  );
}
