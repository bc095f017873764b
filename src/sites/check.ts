import type { Newsletter } from '../accounts/newsletter.ts';
import type { SiteDns } from '../domains/dns.ts';
import { originOf } from '../links/site.ts';
import type { Database } from '../platform/database/connect.ts';
import { newId } from '../platform/ids.ts';
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { bytesOfId, idBytes, readToken, type Secret } from '../platform/secrets/signed-tokens.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { insertChallenge } from './queries.ts';
import type { SiteCheck, SiteRecord } from './site-check.ts';

export type SiteCheckContext = {
  site_dns: SiteDns;
  safe_fetch: Pick<SafeFetch, 'request'>;
  secret: Secret;
  base_url: string;
};

/** How long a domain may take to answer: its proxy may first have to get a certificate. */
const probeMilliseconds = 30_000;

/**
 * Checks whether a newsletter's domain leads to this installation: queries DNS, and then asks the domain itself a question that only this
 * database can answer. So a copy of the installation, which has the same secrets, is not mistaken for it. Changes nothing.
 */
export async function lookAtSite(
  db: Database,
  context: SiteCheckContext,
  { domain }: Pick<Newsletter, 'domain'>,
): Promise<SiteCheck> {
  const { is_pointed, ...shown } = await lookAtRecords(context, domain);
  const fault = await probe(db, context, domain);
  const missing = is_pointed
    ? []
    : shown.records.filter(({ state, type }) => state !== 'found' && type !== 'CAA');
  const faults =
    fault === undefined
      ? []
      : [...missing.map(({ name, detail }) => sentence('sites.record', { name, detail })), fault].slice(0, 5);
  return {
    domain,
    ...shown,
    faults,
    is_pointed: is_pointed || fault === undefined,
    is_served: fault === undefined,
  };
}

/** Finds what keeps the domain from answering as this installation; undefined if it does. */
async function probe(
  db: Database,
  { safe_fetch, secret, base_url }: SiteCheckContext,
  domain: string,
): Promise<string | undefined> {
  const id = newId();
  await insertChallenge(db, id, domain);
  const address = `${originOf(base_url, domain)}/.well-known/postrider/challenges/${id}`;
  const outcome = await safe_fetch.request(address, {
    limit_bytes: 2000,
    total_ms: probeMilliseconds,
    headers_ms: probeMilliseconds,
    redirects: 0,
  });
  if (outcome.kind !== 'response')
    return sentence('sites.no_answer', { address: originOf(base_url, domain), reason: outcome.reason });
  const answer = readToken(secret, 'domain', outcome.body.toString('latin1').trim(), idBytes);
  if (outcome.status === 200 && answer?.equals(bytesOfId(id))) return undefined;
  return sentence('sites.leads_elsewhere', { address: originOf(base_url, domain), status: outcome.status });
}

async function lookAtRecords({ site_dns, base_url }: SiteCheckContext, domain: string) {
  const target = new URL(base_url).hostname;
  const [nameservers, aliases, own, ours, caa] = await Promise.all([
    site_dns.ns(domain),
    site_dns.cname(domain),
    site_dns.addresses(domain),
    site_dns.addresses(target),
    lookAtCaa(site_dns, domain),
  ]);
  // The top of a zone cannot have a CNAME (RFC 1034 §3.6.2).
  const servers = 'found' in nameservers ? nameservers.found : [];
  const isTop = servers.length > 0;
  const wanted = 'found' in ours ? ours.found : [];
  const found = 'found' in own ? own.found : [];
  const isAlias = 'found' in aliases && aliases.found.includes(target);
  const is_pointed = isAlias || found.some(address => wanted.includes(address));
  const failed = 'failed' in own ? own.failed : undefined;
  const record_type: SiteCheck['record_type'] = isTop ? 'A' : 'CNAME';
  const records = isTop
    ? wanted.map(address =>
        recordOf(address.includes(':') ? 'AAAA' : 'A', domain, address, found, is_pointed, failed),
      )
    : [
        recordOf(
          'CNAME',
          domain,
          target,
          'found' in aliases ? [...aliases.found, ...found] : found,
          is_pointed,
          failed,
        ),
      ];
  return { record_type, records: [...records, ...caa], nameservers: servers, is_pointed };
}

function recordOf(
  type: SiteRecord['type'],
  name: string,
  value: string,
  found: string[],
  is_pointed: boolean,
  failed: string | undefined,
): SiteRecord {
  const record = { type, name, value, found: found.slice(0, 10) };
  if (is_pointed) return { ...record, state: 'found', detail: '' };
  if (failed !== undefined) return { ...record, state: 'unknown', detail: failed };
  return found.length === 0
    ? {
        ...record,
        state: 'missing',
        detail: sentence('sites.publish', { name }),
      }
    : { ...record, state: 'wrong', detail: sentence('sites.replace') };
}

/** Checks who may issue certificates, if DNS limits that (RFC 8659 §3: the nearest name with such records counts). */
async function lookAtCaa(site_dns: SiteDns, domain: string): Promise<SiteRecord[]> {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
  const answers = await Promise.all(names.map(name => site_dns.caa(name)));
  const at = answers.findIndex(answer => 'failed' in answer || answer.found.length > 0);
  const answer = answers[at];
  if (!answer) return [];
  const record = { type: 'CAA', name: names[at]!, value: '0 issue "letsencrypt.org"' } as const;
  if ('failed' in answer) return [{ ...record, found: [], state: 'unknown', detail: answer.failed }];
  const issuers = answer.found.filter(entry => / issue /.test(entry));
  const isAllowed = issuers.length === 0 || issuers.some(entry => entry.includes('letsencrypt.org'));
  return [
    {
      ...record,
      found: answer.found.slice(0, 10),
      state: isAllowed ? 'found' : 'wrong',
      detail: isAllowed ? '' : sentence('sites.forbids_lets_encrypt'),
    },
  ];
}
