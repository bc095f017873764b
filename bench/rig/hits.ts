import { sql } from 'kysely';
import type { Newsletter } from '../../src/accounts/newsletter.ts';
import { recount } from '../../src/delivery/ledger/counts.ts';
import { makeRoom } from '../../src/delivery/ledger/parts.ts';
import type { NewHit } from '../../src/delivery/tracking/hit.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { newId } from '../../src/platform/ids.ts';
import { seedEmail } from './seed.ts';

/** Writes and commits one hit on its own, without a verdict or anything derived from it. This is the yardstick. */
export async function insertHit(db: Database, hit: NewHit): Promise<void> {
  await db
    .insertInto('hits')
    .values({
      ...hit,
      seconds_after: null,
      verdict: 'human',
      reasons: [],
      client: 'Firefox',
      rule_version: 1,
    })
    .execute();
}

export function openOf(email_key: number, subscriber_key: number): NewHit {
  return {
    email_key,
    subscriber_key,
    id: newId(),
    kind: 'open',
    link_number: null,
    date: new Date().toISOString(),
    method: 'GET',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
    network: '203.0.113.0/24',
    accept: 'image/avif,image/webp,*/*',
    purpose: '',
  };
}

/**
 * Adds an email that all subscribers of the newsletter got, with opens tracked. Returns its key and theirs, in an order that is unrelated
 * to that of the table, as people open mail.
 */
export async function seedDelivered(
  db: Database,
  newsletter: Newsletter,
  subject: string,
): Promise<{ email_key: number; readers: number[] }> {
  const id = await seedEmail(db, newsletter, subject);
  await db.updateTable('newsletters').set({ track_opens: true, track_clicks: true }).execute();
  const { rows } = await sql<{ key: number }>`
    update emails set status = 'sent' where id = ${id} returning key`.execute(db);
  const email_key = rows[0]!.key;
  await makeRoom(db, email_key);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, status_date)
    select ${email_key}, key, 'accepted', now() - interval '1 hour' from subscribers order by key`.execute(
    db,
  );
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, next_attempt_date)
    select ${email_key}, min(key), max(key), null
    from (select key, (row_number() over (order by key) - 1) / 500 as chunk from subscribers) numbered
    group by chunk`.execute(db);
  await recount(db);
  await sql`vacuum analyze deliveries, delivery_chunks`.execute(db);
  const keys = await db.selectFrom('subscribers').select('key').orderBy(sql`hashint8(key)`).execute();
  return { email_key, readers: keys.map(({ key }) => key) };
}
