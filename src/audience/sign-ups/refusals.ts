import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';

/**
 * Why a sign-up is refused: a field that people do not see is filled in; too many come from one network, or for one address; the captcha is
 * not solved; the form came back in less time than a person needs; the form has brought as many people within an hour as it takes.
 */
export const refusalReasons = ['trap', 'network', 'address', 'captcha', 'too_fast', 'full'] as const;
export type Refusal = (typeof refusalReasons)[number];

const meanings: Record<Refusal, string> = {
  trap: 'a field that people do not see was filled in',
  network: 'too many from one network within an hour',
  address: 'too many for one address within an hour',
  captcha: 'the captcha was not solved',
  too_fast: 'it was sent sooner than a person could fill it in; a person need only press again',
  full: 'more people than hourly_limit',
};
export const refusedSchema = z
  .object(
    Object.fromEntries(refusalReasons.map(reason => [reason, z.int().describe(meanings[reason])])) as Record<
      Refusal,
      z.ZodInt
    >,
  )
  .describe('How many sign-ups were refused since the first day of the period (UTC), and why');

/** Where a sign-up was refused. `form_key` is null for the newsletter's own form and forms of other sites. */
type Place = { newsletter_key: number; form_key: number | null };

/**
 * Counts refusals by day, and writes them at most once a second, because a flood must not become a flood of writes. `stop` writes the rest;
 * a crash loses at most the counts of one second.
 */
export type Tally = { add(place: Place, reason: Refusal): void; stop(): Promise<void> };

type Counted = Place & { day: string; reason: Refusal; count: number };

export function openTally(db: Database, clock: Clock): Tally {
  let counts = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  const note = ({ count, ...counted }: Counted) => {
    const name = Object.values(counted).join(' ');
    const known = counts.get(name);
    if (known) known.count += count;
    else counts.set(name, { ...counted, count });
  };
  const write = async () => {
    timer = undefined;
    const taken = [...counts.values()];
    counts = new Map();
    // Counts that could not be written are written with the next ones.
    await addRefusals(db, taken).catch(() => taken.forEach(note));
  };
  return {
    add(place, reason) {
      note({ ...place, reason, day: clock().toISOString().slice(0, 10), count: 1 });
      timer ??= setTimeout(() => void write(), 1000).unref();
    },
    async stop() {
      clearTimeout(timer);
      if (counts.size > 0) await write();
    },
  };
}

async function addRefusals(db: Database, counted: Counted[]): Promise<void> {
  const of = <Name extends keyof Counted>(name: Name) => counted.map(one => one[name]);
  await sql`
    insert into form_refusals as present (newsletter_key, form_key, day, reason, count)
    select given.newsletter_key, form_key, day, reason, count
    from unnest(${of('newsletter_key')}::int[], ${of('form_key')}::bigint[], ${of('day')}::date[], ${of('reason')}::text[],
      ${of('count')}::int[]) as given (newsletter_key, form_key, day, reason, count)
    where exists (select from tenants where tenants.key = given.newsletter_key)
      and (form_key is null or exists (select from forms where forms.key = form_key))
    on conflict on constraint form_refusals_once do update set count = present.count + excluded.count`.execute(
    db,
  );
}

/** Returns how many sign-ups were refused since this moment (whole days, UTC), by reason. */
export async function countRefusals(
  db: Database,
  { newsletter_key, form_key }: Place,
  since: Date,
): Promise<Record<Refusal, number>> {
  const { rows } = await sql<{ reason: Refusal; count: number }>`
    select reason, sum(count)::int as count from form_refusals
    where newsletter_key = ${newsletter_key} and form_key is not distinct from ${form_key}
      and day >= ${since.toISOString().slice(0, 10)}
    group by reason`.execute(db);
  const counts = new Map(rows.map(({ reason, count }) => [reason, count]));
  return Object.fromEntries(refusalReasons.map(reason => [reason, counts.get(reason) ?? 0])) as Record<
    Refusal,
    number
  >;
}
