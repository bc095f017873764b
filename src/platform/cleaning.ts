import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import type { Log } from './log.ts';

/** One kind of rows that are deleted when nobody needs them any longer. */
export type CleaningStep = {
  name: string;
  every_minutes: number;
  /** How old they become; 0: something else than their age decides. */
  kept_hours: number;
  /** Deletes at most `limit` rows, those from before that time, and returns how many it deleted; 0 when none are left. */
  remove(before: Date, limit: number): Promise<number>;
};

type Context = { db: Database; clock: Clock; log: Log };

/** Rows that one statement deletes: a fraction of a second, so that nobody waits long for a lock or for the disk. */
const batch = 5000;
/** A worker that is silent for so long is taken for dead, and another goes on with its step. */
const claimMinutes = 5;
/** A step that failed is tried again after this time, or after its own if that is shorter. */
const retryMinutes = 15;

const firstLookMilliseconds = 10_000;
const lookMilliseconds = 60_000;

/**
 * Runs the steps in the background, each as often as it says, and one worker at a time: the row of a step in `cleanings` says
 * when it is due, and whoever moves that date forward has claimed it. A step that fails stops no other. `stop` waits for
 * the batch that is under way.
 */
export function startCleaning(
  context: Context,
  steps: readonly CleaningStep[],
  first_look = firstLookMilliseconds,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  const clean = async () => {
    await pause(first_look);
    while (!signal.aborted) {
      await runDueSteps(context, steps, signal);
      await pause(lookMilliseconds);
    }
  };
  const cleaning = clean();
  return {
    async stop() {
      stopping.abort();
      await cleaning;
    },
  };
}

/** Runs each step that is due and that no other worker has claimed. */
export async function runDueSteps(
  context: Context,
  steps: readonly CleaningStep[],
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, log } = context;
  for (const step of steps) {
    if (signal.aborted) return;
    try {
      if (await claim(db, step)) await run(context, step, signal);
    } catch (error) {
      log.warn({ err: error, step: step.name }, 'a step of cleaning failed; it is tried again later');
      await settle(db, step, Math.min(retryMinutes, step.every_minutes)).catch(() => undefined); // then the claim ends by itself
    }
  }
}

async function run({ db, clock }: Context, step: CleaningStep, signal: AbortSignal): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    const since = performance.now();
    removed = await step.remove(new Date(clock().getTime() - step.kept_hours * 3_600_000), batch);
    // What is left is due at once for whoever comes next.
    if (signal.aborted) return settle(db, step, 0);
    if (removed === 0) break;
    await settle(db, step, claimMinutes);
    // As long as the batch took, the database is free for those who send.
    await sleep(performance.now() - since, undefined, { signal }).catch(() => undefined);
  }
  await settle(db, step, step.every_minutes);
}

/** Takes the step if it is due. For everybody else it is due again when the claim ends, unless it is renewed. */
async function claim(db: Database, { name }: CleaningStep): Promise<boolean> {
  const { rows } = await sql`
    insert into cleanings (name, due_date) values (${name}, ${minutesFromNow(claimMinutes)})
    on conflict (name) do update set due_date = excluded.due_date where cleanings.due_date <= now()
    returning name`.execute(db);
  return rows.length > 0;
}

async function settle(db: Database, { name }: CleaningStep, minutes: number): Promise<void> {
  await sql`update cleanings set due_date = ${minutesFromNow(minutes)} where name = ${name}`.execute(db);
}

function minutesFromNow(minutes: number) {
  return sql`now() + make_interval(secs => ${minutes * 60})`;
}
