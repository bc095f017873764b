import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { SequenceEntries } from '../../platform/database/schema.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import type { RunStatus, Sequence } from '../definition/sequence.ts';

export type Entry = Selectable<SequenceEntries>;

export type NewRun = Pick<Entry, 'cause' | 'data' | 'links' | 'event_date'> & {
  subscriber_key: number | null;
  passage: number;
  edition: number;
  mails: boolean;
  /** When the first step is due; null if there are no steps. */
  due_date: string | null;
};

/**
 * Locks up to `most` entries of the sequence that has waited longest. The sequence cannot change until the transaction ends, and a sequence
 * that somebody is changing is left for later, so that nobody enters one that has just been deactivated.
 */
export async function lockDueEntries(trx: Database, now: Date, most: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select * from sequence_entries
    where settle_date <= ${now.toISOString()} and sequence_key = (
      select sequence_key from sequence_entries entry join sequences on sequences.key = sequence_key
      where settle_date <= ${now.toISOString()} and ${fenceOpen}
      order by settle_date, entry.key limit 1 for update of entry skip locked for share of sequences skip locked
    )
    order by settle_date, key limit ${most} for update skip locked`.execute(trx);
  return rows;
}

export type Person = {
  key: number;
  timezone: unknown;
  /** Their passages through the sequence: whether they are inside. */
  inside: boolean;
  passages: number;
  last_status: RunStatus | null;
  causes: string[];
};

/** Returns the people of these entries who still exist, by id. Their rows cannot be deleted until the transaction ends. */
export async function readPeople(
  trx: Database,
  { key, newsletter_key }: Sequence,
  entries: readonly Pick<Entry, 'subscriber_id'>[],
): Promise<Map<string, Person>> {
  const ids = entries.flatMap(({ subscriber_id }) => subscriber_id ?? []);
  const { rows } = await sql<Person & { id: string }>`
    with named as materialized (
      select found.key from unnest(${ids}::uuid[]) as wanted (id)
      cross join lateral (
        select key from subscribers where id = wanted.id and newsletter_key = ${newsletter_key} limit 1
      ) found
    )
    select person.id, person.key, person.metadata -> 'timezone' as timezone, coalesce(run.inside, false) as inside,
      coalesce(run.passages, 0)::int as passages, run.last_status, coalesce(run.causes, '{}') as causes
    from (select distinct key from named order by key) named
    cross join lateral (
      select id, key, metadata from subscribers where key = named.key limit 1 for key share
    ) person
    left join lateral (
      select bool_or(status in ('waiting', 'held')) as inside, max(passage) as passages,
        (array_agg(status order by passage desc))[1] as last_status, array_agg(cause::text) as causes
      from sequence_runs where sequence_key = ${key} and subscriber_key = person.key
    ) run on true`.execute(trx);
  return new Map(rows.map(row => [row.id, row]));
}

/**
 * Returns which of these entries come from hits of people: the first open of an email, and the first click on a link, with its address. A
 * hit that first looked like a person's may have turned out to be a machine's.
 */
export async function readHitsOf(trx: Database, entries: readonly Entry[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ key: number; url: string }>`
    select entry.key, coalesce(email_links.url, '') as url
    from jsonb_to_recordset(${JSON.stringify(entries)}) as entry (key bigint, cause uuid, subscriber_id uuid, data jsonb)
    join subscribers on subscribers.id = entry.subscriber_id
    join hits on hits.email_key = (entry.data ->> 'email_key')::bigint and hits.subscriber_key = subscribers.key and hits.id = entry.cause
    left join email_links on email_links.email_key = hits.email_key and email_links.number = hits.link_number
    where hits.verdict = 'human' and not exists (
      select from hits earlier
      where earlier.email_key = hits.email_key and earlier.subscriber_key = hits.subscriber_key and earlier.verdict = 'human'
        and earlier.kind = hits.kind and (hits.kind = 'open' or earlier.link_number = hits.link_number)
        and (earlier.date, earlier.id) < (hits.date, hits.id))`.execute(trx);
  return new Map(rows.map(({ key, url }) => [key, url]));
}

/** Postpones entries until then. */
export async function postponeEntries(db: Database, entries: readonly Entry[], until: Date): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    update sequence_entries set settle_date = ${until.toISOString()}
    where key = any(${entries.map(({ key }) => key)}::bigint[])`.execute(db);
}
