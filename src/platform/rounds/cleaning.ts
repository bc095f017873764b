import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { hour_ms, minute_ms } from '../durations.ts';
import type { Log } from '../log.ts';
import { type Rounds, startRounds } from './rounds.ts';

/** Rows of one kind that are deleted when they are no longer needed. */
export type CleaningStep = {
  name: string;
  every_minutes: number;
  /** How many hours the rows are kept; 0 if something other than their age decides. */
  kept_hours: number;
  /** Deletes at most `limit` rows from before that time; returns how many, 0 if none are left. */
  remove(before: Date, limit: number): Promise<number>;
};

type Context = { db: Database; clock: Clock; log: Log };

/** The most rows per statement: it takes a fraction of a second, so that nobody waits long for a lock or the disk. */
const batch = 5000;
/** How long a worker may be silent before it counts as dead and another continues its step. */
const claimMinutes = 5;
/** How soon a failed step is tried again, unless its own interval is shorter. */
const retryMinutes = 15;

const firstLookMilliseconds = 10_000;
const lookMilliseconds = minute_ms;

/**
 * Runs the steps in the background, each at its own interval, and in only one worker at a time: a row in `cleanings`
 * says when each step is due, and the worker that moves that date forward has claimed it. A failing step does not stop
 * the others. `stop` waits for the batch in progress.
 */
export function startCleaning(
  context: Context,
  steps: readonly CleaningStep[],
  first_look = firstLookMilliseconds,
): Rounds {
  return startRounds(
    async signal => {
      await runDueSteps(context, steps, signal);
      return 'after_pause';
    },
    { first_ms: first_look, pause_ms: lookMilliseconds, log: context.log, failure: 'the cleaning failed' },
  );
}

/** Runs each step that is due and not claimed by another worker. */
export async function runDueSteps(
  context: Context,
  steps: readonly CleaningStep[],
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, log } = context;
  const later = await listLater(db);
  for (const step of steps) {
    if (signal.aborted) return;
    if ((later.get(step.name) ?? Number.POSITIVE_INFINITY) <= mostMinutes(step)) continue;
    try {
      if (await claim(db, step)) await run(context, step, signal);
    } catch (error) {
      log.warn({ err: error, step: step.name }, 'a cleaning step failed and will be retried');
      await settle(db, step, Math.min(retryMinutes, step.every_minutes)).catch(() => undefined); // if even that fails, the claim expires
    }
  }
}

async function run({ db, clock }: Context, step: CleaningStep, signal: AbortSignal): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    const since = performance.now();
    removed = await step.remove(new Date(clock().getTime() - step.kept_hours * hour_ms), batch);
    // The rest is due immediately for any worker.
    if (signal.aborted) return settle(db, step, 0);
    if (removed === 0) break;
    await settle(db, step, claimMinutes);
    // Pauses for as long as the batch took, so that sending can use the database.
    await sleep(performance.now() - since, undefined, { signal }).catch(() => undefined);
  }
  await settle(db, step, step.every_minutes);
}

/** Returns the steps that no worker can claim yet, and for how many more minutes. */
async function listLater(db: Database): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; minutes: number }>`
    select name, extract(epoch from due_date - now())::float8 / 60 as minutes from cleanings where due_date > now()`.execute(
    db,
  );
  return new Map(rows.map(({ name, minutes }) => [name, minutes]));
}

/** Returns the most minutes until a step is due. If it is due later, the clock was set back. */
function mostMinutes({ every_minutes }: CleaningStep): number {
  return Math.max(every_minutes, claimMinutes, retryMinutes) + 1;
}

/**
 * Claims the step if it is due, or if its date is too far ahead because the clock was set back. For other workers it is due again when the
 * claim expires, unless it is renewed.
 */
async function claim(db: Database, step: CleaningStep): Promise<boolean> {
  const { name } = step;
  const latest = minutesFromNow(mostMinutes(step));
  const { rows } = await sql`
    insert into cleanings (name, due_date) values (${name}, ${minutesFromNow(claimMinutes)})
    on conflict (name) do update set due_date = excluded.due_date where cleanings.due_date <= now() or cleanings.due_date > ${latest}
    returning name`.execute(db);
  return rows.length > 0;
}

async function settle(db: Database, { name }: CleaningStep, minutes: number): Promise<void> {
  await sql`update cleanings set due_date = ${minutesFromNow(minutes)} where name = ${name}`.execute(db);
}

function minutesFromNow(minutes: number) {
  return sql`now() + make_interval(secs => ${minutes * 60})`;
}
