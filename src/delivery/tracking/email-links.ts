import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { canaryNumber } from './hit.ts';

const highestNumber = 65_535;

/**
 * Returns the numbers of these addresses in the email, which are assigned now if they have none. Assigned numbers never change, even with
 * concurrent processes. Addresses after the 65,535th get none.
 */
export async function numberLinks(
  db: Database,
  email_key: number,
  canary_url: string,
  urls: string[],
): Promise<Map<string, number>> {
  const numbers = await readNumbers(db, email_key);
  if (urls.every(url => numbers.has(url))) return numbers;
  return inTransaction(db, async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`links of email ${email_key}`}, 1))`.execute(
      trx,
    );
    const given = await readNumbers(trx, email_key);
    let last = Math.max(canaryNumber, ...given.values());
    const rows = given.size === 0 ? [{ email_key, number: canaryNumber, url: canary_url }] : [];
    for (const url of new Set(urls)) {
      if (given.has(url) || last >= highestNumber) continue;
      last += 1;
      given.set(url, last);
      rows.push({ email_key, number: last, url });
    }
    if (rows.length > 0) {
      await sql`
        insert into email_links (email_key, number, url)
        select ${email_key}, * from unnest(${rows.map(row => row.number)}::int[], ${rows.map(row => row.url)}::text[])`.execute(
        trx,
      );
    }
    return given;
  });
}

/** Reads the addresses of an email's links by number, including the canary. */
async function readLinks(db: Database, email_key: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('email_links')
    .select(['number', 'url'])
    .where('email_key', '=', email_key)
    .execute();
  return new Map(rows.map(({ number, url }) => [number, url]));
}

async function readNumbers(db: Database, email_key: number): Promise<Map<string, number>> {
  const links = await readLinks(db, email_key);
  return new Map(
    [...links].filter(([number]) => number !== canaryNumber).map(([number, url]) => [url, number]),
  );
}

const keptEmails = 200;
/** The shortest pause between two readings of one email's links, so that made-up numbers do not reach the database. */
const readMilliseconds = 1000;

/**
 * Opens a directory that finds the target of a link. Addresses never change, so those of recent emails are cached and a click needs no
 * database. Undefined if there is no such link.
 */
export function openLinkDirectory(
  db: Database,
): (email_key: number, number: number) => Promise<string | undefined> {
  const kept = new Map<number, { links: Map<number, string>; read: number }>();
  return async (email_key, number) => {
    const known = kept.get(email_key);
    const serves = known && (known.links.has(number) || performance.now() - known.read < readMilliseconds);
    const entry = serves ? known : { links: await readLinks(db, email_key), read: performance.now() };
    kept.delete(email_key);
    kept.set(email_key, entry);
    if (kept.size > keptEmails) kept.delete(kept.keys().next().value!);
    return entry.links.get(number);
  };
}
