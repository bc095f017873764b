import type { Newsletter } from '../accounts/newsletter.ts';
import { bounceDomainOf } from '../links/return-path.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainOf } from '../platform/mail/address.ts';
import { hostsOf, type Relay } from '../platform/mail/smtp/relays.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import { type DkimKeyRow, recordName } from './dkim-key.ts';
import type { Dns } from './dns.ts';
import { listDkimKeys, moveDkimKey } from './queries.ts';
import { type RecordCheck, shorten } from './record-check.ts';
import { checkReportRecords, dmarcProposal } from './report-records.ts';
import { readSpf } from './spf.ts';

export type DomainCheck = { domain: string; records: RecordCheck[] };

type Sender = Pick<Newsletter, 'key' | 'from_address' | 'bounce_domain'>;

export type CheckContext = {
  dns: Dns;
  bounce_domain: string | undefined;
  /** The relays that take the newsletter's mail; none while it stays in the built-in inbox. */
  relays: (db: Database, newsletter: Sender) => Promise<readonly Pick<Relay, 'host'>[]>;
  base_url: string;
};

/**
 * Checks which records the newsletter's domain needs (DKIM, SPF, return path, DMARC) or could use, and whether DNS has them.
 * Activates the DKIM keys that DNS has.
 */
export async function checkDomain(
  db: Database,
  context: CheckContext,
  newsletter: Newsletter,
): Promise<DomainCheck> {
  const { check, shown } = await lookAtDomain(db, context, newsletter);
  for (const id of shown) await moveDkimKey(db, newsletter.key, id, ['waiting'], 'active');
  return check;
}

/** Like checkDomain, but changes nothing; `shown` are the ids of the keys that DNS has. */
export async function lookAtDomain(
  db: Database,
  { dns, bounce_domain: installation, relays, base_url }: CheckContext,
  newsletter: Sender,
): Promise<{ check: DomainCheck; shown: string[] }> {
  const domain = domainOf(newsletter.from_address);
  const bounce_domain = bounceDomainOf(installation, newsletter);
  const keys = (await listDkimKeys(db, newsletter.key)).filter(
    key => key.domain === domain && key.status !== 'retired',
  );
  const host = new URL(base_url).hostname;
  const relay_hosts = hostsOf(await relays(db, newsletter));
  const dmarc = checkDmarc(dns, domain, bounce_domain);
  const [dkim, reports, ...others] = await Promise.all([
    Promise.all(keys.map(key => checkKey(dns, key))),
    bounce_domain ? checkReportRecords(dns, domain, bounce_domain, await dmarc) : [],
    checkSpf(dns, bounce_domain ?? domain, relay_hosts),
    ...(bounce_domain ? [checkReturnPath(dns, bounce_domain, { host, installation })] : []),
    dmarc,
  ]);
  const shown = keys.filter((_, at) => dkim[at]!.state === 'found').map(({ id }) => id);
  return { check: { domain, records: [...dkim, ...others, ...reports] }, shown };
}

async function checkKey(dns: Dns, key: DkimKeyRow): Promise<RecordCheck> {
  const name = recordName(key);
  const asked = { purpose: 'DKIM', type: 'TXT', name, value: key.record } as const;
  const answer = await dns.txt(name);
  if ('failed' in answer) return { ...asked, found: [], state: 'unknown', detail: answer.failed };
  const wanted = { ...asked, found: shorten(answer.found) };
  const published = answer.found.map(publicKeyOf);
  if (published.includes(publicKeyOf(key.record))) return { ...wanted, state: 'found', detail: '' };
  return answer.found.length === 0
    ? {
        ...wanted,
        state: 'missing',
        detail: sentence('domains.publish_key'),
      }
    : {
        ...wanted,
        state: 'wrong',
        detail: sentence('domains.other_key'),
      };
}

async function checkSpf(dns: Dns, domain: string, relay_hosts: string[]): Promise<RecordCheck> {
  const relays = relay_hosts.map(host => `a:${host}`).join(' ');
  const { found, faults, failed } = await readSpf(dns, domain);
  const wanted = {
    purpose: 'SPF',
    type: 'TXT',
    name: domain,
    value: `v=spf1 ${relays || 'a'} ~all`,
    found: shorten(found),
  } as const;
  if (failed !== undefined) return { ...wanted, state: 'unknown', detail: failed };
  if (faults.length === 0) return { ...wanted, state: 'found', detail: '' };
  const said = together([...faults, sentence('domains.spf_advice')]);
  const missing = faults.includes(sentence('domains.spf_missing'));
  return {
    ...wanted,
    state: missing ? 'missing' : 'wrong',
    detail: said.text,
    detail_sentence: said.sentence,
  };
}

/** A newsletter's own domain must lead to the same mail servers as the one of the installation, or here. */
async function checkReturnPath(
  dns: Dns,
  bounce_domain: string,
  { host, installation }: { host: string; installation: string | undefined },
): Promise<RecordCheck> {
  const isOwn = installation !== undefined && bounce_domain !== installation;
  const [answer, usual] = await Promise.all([dns.mx(bounce_domain), isOwn ? dns.mx(installation) : null]);
  const servers = usual && 'found' in usual ? usual.found : [];
  const value = `10 ${servers[0] ?? host}.`;
  const asked = { purpose: 'return path', type: 'MX', name: bounce_domain, value } as const;
  if ('failed' in answer) return { ...asked, found: [], state: 'unknown', detail: answer.failed };
  const wanted = { ...asked, found: shorten(answer.found) };
  if (answer.found.length === 0)
    return { ...wanted, state: 'missing', detail: sentence('domains.return_path_missing') };
  return !isOwn || answer.found.some(server => [host, ...servers].includes(server))
    ? { ...wanted, state: 'found', detail: '' }
    : { ...wanted, state: 'wrong', detail: sentence('domains.return_path_elsewhere', { installation }) };
}

async function checkDmarc(dns: Dns, domain: string, bounce_domain: string | undefined): Promise<RecordCheck> {
  const name = `_dmarc.${domain}`;
  const asked = {
    purpose: 'DMARC',
    type: 'TXT',
    name,
    value: dmarcProposal(domain, bounce_domain),
  } as const;
  const answer = await dns.txt(name);
  if ('failed' in answer) return { ...asked, found: [], state: 'unknown', detail: answer.failed };
  const records = answer.found.filter(record => /^v=DMARC1\s*(?:;|$)/i.test(record));
  const wanted = { ...asked, found: shorten(records) };
  if (records.length === 0)
    return {
      ...wanted,
      state: 'missing',
      detail: sentence('domains.dmarc_missing'),
    };
  if (records.length > 1)
    return {
      ...wanted,
      state: 'wrong',
      detail: sentence('domains.dmarc_several', { count: records.length }),
    };
  return /;\s*p\s*=\s*(?:none|quarantine|reject)\b/i.test(records[0]!)
    ? { ...wanted, state: 'found', detail: '' }
    : {
        ...wanted,
        state: 'wrong',
        detail: sentence('domains.dmarc_no_policy'),
      };
}

function publicKeyOf(record: string): string {
  return /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replace(/\s/g, '') ?? record;
}
