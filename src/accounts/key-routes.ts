import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type ApiKeyCreate, apiKeyCreate, apiKeySchema, showKey } from './api-key.ts';
import { callerOf, newsletterOf } from './authenticate.ts';
import { listKeysOf } from './key-queries.ts';
import { createKeyFor, keyOf, revokeKeyFor } from './keys.ts';

const tags = ['API keys'];
const params = z.object({ id: z.string() });
const created = apiKeySchema.extend({
  api_key: z.string().describe('The key itself, shown only once: empty in a replay'),
});

type KeyRoutes = {
  base_url: string;
  /** Resolves these words to tag ids. Tags belong to a higher room, so this is passed in. */
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
        description: 'All keys of the newsletter, oldest first, including expired and revoked ones.',
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
          'The new key belongs to the newsletter of the calling key and cannot exceed it: no further area, no wider bound, no later expiry.',
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
          'The key stops working immediately but stays in the list. A key can revoke itself. Only a key with `installation: write` can revoke another key that has access to the installation.',
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
