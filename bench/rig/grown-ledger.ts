import { sql } from 'kysely';
import { newsletterCreate } from '../../src/accounts/newsletter.ts';
import { createNewsletter } from '../../src/accounts/newsletters.ts';
import { statuses } from '../../src/delivery/ledger/counts.ts';
import { makeRoom } from '../../src/delivery/ledger/parts.ts';
import type { Database } from '../../src/platform/database/connect.ts';

/** The readers of each newsletter, and the emails that all of them got. Together a million deliveries. */
export const readers = 10_000;
export const issues = 100;

const chunk = 500;

/** The newsletters, with `readers` each except for the first one. */
export type Size = { newsletters: number; largest?: number };

/**
 * Creates this many newsletters with their readers and emails, a million deliveries each unless told otherwise. They are written in the
 * order in which they would arise over time. A fifth of the readers open, some click, a few bounce or are refused. Creates only what is
 * missing, up to this issue.
 */
export async function growLedger(
  db: Database,
  { newsletters, largest = readers }: Size,
  tell: (line: string) => void,
  up_to = issues,
): Promise<void> {
  await sql`set maintenance_work_mem = '1GB'`.execute(db); // for indexes
  const { rows } = await sql<{ made: number }>`select count(*) as made from emails`.execute(db);
  const made = rows[0]!.made / newsletters;
  if (made === 0) await makeReaders(db, { newsletters, largest }, tell);
  if (made < up_to) await setIndexes(db, 'deliveries', 'dropped');
  for (let issue = made + 1; issue <= up_to; issue += 1) {
    await db.transaction().execute(async trx => {
      await sql`set local synchronous_commit = off`.execute(trx);
      await makeIssue(trx, newsletters, issue);
    });
    tell(`${newsletters} emails of ${issue} weeks`);
  }
  await setIndexes(db, 'deliveries', 'made');
  await sql`vacuum analyze emails, subscribers, deliveries, delivery_chunks`.execute(db);
  await sql`reset maintenance_work_mem`.execute(db);
}

async function makeReaders(
  db: Database,
  { newsletters, largest }: Required<Size>,
  tell: (line: string) => void,
): Promise<void> {
  const { rows } = await sql<{ there: number }>`select count(*) as there from newsletters`.execute(db);
  if (rows[0]!.there < newsletters) await setIndexes(db, 'subscribers', 'dropped');
  for (let n = rows[0]!.there + 1; n <= newsletters; n += 1) {
    await db.transaction().execute(async trx => {
      const input = newsletterCreate.parse({ username: `n${n}`, name: `Newsletter ${n}` });
      const { key } = await createNewsletter(trx, 'http://news.example', input);
      await sql`
        insert into subscribers (id, newsletter_key, email_address, normal_address, type, source, creation_date)
        select uuidv7(), ${key}, address, address, 'regular', 'api', now() - interval '3 years' + n * interval '1 second'
        from generate_series(1, ${n === 1 ? largest : readers}::int) as n
        cross join lateral (select 'r' || n || '@d' || n % 50 || '.example' as address) made`.execute(trx);
    });
    if (n % 100 === 0) tell(`readers of ${n} newsletters`);
  }
  await setIndexes(db, 'subscribers', 'made');
  await sql`vacuum analyze subscribers, newsletters`.execute(db);
}

/** Adds one email of each newsletter, sent to all of its readers a week after the previous one. */
async function makeIssue(trx: Database, newsletters: number, issue: number): Promise<void> {
  const { rows } = await sql<{ first: number }>`
    with made as (
      insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status, creation_date, publish_date,
        secondary_id, audience_bound, audience_frozen, mailed)
      select gen_random_uuid(), key, 'Issue ' || ${issue}::int, 'Hello', 'issue-' || ${issue}::int, 'api', 'public', 'sent',
        date, date, ${issue}, 1, true, '{"subject": "Hello", "body": "Hello", "description": ""}'
      from newsletters cross join (select now() - ${issues - issue} * interval '7 days' as date) as sent
      order by key
      returning key
    ) select min(key) as first from made`.execute(trx);
  const { first } = rows[0]!;
  await makeRoom(trx, first + newsletters);
  await sql`
    insert into deliveries (email_key, subscriber_key, status, attempts, status_date, reply, bounce_kind, open_date, click_date)
    select emails.key, subscribers.key,
      (case when dice < 10 then 'bounced' when dice < 20 then 'permanent' when dice < 25 then 'temporary' else 'accepted' end)::delivery_status,
      1, date, '250 2.0.0 Ok: queued as ' || subscribers.key,
      case when dice < 10 then 'hard'::bounce_kind end,
      case when dice >= 800 then date + dice * interval '1 minute' end,
      case when dice >= 960 then date + dice * interval '61 seconds' end
    from emails join subscribers using (newsletter_key)
    cross join lateral (select (subscribers.key * 7919 + emails.key * 104729) % 1000 as dice,
      publish_date + subscribers.key % ${readers} * interval '1 millisecond' as date) as made
    where emails.key >= ${first}
    order by emails.key, subscribers.key`.execute(trx);
  const counts = statuses.map(status => sql`count(*) filter (where status = ${sql.lit(status)})`);
  await sql`
    insert into delivery_chunks (email_key, first_key, last_key, first_pass_done, next_attempt_date, passes, opens, clicks,
      ${sql.join(statuses.map(status => sql.ref(status)))})
    select email_key, min(subscriber_key), max(subscriber_key), true, null, 1, count(open_date), count(click_date), ${sql.join(counts)}
    from deliveries where email_key >= ${first}
    group by email_key, subscriber_key / ${chunk}
    order by email_key, min(subscriber_key)`.execute(trx);
}

/** Drops or creates the secondary indexes of large tables. Creating them at the end takes a fraction of the time. */
async function setIndexes(
  db: Database,
  table: 'deliveries' | 'subscribers',
  wanted: 'dropped' | 'made',
): Promise<void> {
  await sql`
    create table if not exists bench_indexes (name text primary key, on_table text not null, definition text not null)`.execute(
    db,
  );
  if (wanted === 'dropped') {
    await sql`
      insert into bench_indexes
      select indexname, tablename, indexdef from pg_indexes join pg_index on indexrelid = indexname::regclass
      where tablename = ${table} and not exists (select from pg_constraint where conindid = indexrelid)
      on conflict do nothing`.execute(db);
  }
  const { rows } = await sql<{ name: string; definition: string }>`
    select name, definition from bench_indexes where on_table = ${table}`.execute(db);
  for (const { name, definition } of rows) {
    if (wanted === 'dropped') await sql`drop index if exists ${sql.ref(name)}`.execute(db);
    else
      await sql
        .raw(definition.replace(/^CREATE( UNIQUE)? INDEX /, '$&IF NOT EXISTS ').replace(' ON ONLY ', ' ON '))
        .execute(db);
  }
}
