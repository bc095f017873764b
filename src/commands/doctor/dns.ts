import { hostname } from 'node:os';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { listNewsletters } from '../../accounts/queries.ts';
import { listHosts } from '../../delivery/relays/in-use.ts';
import { lookAtDomain } from '../../domains/check.ts';
import { withinTime } from '../../domains/deadline.ts';
import type { Dns, ReverseDns } from '../../domains/dns.ts';
import type { RecordCheck } from '../../domains/record-check.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/connect.ts';
import { isThisMachine, readRelays } from '../../platform/mail/smtp/relays.ts';
import { type Finding, findingsOf } from './finding.ts';

const { good, warning, wrong, unknown } = findingsOf('DNS');

const dnsMilliseconds = 15_000;
/** The most newsletters that are checked; others are left to their own sender checks. */
const mostNewsletters = 50;

/**
 * Checks the records of every newsletter's domain, unless its mail stays in the inbox, and the names of the machines that mail leaves from.
 */
export async function checkDns(db: Database, config: Config, dns: Dns & ReverseDns): Promise<Finding[]> {
  const timely = withinTime(dns, dnsMilliseconds);
  const context = {
    dns: timely,
    bounce_domain: config.BOUNCE_DOMAIN,
    relays: (db: Database, newsletter: Pick<Newsletter, 'key' | 'from_address'>) =>
      listHosts(db, config.SMTP_URL, newsletter),
    base_url: config.BASE_URL,
  };
  const newsletters = [];
  for (const newsletter of (await listNewsletters(db)).slice(0, mostNewsletters))
    if ((await context.relays(db, newsletter)).length > 0) newsletters.push(newsletter);
  const [reverse, ...domains] = await Promise.all([
    checkReverse(dns, config.SMTP_URL === undefined ? [] : senders(config.SMTP_URL)),
    ...newsletters.map(newsletter => lookAtDomain(db, context, newsletter)),
  ]);
  const unsigned = domains
    .filter(({ records }) => !records.some(({ purpose }) => purpose === 'DKIM'))
    .map(({ domain }) => domain);
  const findings = [
    ...domains.flatMap(({ records }) => records.map(describeRecord)),
    ...[...new Set(unsigned)].map(domain =>
      warning(`DKIM of ${domain}`, {
        detail: 'Postrider does not sign its mail: there are no keys.',
        remedy: 'Run npx postrider domain check and publish the records, unless your mail server signs.',
      }),
    ),
    ...reverse,
  ];
  return [...new Map(findings.map(finding => [finding.about, finding])).values()];
}

function describeRecord({ purpose, type, name, value, state, detail, is_optional }: RecordCheck): Finding {
  const about = `${purpose} record ${name}`;
  const remedy = `Publish at ${name}: ${type} ${value}`;
  if (state === 'found') return good(about, { detail: 'DNS has it.' });
  if (state === 'unknown') return unknown(about, { detail, remedy: 'Try again later.' });
  return (is_optional ? warning : wrong)(about, { detail: detail || 'It is not in DNS.', remedy });
}

/** Returns the hosts from which mail leaves, as far as the settings say. */
function senders(urls: string): { host: string; is_ours: boolean }[] {
  const hosts = readRelays(urls).map(({ host, client_name }) =>
    isThisMachine(host) ? { host: nameOf(client_name), is_ours: true } : { host, is_ours: false },
  );
  return [...new Map(hosts.map(one => [one.host, one])).values()];
}

function nameOf(client_name: string): string {
  return client_name.startsWith('[') ? hostname() : client_name;
}

/** Checks whether the addresses of each host have a name, and whether this name leads back to the address: receivers require both. */
async function checkReverse(dns: ReverseDns, hosts: ReturnType<typeof senders>): Promise<Finding[]> {
  const findings = [];
  for (const { host, is_ours } of hosts) {
    const addresses = /^[\d.]+$|:/.test(host) ? { found: [host] } : await dns.addresses(host);
    if ('failed' in addresses) findings.push(unknown(`PTR of ${host}`, { detail: addresses.failed }));
    else if (addresses.found.length === 0)
      findings.push(
        (is_ours ? wrong : warning)(`PTR of ${host}`, {
          detail: `DNS has no address for ${host}.`,
          remedy: is_ours
            ? 'Give this machine a name that is in DNS, and put it into SMTP_URL as ?name=.'
            : 'Check the name in SMTP_URL.',
        }),
      );
    else
      for (const address of addresses.found.slice(0, 8))
        findings.push(await checkAddress(dns, host, address, is_ours));
  }
  return findings;
}

async function checkAddress(
  dns: ReverseDns,
  host: string,
  address: string,
  is_ours: boolean,
): Promise<Finding> {
  const about = `PTR of ${address}`;
  const names = await dns.names(address);
  if ('failed' in names) return unknown(about, { detail: names.failed });
  for (const name of names.found.slice(0, 4)) {
    const back = await dns.addresses(name);
    if ('found' in back && back.found.includes(address))
      return good(about, { detail: `${address} has the name ${name}, which has this address.` });
  }
  const detail = names.found[0]
    ? `${address} has the name ${names.found[0]}, which does not have this address.`
    : `The address ${address} of ${host} has no name.`;
  return is_ours
    ? wrong(about, {
        detail: `${detail} Large mailbox providers refuse its mail.`,
        remedy: `Ask the provider of the address to set its reverse name (PTR) to ${host}.`,
      })
    : warning(about, {
        detail: `${detail} That matters only if mail leaves from this address.`,
        remedy: 'Ask the operator of the mail server.',
      });
}
