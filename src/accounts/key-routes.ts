import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type ApiKeyCreate, apiKeyCreate, apiKeySchema, showKey } from './api-key.ts';
import { callerOf, newsletterOf } from './authenticate.ts';
import { createKeyFor, keyOf, revokeKeyFor } from './keys.ts';
import { listKeysOf } from './queries.ts';

const tags = ['API keys'];
const params = z.object({ id: z.string() });
const created = apiKeySchema.extend({
  api_key: z.string().describe('The key itself, shown this once: empty in a replay'),
});

type KeyRoutes = {
  base_url: string;
  /** The ids of the tags that these words name. Tags stand above this room, so it is handed in. */
  tagIdsOf: (db: Database, newsletter_key: number, words: string[], field: string) => Promise<string[]>;
};

export function keyRoutes(app: App, { base_url, tagIdsOf }: KeyRoutes): void {
  app.get(
    '/v1/api_keys',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List API keys',
        description: 'All keys of the newsletter, the oldest first, with those that expired or were revoked.',
        querystring: z.object(pageParameters),
        response: { 200: listOf(apiKeySchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listKeysOf(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, { results: results.map(showKey), count });
    },
  );

  app.post(
    '/v1/api_keys',
    {
      config: { access: { settings: 'write' }, secret_field: 'api_key' },
      schema: {
        tags,
        summary: 'Create an API key',
        description:
          'For the newsletter of the calling key, which cannot grant more than it has itself: no further area, no wider bound and no later expiry.',
        body: apiKeyCreate,
        response: { 201: created, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { secret, ...key } = await createKeyFor(request.db, callerOf(request), await named(request));
      reply.code(201);
      return { ...showKey(key), api_key: secret };
    },
  );

  app.get(
    '/v1/api_keys/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an API key',
        params,
        response: { 200: apiKeySchema, ...failures(401, 403, 404) },
      },
    },
    async request => showKey(await keyOf(request.db, newsletterOf(request), request.params.id)),
  );

  app.delete(
    '/v1/api_keys/:id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Revoke an API key',
        description:
          'Requests with it are refused from then on; it stays in the list. A key may revoke itself. One with the area `installation` is revoked only by another that has `installation: write`.',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await revokeKeyFor(request.db, callerOf(request), request.params.id);
      reply.code(204);
    },
  );

  async function named({ body, db, caller }: FastifyRequest<{ Body: ApiKeyCreate }>): Promise<ApiKeyCreate> {
    const { tags } = body.bounds;
    if (!tags || !caller) return body;
    return {
      ...body,
      bounds: { ...body.bounds, tags: await tagIdsOf(db, caller.newsletter.key, tags, 'bounds.tags') },
    };
  }
}
