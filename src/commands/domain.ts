import { parseArgs } from 'node:util';
import { checkDomain } from '../domains/check.ts';
import { openDns } from '../domains/dns.ts';
import { makeDkimKeys } from '../domains/keys.ts';
import { listDkimKeys } from '../domains/queries.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { relayHosts } from '../platform/mail/smtp/relays.ts';
import { chooseNewsletter } from './newsletter.ts';
import { UsageError } from './usage.ts';

/**
 * `postrider domain check`: prints the records that the newsletter's domain needs and whether DNS shows them; makes DKIM
 * keys if there are none. The exit code is 1 while something is missing.
 */
export async function domain(config: Config, db: Database, [action, ...args]: string[]): Promise<void> {
  if (action !== 'check') throw new UsageError('Say: postrider domain check [--newsletter USERNAME]');
  const { values } = parseArgs({ args, options: { newsletter: { type: 'string' } } });
  const newsletter = await chooseNewsletter(db, values.newsletter);
  if ((await listDkimKeys(db, newsletter.key)).length === 0) await makeDkimKeys(db, newsletter, new Date());
  const check = await checkDomain(
    db,
    {
      dns: openDns(),
      bounce_domain: config.BOUNCE_DOMAIN,
      relay_hosts: relayHosts(config.SMTP_URL),
      base_url: config.BASE_URL,
    },
    newsletter,
  );
  console.log(`The domain ${check.domain} of newsletter "${newsletter.username}":`);
  for (const { purpose, type, name, value, state, detail } of check.records) {
    console.log(`\n${purpose}: ${state}${detail && `. ${detail}`}\n  ${name}  ${type}  ${value}`);
  }
  if (check.records.some(({ state }) => state !== 'found')) process.exitCode = 1;
}
