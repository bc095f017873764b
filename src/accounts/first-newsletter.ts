import { sql } from 'kysely';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { createKey, isKeyKnown } from './keys.ts';
import { newsletterCreate } from './newsletter.ts';
import { createNewsletter } from './newsletters.ts';
import { everythingEverywhere } from './permissions.ts';
import { listNewsletters } from './queries.ts';

/**
 * Creates a first newsletter if there is none and returns the secret of its key; null if there is one already. Either
 * way, `secret` (the setting API_KEY) is a key of the first newsletter afterwards. Both keys may do everything in the
 * installation. Several processes that start together create only one.
 */
export async function ensureFirstNewsletter(
  db: Database,
  base_url: string,
  secret: string | undefined,
): Promise<string | null> {
  return inTransaction(db, async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first newsletter', 2))`.execute(trx);
    const [first] = await listNewsletters(trx);
    if (!first) {
      const input = newsletterCreate.parse({ username: 'newsletter', name: 'My newsletter' });
      const first_key = { permissions: everythingEverywhere, secret };
      return (await createNewsletter(trx, base_url, input, first_key)).api_key;
    }
    if (secret !== undefined && !(await isKeyKnown(trx, secret))) {
      await createKey(trx, first, { name: 'API_KEY', permissions: everythingEverywhere, secret });
    }
    return null;
  });
}
