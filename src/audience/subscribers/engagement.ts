import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** When a person last opened and clicked, as far as known. */
export type Engagement = { subscriber_key: number; open_date: string | null; click_date: string | null };

/** Records opens and clicks of these people, each listed once: their last dates only move forward. */
export async function noteEngagement(trx: Database, people: Engagement[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    with seen as (
      select * from unnest(
        ${people.map(person => person.subscriber_key)}::bigint[],
        ${people.map(person => person.open_date)}::timestamptz[],
        ${people.map(person => person.click_date)}::timestamptz[]
      ) as seen (key, open_date, click_date)
    ), locked as (
      -- In order, so that two processes do not wait for each other.
      select subscribers.key, seen.open_date, seen.click_date
      from subscribers join seen using (key)
      where last_open_date is distinct from greatest(last_open_date, seen.open_date)
        or last_click_date is distinct from greatest(last_click_date, seen.click_date)
      order by key
      for no key update of subscribers
    )
    update subscribers
    set last_open_date = greatest(last_open_date, locked.open_date), last_click_date = greatest(last_click_date, locked.click_date)
    from locked
    where subscribers.key = locked.key`.execute(trx);
}

/**
 * Takes back opens and clicks that turned out to be a machine's: a last date that came from them is replaced by the date of the last
 * remaining human open or click.
 */
export async function withdrawEngagement(trx: Database, people: Engagement[]): Promise<void> {
  for (const kind of ['open', 'click'] as const) {
    const column = sql.ref(`last_${kind}_date`);
    const withdrawn = people.filter(person => person[`${kind}_date`] !== null);
    if (withdrawn.length === 0) continue;
    await sql`
      update subscribers
      set ${column} = (
        select max(date) from hits
        where subscriber_key = subscribers.key and kind = ${kind}::hit_kind and verdict = 'human'
      )
      from unnest(
        ${withdrawn.map(person => person.subscriber_key)}::bigint[],
        ${withdrawn.map(person => person[`${kind}_date`])}::timestamptz[]
      ) as withdrawn (key, date)
      where subscribers.key = withdrawn.key and ${column} = withdrawn.date`.execute(trx);
  }
}
