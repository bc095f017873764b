import { relaysOf } from '../delivery/relays/in-use.ts';
import { checkDomain } from '../domains/check.ts';
import { openDns } from '../domains/dns.ts';
import { makeDkimKeys } from '../domains/keys.ts';
import { listDkimKeys } from '../domains/queries.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { openSecrets } from '../program/open-secrets.ts';
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
    await makeDkimKeys(db, vault, newsletter, new Date());
  const check = await checkDomain(
    db,
    {
      dns: openDns(),
      bounce_domain: config.BOUNCE_DOMAIN,
      relays: (db, newsletter) => relaysOf(db, { vault, smtp_url: config.SMTP_URL }, newsletter),
      base_url: config.BASE_URL,
    },
    newsletter,
  );
  console.log(`The domain ${check.domain} of newsletter "${newsletter.username}":`);
  for (const { purpose, type, name, value, state, detail, is_optional } of check.records) {
    const about = is_optional ? `${purpose} (optional)` : purpose;
    console.log(`\n${about}: ${state}${detail && `. ${detail}`}\n  ${name}  ${type}  ${value}`);
  }
  return check.records.every(({ state, is_optional }) => state === 'found' || is_optional) ? 0 : 1;
}
