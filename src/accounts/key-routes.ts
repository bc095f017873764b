import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { flagParameter, pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type ApiKeyCreate, apiKeyCreate, apiKeySchema, showKey } from './api-key.ts';
import { listKeysOf } from './key-queries.ts';
import { createKeyFor, keyOf, type Makers, revokeKeyFor } from './keys.ts';

const created = apiKeySchema.extend({
  api_key: z.string().describe('The key itself, shown only once: empty in a replay'),
});

type KeyRoutes = Makers & {
  /** Resolves these words to tag ids. Tags belong to a higher room, so this is passed in. */
  tagIdsOf: (db: Database, newsletter_key: number, words: string[], field: string) => Promise<string[]>;
};

const api = operations('API keys', {
  list: {
    summary: 'List API keys',
    description: 'All keys of the newsletter, oldest first, including expired and revoked ones.',
    access: { settings: 'read' },
    query: z.object(pageParameters),
    answers: listOf(apiKeySchema),
  },
  create: {
    summary: 'Create an API key',
    description:
      'The new key belongs to the newsletter of the calling key and cannot exceed it: no further area, no wider bound, no later expiry.',
    access: { settings: 'write' },
    secret_fields: { api_key: '' },
    body: apiKeyCreate,
    answers: { 201: created },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve an API key',
    access: { settings: 'read' },
    params,
    answers: apiKeySchema,
  },
  revoke: {
    summary: 'Revoke an API key',
    description:
      'The key stops working immediately but stays in the list. The keys that it created stop with it, unless `keep_keys` is true. A key can revoke itself; then the keys that it created stay valid. Only a key with `installation: write` can revoke another key that has access to the installation.',
    access: { settings: 'write' },
    params,
    query: z.object({
      keep_keys: flagParameter.describe('Keys that it created stay valid, as if the caller had created them'),
    }),
  },
});

export function keyRoutes(app: App, { tagIdsOf, endMade, holdRights }: KeyRoutes): void {
  app.get('/v1/api_keys', api.list, async ({ db, newsletter, query }, reply) =>
    sendPage(reply, await listKeysOf(db, newsletter.key, query), showKey),
  );

  app.post('/v1/api_keys', api.create, async request => {
    const { db, caller } = request;
    const { secret, ...key } = await createKeyFor(db, caller, await named(request), holdRights);
    return { ...showKey(key), api_key: secret };
  });

  app.get('/v1/api_keys/:id', api.retrieve, async ({ db, newsletter, params }) =>
    showKey(await keyOf(db, newsletter, params.id)),
  );

  app.delete('/v1/api_keys/:id', api.revoke, async ({ db, caller, params, query, ip }) => {
    const { id } = params;
    const given = { ...query, endMade, holdRights, ip_address: ip };
    await revokeKeyFor(db, caller, id, given);
  });

  async function named({ body, db, caller }: FastifyRequest<{ Body: ApiKeyCreate }>): Promise<ApiKeyCreate> {
    const { tags } = body.bounds;
    if (!tags) return body;
    return {
      ...body,
      bounds: { ...body.bounds, tags: await tagIdsOf(db, caller.newsletter.key, tags, 'bounds.tags') },
    };
  }
}
