import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';

/** The number of newsletters, and of readers of each. */
export const newsletters = 8;
export const readers = 5000;
const wide = 25;

/** The objects of a turn: a newsletter, an email being sent, an earlier one that everybody got, and a position among its readers. */
export type Turn = { newsletter_key: number; email_key: number; at: number };

export type CoreStatement = { what: string; text: (turn: Turn) => RawBuilder<unknown> };

const tables = ['subscribers', 'deliveries', 'delivery_chunks', 'hits'];

/**
 * Creates copies of the tables for sending with their indexes, whose keys are composed already, and adds readers and a sent email of each
 * newsletter.
 */
export async function makeCore(db: Database, is_distributed: boolean): Promise<void> {
  await sql`create schema core`.execute(db);
  for (const table of tables) {
    const name = sql.id('core', table);
    await sql`create table ${name} (like public.${sql.ref(table)} including all)`.execute(db);
    if (is_distributed)
      await sql`select create_distributed_table(${`core.${table}`}, 'newsletter_key')`.execute(db);
  }
  await sql`
    insert into core.subscribers (newsletter_key, id, email_address, normal_address, type, source)
    select 1 + n % ${newsletters}::int, md5(n::text)::uuid, 'r' || n || '@d' || n % 50 || '.example',
      'r' || n || '@d' || n % 50 || '.example', 'regular', 'api'
    from generate_series(1, ${newsletters * readers}::int) n`.execute(db);
  for (let newsletter_key = 1; newsletter_key <= newsletters; newsletter_key += 1)
    for (let issue = 1; issue <= 4; issue += 1)
      await sql`
        insert into core.deliveries (newsletter_key, email_key, subscriber_key, status, attempts, status_date, reply)
        select newsletter_key, ${emailOf(newsletter_key, issue)}, key, 'accepted', 1, now(), '250 2.0.0 Ok: queued as ' || key
        from core.subscribers where newsletter_key = ${newsletter_key}`.execute(db);
  for (const table of tables) await sql`vacuum analyze ${sql.id('core', table)}`.execute(db);
}

/**
 * The statements of sending and reading, with the newsletter in every condition. Their form is the program's, except for two things that
 * Citus refuses. The date of an outcome comes with its row, because `do update` may only set immutable values. A worker asks for the chunk
 * of one newsletter.
 */
export const coreStatements: CoreStatement[] = [
  {
    what: `freeze ${readers}`,
    text: ({ newsletter_key, email_key }) => sql`
      with audience as materialized (
        select key, (row_number() over (order by key) - 1) / 500 as chunk from core.subscribers
        where newsletter_key = ${newsletter_key} and type = 'regular' and key > 0 order by key limit ${sql.lit(readers)}
      ), plan as (
        insert into core.deliveries (newsletter_key, email_key, subscriber_key)
        select ${newsletter_key}::int, ${email_key}::bigint, key from audience
      ), cut as (
        insert into core.delivery_chunks (newsletter_key, email_key, first_key, last_key, planned)
        select ${newsletter_key}::int, ${email_key}::bigint, min(key), max(key), count(*) from audience group by chunk
      )
      select count(*) as planned, max(key) as last_key from audience`,
  },
  {
    what: 'lease a chunk',
    text: ({ newsletter_key, email_key }) => sql`
      update core.delivery_chunks chunk
      set lease = '00000000-0000-4000-8000-000000000000', lease_until = now() + interval '1 minute'
      from (
        select first_key from core.delivery_chunks
        where newsletter_key = ${newsletter_key} and email_key = ${email_key} and next_attempt_date <= now()
          and (lease_until is null or lease_until < now())
        order by next_attempt_date, first_key limit 1 for update skip locked
      ) due
      where chunk.newsletter_key = ${newsletter_key} and chunk.email_key = ${email_key} and chunk.first_key = due.first_key
      returning chunk.first_key, chunk.last_key`,
  },
  {
    what: `take ${wide} and write ${wide} outcomes`,
    text: ({ newsletter_key, email_key, at }) => sql`
      with outcome as materialized (
        select outcome.*, found.was
        from unnest(${keysAt(newsletter_key, at)}::bigint[], ${Array(wide).fill('accepted')}::delivery_status[])
          as outcome (subscriber_key, status)
        cross join lateral (
          select status as was from core.deliveries row
          where row.newsletter_key = ${newsletter_key} and row.email_key = ${email_key} and row.subscriber_key = outcome.subscriber_key
            and status = 'planned' limit 1 for no key update of row
        ) found
      ), written as (
        insert into core.deliveries (newsletter_key, email_key, subscriber_key, status, status_date, attempts, reply)
        select ${newsletter_key}::int, ${email_key}::bigint, subscriber_key, status, now(), 1, '250 2.0.0 Ok: queued' from outcome
        on conflict (email_key, subscriber_key, newsletter_key) do update set status = excluded.status,
          status_date = excluded.status_date, reply = excluded.reply, attempts = deliveries.attempts + 1
      ), next as materialized (
        select wanted.subscriber_key from unnest(${keysAt(newsletter_key, at + wide)}::bigint[]) as wanted (subscriber_key)
        cross join lateral (
          select from core.deliveries row
          where row.newsletter_key = ${newsletter_key} and row.email_key = ${email_key} and row.subscriber_key = wanted.subscriber_key
            and status = 'planned' limit 1
        ) found
      ), taken as (
        update core.delivery_chunks chunk
        set planned = planned - (select count(*) from outcome), accepted = accepted + (select count(*) from outcome),
          in_hand = array(select subscriber_key from next), lease_until = now() + interval '1 minute'
        where newsletter_key = ${newsletter_key} and email_key = ${email_key} and ${keysAt(newsletter_key, at)[0]} between first_key and last_key
        returning lease is not null as held
      )
      select next.subscriber_key, s.id, s.email_address, s.type, s.tags, s.metadata, taken.held
      from taken left join next on taken.held
      left join core.subscribers s on s.newsletter_key = ${newsletter_key} and s.key = next.subscriber_key`,
  },
  {
    what: 'the same with the outcomes as an update',
    text: ({ newsletter_key, email_key, at }) => sql`
      with outcome as (
        update core.deliveries row
        set status = outcome.status, status_date = now(), reply = '250 2.0.0 Ok: queued', attempts = row.attempts + 1
        from unnest(${keysAt(newsletter_key, at + 2000)}::bigint[], ${Array(wide).fill('accepted')}::delivery_status[])
          as outcome (subscriber_key, status)
        where row.newsletter_key = ${newsletter_key} and row.email_key = ${email_key}
          and row.subscriber_key = outcome.subscriber_key and row.status = 'planned'
        returning row.subscriber_key
      ), next as (
        select subscriber_key from core.deliveries
        where newsletter_key = ${newsletter_key} and email_key = ${email_key} and status = 'planned'
          and subscriber_key = any(${keysAt(newsletter_key, at + 2000 + wide)}::bigint[])
      ), taken as (
        update core.delivery_chunks
        set planned = planned - (select count(*) from outcome), accepted = accepted + (select count(*) from outcome),
          in_hand = array(select subscriber_key from next), lease_until = now() + interval '1 minute'
        where newsletter_key = ${newsletter_key} and email_key = ${email_key}
          and ${keysAt(newsletter_key, at + 2000)[0]} between first_key and last_key
        returning lease is not null as held
      )
      select next.subscriber_key, s.id, s.email_address, s.type, s.tags, s.metadata, taken.held
      from taken cross join next
      join core.subscribers s on s.newsletter_key = ${newsletter_key} and s.key = next.subscriber_key`,
  },
  {
    what: `${wide} opens`,
    text: ({ newsletter_key, at }) => sql`
      with hit as (
        insert into core.hits (newsletter_key, email_key, subscriber_key, id, kind, date, method, agent, network, accept, purpose, verdict,
          reasons, client, rule_version)
        select ${newsletter_key}::int, ${emailOf(newsletter_key, 1)}::bigint, subscriber_key, md5(subscriber_key::text || ${String(at)}::text)::uuid, 'open', now(), 'GET',
          'Mozilla/5.0 (X11; Linux x86_64; rv:128.0)', '203.0.113.0/24', '*/*', '', 'human', '{}', 'Firefox', 1
        from unnest(${keysAt(newsletter_key, at)}::bigint[]) as opened (subscriber_key)
      )
      update core.deliveries set open_date = now()
      where newsletter_key = ${newsletter_key} and email_key = ${emailOf(newsletter_key, 1)} and subscriber_key = any(${keysAt(newsletter_key, at)}::bigint[])
        and open_date is null`,
  },
  {
    what: 'a page of 100 deliveries',
    text: ({ newsletter_key, at }) => sql`
      select s.id, s.email_address, d.status, d.status_date, d.reply
      from core.deliveries d join core.subscribers s on s.newsletter_key = ${newsletter_key} and s.key = d.subscriber_key
      where d.newsletter_key = ${newsletter_key} and d.email_key = ${emailOf(newsletter_key, 2)} order by d.subscriber_key offset ${at} limit 100`,
  },
  {
    what: 'a page of 100 subscribers',
    text: ({ newsletter_key, at }) => sql`
      select * from core.subscribers where newsletter_key = ${newsletter_key} order by creation_date desc, key desc
      offset ${at} limit 100`,
  },
  {
    what: 'one subscriber',
    text: ({ newsletter_key, at }) => sql`
      select * from core.subscribers
      where newsletter_key = ${newsletter_key} and id = md5(${String(keysAt(newsletter_key, at)[0])}::text)::uuid`,
  },
];

/** Returns the key of this issue of the newsletter. */
export function emailOf(newsletter_key: number, issue: number): number {
  return newsletter_key * 1000 + issue;
}

/** Returns the keys of the newsletter's readers `at` and after, as makeCore numbers them. */
function keysAt(newsletter_key: number, at: number): number[] {
  return Array.from({ length: wide }, (_, n) => {
    const key = ((at + n) % readers) * newsletters + newsletter_key - 1;
    return key === 0 ? newsletters * readers : key;
  });
}
