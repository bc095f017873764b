import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import type { App } from '../../platform/http/server.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { newsletterOf } from '../authenticate.ts';
import { checkDomain } from './check.ts';
import { dkimKeySchema, dkimKeyUpdate, showDkimKey } from './dkim-key.ts';
import type { Dns } from './dns.ts';
import { changeDkimKey, deleteDkimKey, makeDkimKeys } from './keys.ts';
import { listDkimKeys } from './queries.ts';

const tags = ['Newsletters'];
const params = z.object({ id: z.string() });
const keyParams = z.object({ id: z.string(), key_id: z.string() });

const keyList = z.object({ results: z.array(dkimKeySchema), count: z.int() });

const domainCheck = z.object({
  domain: z.string(),
  records: z.array(
    z.object({
      purpose: z.enum(['DKIM', 'SPF', 'return path', 'DMARC']),
      type: z.enum(['TXT', 'MX']),
      name: z.string(),
      value: z.string().describe('What to publish'),
      state: z.enum(['found', 'missing', 'wrong', 'unknown']),
      detail: z.string(),
    }),
  ),
});

export type DomainRoutes = {
  dns: Dns;
  clock: Clock;
  vault: Vault;
  bounce_domain: string | undefined;
  relay_hosts: string[];
  base_url: string;
};

export function domainRoutes(app: App, context: DomainRoutes): void {
  const own = (request: Parameters<typeof newsletterOf>[0], id: string) => {
    const newsletter = newsletterOf(request);
    if (newsletter.id !== id) throw notFound('newsletter');
    return newsletter;
  };

  app.post(
    '/v1/newsletters/:id/domain/check',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Check the domain of a newsletter',
        description:
          'Lists the records the domain needs and whether DNS has them. DKIM keys found in DNS start signing.',
        params,
        response: { 200: domainCheck, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => checkDomain(request.db, context, own(request, request.params.id)),
  );

  app.get(
    '/v1/newsletters/:id/dkim_keys',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List the DKIM keys of a newsletter',
        params,
        response: { 200: keyList, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const keys = await listDkimKeys(request.db, own(request, request.params.id).key);
      return { results: keys.map(showDkimKey), count: keys.length };
    },
  );

  app.post(
    '/v1/newsletters/:id/dkim_keys',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Create DKIM keys',
        description:
          'Creates an RSA and an Ed25519 key for the domain the newsletter sends from. They sign nothing until DNS shows them.',
        params,
        response: { 201: keyList, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const keys = await makeDkimKeys(
        request.db,
        context.vault,
        own(request, request.params.id),
        context.clock(),
      );
      reply.code(201);
      return { results: keys.map(showDkimKey), count: keys.length };
    },
  );

  app.patch(
    '/v1/newsletters/:id/dkim_keys/:key_id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Activate or retire a DKIM key',
        params: keyParams,
        body: dkimKeyUpdate,
        response: { 200: dkimKeySchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const { id, key_id } = request.params;
      return showDkimKey(await changeDkimKey(request.db, own(request, id).key, key_id, request.body.status));
    },
  );

  app.delete(
    '/v1/newsletters/:id/dkim_keys/:key_id',
    {
      config: { access: { settings: 'write' } },
      schema: {
        tags,
        summary: 'Delete a DKIM key',
        params: keyParams,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { id, key_id } = request.params;
      await deleteDkimKey(request.db, own(request, id).key, key_id);
      reply.code(204);
    },
  );
}
