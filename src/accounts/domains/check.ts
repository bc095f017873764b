import type { Database } from '../../platform/database/connect.ts';
import { domainOf } from '../../platform/mail/address.ts';
import type { Newsletter } from '../newsletter.ts';
import { type DkimKeyRow, recordName } from './dkim-key.ts';
import type { Dns } from './dns.ts';
import { listDkimKeys, moveDkimKey } from './queries.ts';
import { findSpfFaults } from './spf.ts';

/** One record that DNS should contain, and whether it does. */
export type RecordCheck = {
  purpose: 'DKIM' | 'SPF' | 'return path' | 'DMARC';
  type: 'TXT' | 'MX';
  name: string;
  /** The value to publish. */
  value: string;
  state: 'found' | 'missing' | 'wrong' | 'unknown';
  /** What is wrong, and what to do. */
  detail: string;
};

export type DomainCheck = { domain: string; records: RecordCheck[] };

type CheckContext = { dns: Dns; bounce_domain: string | undefined; relay_hosts: string[]; base_url: string };

/**
 * Checks which records the newsletter's domain needs (DKIM, SPF, return path, DMARC) and whether DNS has them.
 * Activates the DKIM keys that DNS has.
 */
export async function checkDomain(
  db: Database,
  { dns, bounce_domain, relay_hosts, base_url }: CheckContext,
  newsletter: Newsletter,
): Promise<DomainCheck> {
  const domain = domainOf(newsletter.from_address);
  const keys = (await listDkimKeys(db, newsletter.key)).filter(
    key => key.domain === domain && key.status !== 'retired',
  );
  const dkim = await Promise.all(keys.map(key => checkKey(dns, key)));
  for (const [at, { state }] of dkim.entries())
    if (state === 'found') await moveDkimKey(db, newsletter.key, keys[at]!.id, ['waiting'], 'active');
  const path = bounce_domain ?? domain;
  return {
    domain,
    records: [
      ...dkim,
      await checkSpf(dns, path, relay_hosts),
      ...(bounce_domain ? [await checkReturnPath(dns, bounce_domain, new URL(base_url).hostname)] : []),
      await checkDmarc(dns, domain),
    ],
  };
}

async function checkKey(dns: Dns, key: DkimKeyRow): Promise<RecordCheck> {
  const name = recordName(key);
  const wanted = { purpose: 'DKIM', type: 'TXT', name, value: key.record } as const;
  const answer = await dns.txt(name);
  if ('failed' in answer) return { ...wanted, state: 'unknown', detail: answer.failed };
  const published = answer.found.map(publicKeyOf);
  if (published.includes(publicKeyOf(key.record))) return { ...wanted, state: 'found', detail: '' };
  return answer.found.length === 0
    ? {
        ...wanted,
        state: 'missing',
        detail: 'Publish this record. The key signs nothing until DNS shows it.',
      }
    : {
        ...wanted,
        state: 'wrong',
        detail: 'DNS shows a different key under this name. Replace it with this one.',
      };
}

async function checkSpf(dns: Dns, domain: string, relay_hosts: string[]): Promise<RecordCheck> {
  const relays = relay_hosts.map(host => `a:${host}`).join(' ');
  const wanted = {
    purpose: 'SPF',
    type: 'TXT',
    name: domain,
    value: `v=spf1 ${relays || 'a'} ~all`,
  } as const;
  const faults = await findSpfFaults(dns, domain);
  const advice = 'If your mail provider gives you an include: mechanism, use it instead of a:.';
  if (faults.length === 0) return { ...wanted, state: 'found', detail: '' };
  const failed = faults.find(fault => fault.startsWith('DNS could not'));
  if (failed) return { ...wanted, state: 'unknown', detail: failed };
  const missing = faults.includes('There is no SPF record.');
  return { ...wanted, state: missing ? 'missing' : 'wrong', detail: `${faults.join(' ')} ${advice}` };
}

async function checkReturnPath(dns: Dns, bounce_domain: string, host: string): Promise<RecordCheck> {
  const wanted = { purpose: 'return path', type: 'MX', name: bounce_domain, value: `10 ${host}.` } as const;
  const answer = await dns.mx(bounce_domain);
  if ('failed' in answer) return { ...wanted, state: 'unknown', detail: answer.failed };
  return answer.found.length > 0
    ? { ...wanted, state: 'found', detail: '' }
    : {
        ...wanted,
        state: 'missing',
        detail: 'Bounces are sent to this domain. Point it to the machine that listens on BOUNCE_PORT.',
      };
}

async function checkDmarc(dns: Dns, domain: string): Promise<RecordCheck> {
  const name = `_dmarc.${domain}`;
  const wanted = {
    purpose: 'DMARC',
    type: 'TXT',
    name,
    value: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
  } as const;
  const answer = await dns.txt(name);
  if ('failed' in answer) return { ...wanted, state: 'unknown', detail: answer.failed };
  const records = answer.found.filter(record => /^v=DMARC1\s*(?:;|$)/i.test(record));
  if (records.length === 0)
    return {
      ...wanted,
      state: 'missing',
      detail: 'Large mailbox providers require a DMARC record from bulk senders.',
    };
  if (records.length > 1)
    return {
      ...wanted,
      state: 'wrong',
      detail: `There are ${records.length} records, but only one is allowed.`,
    };
  return /;\s*p\s*=\s*(?:none|quarantine|reject)\b/i.test(records[0]!)
    ? { ...wanted, state: 'found', detail: '' }
    : {
        ...wanted,
        state: 'wrong',
        detail: 'The record has no policy. Add p=none, p=quarantine or p=reject.',
      };
}

function publicKeyOf(record: string): string {
  return /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '') ?? record;
}
