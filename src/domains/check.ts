import type { Newsletter } from '../accounts/newsletter.ts';
import { bounceDomainOf } from '../links/return-path.ts';
import type { Database } from '../platform/database/connect.ts';
import { domainOf } from '../platform/mail/address.ts';
import { hostsOf, type Relay } from '../platform/mail/smtp/relays.ts';
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { sentence, together } from '../platform/sentences/sentence.ts';
import { checkBimi } from './bimi.ts';
import { checkKeys } from './dkim-check.ts';
import type { Dns } from './dns.ts';
import { checkMtaSts } from './mta-sts.ts';
import { listDkimKeys, moveDkimKey } from './queries.ts';
import { type RecordCheck, shorten } from './record-check.ts';
import { checkReportRecords, dmarcProposal } from './report-records.ts';
import { readSpf } from './spf.ts';

export type DomainCheck = { domain: string; records: RecordCheck[] };

type Sender = Pick<Newsletter, 'key' | 'from_address' | 'bounce_domain'>;

export type CheckContext = {
  dns: Dns;
  bounce_domain: string | undefined;
  /** Lists the relays that take the newsletter's mail; none while it stays in the built-in inbox. */
  relays: (db: Database, newsletter: Sender) => Promise<readonly Pick<Relay, 'host'>[]>;
  base_url: string;
  /** Fetches the policy and the logo that records name. Without it, they are not checked. */
  safe_fetch?: Pick<SafeFetch, 'request'>;
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
  const { keys, ...check } = await lookAtDomain(db, context, newsletter);
  for (const [id, state] of keys)
    if (state === 'found') await moveDkimKey(db, newsletter.key, id, ['waiting'], 'active');
  return check;
}

/** Like checkDomain, but changes nothing. `keys` says for each key, by its id, whether receivers find it. */
export async function lookAtDomain(
  db: Database,
  { dns, bounce_domain: installation, relays, base_url, safe_fetch }: CheckContext,
  newsletter: Sender,
): Promise<DomainCheck & { keys: Map<string, RecordCheck['state']> }> {
  const domain = domainOf(newsletter.from_address);
  const bounce_domain = bounceDomainOf(installation, newsletter);
  const keys = (await listDkimKeys(db, newsletter.key)).filter(key => key.domain === domain);
  const host = new URL(base_url).hostname;
  const relay_hosts = hostsOf(await relays(db, newsletter));
  const dmarc = checkDmarc(dns, domain, bounce_domain);
  const [dkim, reports, transport, logo, ...others] = await Promise.all([
    checkKeys(dns, keys),
    bounce_domain ? checkReportRecords(dns, domain, bounce_domain, await dmarc) : [],
    safe_fetch ? checkMtaSts(dns, safe_fetch, domain) : [],
    safe_fetch ? checkBimi(dns, safe_fetch, domain, await dmarc) : undefined,
    checkSpf(dns, bounce_domain ?? domain, relay_hosts),
    ...(bounce_domain ? [checkReturnPath(dns, bounce_domain, { host, installation })] : []),
    dmarc,
  ]);
  return {
    domain,
    records: [...dkim.records, ...others, ...reports, ...transport, ...(logo ? [logo] : [])],
    keys: dkim.states,
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

/** Checks the newsletter's own bounce domain: it must lead to the same mail servers as the installation's domain, or here. */
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
