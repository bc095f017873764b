import type { Newsletter } from '../accounts/newsletter.ts';
import { relaysOf } from '../delivery/relays/in-use.ts';
import { checkDomain } from '../domains/check.ts';
import { openDns } from '../domains/dns.ts';
import { makeDkimKeys } from '../domains/keys.ts';
import { listDkimKeys } from '../domains/queries.ts';
import { listZoneKeys } from '../domains/rotation-queries.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { openSafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { CommandError } from './command.ts';
import { chooseNewsletter } from './newsletter.ts';

/**
 * `postrider domain check`: prints the records that the newsletter's domain needs and whether DNS has them; creates
 * DKIM keys if there are none. The exit code is 1 while something is missing.
 */
export async function showDomain(
  config: Config,
  db: Database,
  username: string | undefined,
): Promise<number> {
  const newsletter = await chooseNewsletter(db, username);
  const { vault } = await openSecrets(db, config);
  if ((await listDkimKeys(db, newsletter.key)).length === 0)
    await makeDkimKeys(db, vault, newsletter, { now: new Date(), zone: config.DKIM_ZONE });
  return printRecords(config, db, vault, newsletter);
}

/**
 * `postrider domain rotate`: makes the next DKIM keys of the newsletter's domain and prints its records, as `domain check` does. The
 * present keys sign until DNS has had the new records for a day, or until the next `domain check`.
 */
export async function rotateKeys(
  config: Config,
  db: Database,
  username: string | undefined,
): Promise<number> {
  const newsletter = await chooseNewsletter(db, username);
  const { vault } = await openSecrets(db, config);
  try {
    await makeDkimKeys(db, vault, newsletter, { now: new Date(), zone: config.DKIM_ZONE });
  } catch (error) {
    if (error instanceof DomainError) throw new CommandError(error.message);
    throw error;
  }
  return printRecords(config, db, vault, newsletter);
}

/**
 * `postrider domain zone`: prints the TXT records that belong in the operator's zone, in the form of a zone file (RFC 1035 §5). Records
 * that are no longer needed are not printed.
 */
export async function printZone({ DKIM_ZONE }: Config, db: Database): Promise<number> {
  if (DKIM_ZONE === undefined)
    throw new CommandError('There is no zone for DKIM keys. Set DKIM_ZONE to a domain whose DNS you run.');
  const keys = await listZoneKeys(db, DKIM_ZONE);
  for (const { target, record } of keys) {
    const strings = record.match(/.{1,250}/g)!.map(part => `"${part}"`);
    console.log(`${target}. 3600 IN TXT ${strings.join(' ')}`);
  }
  return 0;
}

async function printRecords(
  config: Config,
  db: Database,
  vault: Vault,
  newsletter: Newsletter,
): Promise<number> {
  const safe_fetch = openSafeFetch({
    allowed_private_networks: config.ALLOWED_PRIVATE_NETWORKS,
    contact_url: config.BASE_URL,
  });
  const check = await checkDomain(
    db,
    {
      dns: openDns(),
      safe_fetch,
      bounce_domain: config.BOUNCE_DOMAIN,
      relays: (db, newsletter) => relaysOf(db, { vault, smtp_url: config.SMTP_URL }, newsletter),
      base_url: config.BASE_URL,
    },
    newsletter,
  ).finally(() => safe_fetch.close());
  console.log(`The domain ${check.domain} of newsletter "${newsletter.username}":`);
  for (const { purpose, type, name, value, state, detail, is_optional } of check.records) {
    const about = is_optional ? `${purpose} (optional)` : purpose;
    const text = value.trimEnd().replaceAll('\n', '\n  ');
    console.log(`\n${about}: ${state}${detail && `. ${detail}`}\n  ${name}  ${type}  ${text}`);
  }
  return check.records.every(({ state, is_optional }) => state === 'found' || is_optional) ? 0 : 1;
}
