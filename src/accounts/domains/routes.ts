import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { failures } from '../../platform/http/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { flagParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Reach } from '../../platform/mail/smtp/reach.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { ownNewsletter } from '../authenticate.ts';
import { checkDomain } from './check.ts';
import { dnsMilliseconds, withinTime } from './deadline.ts';
import { dkimKeySchema, dkimKeyUpdate, showDkimKey } from './dkim-key.ts';
import type { Dns } from './dns.ts';
import { changeDkimKey, deleteDkimKey, makeDkimKeys } from './keys.ts';
import { listDkimKeys } from './queries.ts';
import { openSenderChecks } from './sender-check.ts';

const tags = ['Newsletters'];
const params = z.object({ id: z.string() });
const keyParams = z.object({ id: z.string(), key_id: z.string() });

const keyList = z.object({ results: z.array(dkimKeySchema), count: z.int() });

const recordCheck = z.object({
  purpose: z.enum(['DKIM', 'SPF', 'return path', 'DMARC']),
  type: z.enum(['TXT', 'MX']),
  name: z.string(),
  value: z.string().describe('What to publish'),
  state: z.enum(['found', 'missing', 'wrong', 'unknown']).describe('unknown: DNS could not be asked'),
  found: z.array(z.string()).describe('What DNS shows now'),
  detail: z.string().describe('What is wrong, and what to do'),
});

const domainCheck = z.object({ domain: z.string(), records: z.array(recordCheck) });

const senderCheck = z
  .object({
    state: z
      .enum(['good', 'faulty', 'unknown'])
      .describe(
        'faulty: something is missing, wrong or unreachable; unknown: something could not be checked',
      ),
    from_address: z.string(),
    domain: z.string(),
    records: z.array(recordCheck),
    relays: z
      .array(
        z.object({
          name: z.string().describe('host:port'),
          state: z.enum(['reachable', 'unreachable']),
          detail: z.string().describe('What is in the way'),
        }),
      )
      .describe('The mail servers of the installation; empty while mail stays in the built-in inbox'),
    notes: z.array(z.string()).describe('What else is wrong, and what to do'),
    faults: z
      .array(z.string())
      .describe('Everything that is wrong; empty while mail stays in the built-in inbox'),
    checked_date: timestamp.describe('Answers are given again for a minute'),
  })
  .meta({ id: 'SenderCheck' });

export type DomainRoutes = {
  dns: Dns;
  clock: Clock;
  vault: Vault;
  bounce_domain: string | undefined;
  relay_hosts: string[];
  base_url: string;
  /** Connects to the installation's relays. */
  reach: () => Promise<Reach[]>;
};

export function domainRoutes(app: App, context: DomainRoutes): void {
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
    async request =>
      checkDomain(
        request.db,
        { ...context, dns: withinTime(context.dns, dnsMilliseconds) },
        ownNewsletter(request, request.params.id),
      ),
  );

  const checkSender = openSenderChecks(context);
  app.get(
    '/v1/newsletters/:id/sender_check',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Check whether mail of a newsletter can leave and is believed',
        description:
          'SPF, DKIM, DMARC and return path as DNS shows them, with the records to publish, and whether the mail servers accept our connections. Changes nothing. Answers are given again for a minute, with `fresh` for five seconds, unless the keys have changed.',
        params,
        querystring: z.object({ fresh: flagParameter }),
        response: { 200: senderCheck, ...failures(400, 401, 403, 404) },
      },
    },
    async request => checkSender(request.db, ownNewsletter(request, request.params.id), request.query),
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
      const keys = await listDkimKeys(request.db, ownNewsletter(request, request.params.id).key);
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
        ownNewsletter(request, request.params.id),
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
      return showDkimKey(
        await changeDkimKey(request.db, ownNewsletter(request, id).key, key_id, request.body.status),
      );
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
      await deleteDkimKey(request.db, ownNewsletter(request, id).key, key_id);
      reply.code(204);
    },
  );
}
