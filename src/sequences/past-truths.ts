import { sql } from 'kysely';
import { bounded, longestFreeze } from '../audience/filter/bounded.ts';
import { compileFilter } from '../audience/filter/compile.ts';
import { readField } from '../audience/filter/fields.ts';
import { conditionsOf, type FilterGroup } from '../audience/filter/filter.ts';
import { readSegments, resolveFilter } from '../audience/filter/resolve.ts';
import type { TagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { withEvent } from './definition/filters.ts';
import { eventValues } from './engine/truths.ts';
import { columnsOf, type Past, type Stretch, stretchAt } from './past-people.ts';
import type { PastPerson, PastTrigger } from './past-triggers.ts';

export type Asked = PastTrigger & PastPerson;
/** Whether a filter held for somebody at a moment of the past. */
export type Held = (one: Asked, at: Date) => boolean;

type Place = { newsletter_key: number; stretches: Map<number, Stretch[]>; now: Date; tags: TagDirectory };
type Row = { at: number; one: Asked; place: number; past: Past };

/** The most rows of one statement; more would take many megabytes. */
const atOnce = 10_000;

/** Returns for whom the filter held, and when: with their tags and standing of that time, and everything else as it is today. */
export async function whomItHeld(
  trx: Database,
  group: FilterGroup | null,
  asked: readonly Asked[],
  place: Place,
): Promise<Held> {
  if (group === null) return () => true;
  const { stretches, tags } = place;
  const always = new Set<Asked>();
  const sometimes = new Map<Asked, Set<number>>();
  const byMeaning = Map.groupBy(asked, one => JSON.stringify(withEvent(group, eventValues(one.data, tags))));
  for (const [written, those] of byMeaning) {
    const meaning: FilterGroup | boolean = JSON.parse(written);
    if (meaning === true) for (const one of those) always.add(one);
    if (typeof meaning === 'boolean') continue;
    const rows = those.flatMap(one => rowsOf(one, stretches)).map((row, at) => ({ ...row, at }));
    for (let from = 0; from < rows.length; from += atOnce) {
      const found = await whichRows(trx, meaning, rows.slice(from, from + atOnce), place);
      for (const at of found) {
        const { one, place } = rows[at]!;
        sometimes.set(one, (sometimes.get(one) ?? new Set()).add(place));
      }
    }
  }
  return (one, at) =>
    always.has(one) ||
    (sometimes.get(one)?.has(stretchAt(stretches.get(one.subscriber_key ?? 0) ?? [], at)) ?? false);
}

/** Returns the states of somebody from their trigger on. */
function rowsOf(one: Asked, stretches: Place['stretches']): Omit<Row, 'at'>[] {
  const own = stretches.get(one.subscriber_key ?? 0) ?? [];
  const first = stretchAt(own, new Date(one.date));
  return own.slice(first).map(({ past }, at) => ({ one, place: first + at, past }));
}

async function whichRows(
  trx: Database,
  group: FilterGroup,
  rows: readonly Row[],
  { newsletter_key, now }: Place,
): Promise<number[]> {
  const keys = rows.map(({ one }) => one.subscriber_key!);
  const range = {
    after: keys.reduce((least, key) => Math.min(least, key), keys[0]!) - 1,
    up_to: keys.reduce((most, key) => Math.max(most, key), keys[0]!),
  };
  const condition = compileFilter(await resolveFilter(trx, newsletter_key, group, now.toISOString()), range);
  const given = rows.map(({ at, one, past }) => ({ at, key: one.subscriber_key, past: columnsOf(past) }));
  const found = await bounded(trx, longestFreeze, inside =>
    sql<{ at: number }>`
      select asked_at as at from (
        select asked.at as asked_at, past.*
        from jsonb_to_recordset(${JSON.stringify(given)}) as asked (at int, key bigint, past jsonb)
        join subscribers present on present.key = asked.key
        cross join lateral jsonb_populate_record(present, asked.past) past
      ) subscribers where newsletter_key = ${newsletter_key} and ${condition}`.execute(inside),
  );
  return found.rows.map(({ at }) => at);
}

/** Whether these filters ask for more about people than the journal knows about the past. */
export async function needsToday(
  db: Database,
  newsletter_key: number,
  groups: readonly (FilterGroup | null)[],
): Promise<boolean> {
  for (const group of groups) {
    if (group === null) continue;
    const segments = await readSegments(db, newsletter_key, group);
    const asked = [group, ...Object.values(segments)].flatMap(conditionsOf);
    const isKnown = ({ field }: { field: string }) =>
      !field.startsWith('subscriber.') || ['tags', 'type', 'segment'].includes(readField(field)?.kind ?? '');
    if (!asked.every(isKnown)) return true;
  }
  return false;
}
