import { z } from 'zod';
import { ownNewsletter } from '../accounts/authenticate.ts';
import { domainError } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { flagParameter, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { sentenceSchema, sentencesSchema } from '../platform/sentences/schema.ts';
import { checkDomain } from './check.ts';
import { dnsMilliseconds, withinTime } from './deadline.ts';
import { dkimKeyCreate, dkimKeySchema, dkimKeyUpdate, showDkimKey } from './dkim-key.ts';
import { changeDkimKey, deleteDkimKey, makeDkimKeys } from './keys.ts';
import { listDkimKeys } from './queries.ts';
import { purposes } from './record-check.ts';
import { openSenderChecks, type SenderContext } from './sender-check.ts';
import { sendingDomainSchema, showSendingDomain } from './sending-domain.ts';

const keyParams = z.object({ id: z.string(), key_id: z.string() });

const keyList = z.object({ results: z.array(dkimKeySchema), count: z.int() });

const recordCheck = z.object({
  purpose: z.enum(purposes),
  is_optional: z.literal(true).optional().describe('Present if mail arrives without it, too'),
  type: z.enum(['TXT', 'MX', 'CNAME', 'HTTPS']).describe('HTTPS: a file at an address, not a record'),
  name: z.string(),
  value: z.string().describe('What to publish'),
  state: z.enum(['found', 'missing', 'wrong', 'unknown']).describe('unknown: DNS could not be asked'),
  found: z.array(z.string()).describe('What DNS shows now'),
  detail: z.string().describe('What is wrong, and what to do'),
  detail_sentence: sentenceSchema,
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
          detail: z.string().describe('What keeps mail from being sent'),
          detail_sentence: sentenceSchema,
        }),
      )
      .describe('The mail servers of the installation; empty while mail stays in the built-in inbox'),
    notes: z.array(z.string()).describe('Other faults, and what to do'),
    notes_sentences: sentencesSchema,
    faults: z
      .array(z.string())
      .describe('Everything that is wrong; empty while mail stays in the built-in inbox'),
    faults_sentences: sentencesSchema,
    checked_date: timestamp.describe('The answer is cached for a minute'),
  })
  .meta({ id: 'SenderCheck' });

export type DomainRoutes = SenderContext & { vault: Vault; dkim_zone: string | undefined };

const api = operations('Newsletters', {
  checkDomain: {
    summary: 'Check the domain of a newsletter',
    description:
      'Lists the records the domain needs and whether DNS has them. DKIM keys found in DNS start signing.',
    access: { settings: 'write' },
    params,
    answers: domainCheck,
    fails: [400, 409],
  },
  checkSender: {
    summary: 'Check whether mail of a newsletter can be sent and is trusted',
    description:
      'Shows SPF, DKIM, DMARC and the return path as they are in DNS, the records to publish, and whether the mail servers accept our connections. Changes nothing. The answer is cached for a minute, or for five seconds with `fresh`, unless the keys have changed.',
    access: { settings: 'read' },
    params,
    query: z.object({ fresh: flagParameter }),
    answers: senderCheck,
  },
  sendingDomain: {
    summary: 'Show the domain that a newsletter sends from',
    description:
      'The answer of `sender_check` in another form, without the mail servers. It is cached for a minute, or for five seconds with `force`.',
    access: { settings: 'read' },
    params,
    query: z.object({ force: flagParameter }),
    answers: sendingDomainSchema,
  },
  list: {
    summary: 'List the DKIM keys of a newsletter',
    access: { settings: 'read' },
    params,
    answers: keyList,
  },
  create: {
    summary: 'Create DKIM keys',
    description:
      'Creates an RSA and an Ed25519 key for the domain the newsletter sends from, or only an RSA key if its record is in the zone of the operator. They sign nothing until they are found in DNS.',
    access: { settings: 'write' },
    params,
    body: dkimKeyCreate,
    answers: { 201: keyList },
    fails: [400, 409],
  },
  update: {
    summary: 'Activate or retire a DKIM key',
    access: { settings: 'write' },
    params: keyParams,
    body: dkimKeyUpdate,
    answers: dkimKeySchema,
    fails: [400],
  },
  delete: {
    summary: 'Delete a DKIM key',
    access: { settings: 'write' },
    params: keyParams,
  },
});

export function domainRoutes(app: App, context: DomainRoutes): void {
  app.post('/v1/newsletters/:id/domain/check', api.checkDomain, async request => {
    const dns = withinTime(context.dns, dnsMilliseconds);
    return checkDomain(request.db, { ...context, dns }, ownNewsletter(request, request.params.id));
  });

  const checkSender = openSenderChecks(context);
  app.get('/v1/newsletters/:id/sender_check', api.checkSender, async request =>
    checkSender(request.db, ownNewsletter(request, request.params.id), request.query),
  );

  app.get('/v1/newsletters/:id/sending-domain', api.sendingDomain, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    const check = await checkSender(request.db, newsletter, { fresh: request.query.force });
    return showSendingDomain(newsletter, check);
  });

  app.get('/v1/newsletters/:id/dkim_keys', api.list, async request => {
    const keys = await listDkimKeys(request.db, ownNewsletter(request, request.params.id).key);
    return { results: keys.map(showDkimKey), count: keys.length };
  });

  app.post('/v1/newsletters/:id/dkim_keys', api.create, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    const { is_delegated = context.dkim_zone !== undefined } = request.body;
    if (is_delegated && context.dkim_zone === undefined)
      throw domainError('request_invalid', 'domains.no_zone');
    const keys = await makeDkimKeys(request.db, context.vault, newsletter, {
      now: context.clock(),
      zone: is_delegated ? context.dkim_zone : undefined,
    });
    return { results: keys.map(showDkimKey), count: keys.length };
  });

  app.patch('/v1/newsletters/:id/dkim_keys/:key_id', api.update, async request => {
    const { db, params, body } = request;
    const { key } = ownNewsletter(request, params.id);
    return showDkimKey(await changeDkimKey(db, key, params.key_id, body.status));
  });

  app.delete('/v1/newsletters/:id/dkim_keys/:key_id', api.delete, async request => {
    const { id, key_id } = request.params;
    await deleteDkimKey(request.db, ownNewsletter(request, id).key, key_id);
  });
}
