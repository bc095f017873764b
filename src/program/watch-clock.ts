import { sql } from 'kysely';
import { continueFeedsAfterSetBack } from '../automations/schedule/set-back.ts';
import { continueAfterSetBack } from '../delivery/ledger/set-back.ts';
import { continueTurnsAfterSetBack } from '../emails/in-flight.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { hour_ms } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { continueWorkAfterSetBack } from '../platform/work/set-back.ts';
import { continueSequencesAfterSetBack } from '../sequences/engine/set-back.ts';
import { continueWebhooksAfterSetBack } from '../webhooks/set-back.ts';

/** A clock that is adjusted a little was not set back. */
const tolerance_ms = 5000;

/**
 * Lets what waits for a date continue soon after the clock of the database or of this machine was set back: within seconds if this
 * process ran before, otherwise at its start. The log says so.
 */
export function watchClock({ db, clock, log }: { db: Database; clock: Clock; log: Log }): Rounds {
  // What both clocks show, less the time since this process started: it gets smaller only if they are set back.
  let machine_start = Number.NEGATIVE_INFINITY;
  let database_start = 0;
  let looked = Number.NEGATIVE_INFINITY;
  return startRounds(
    async () => {
      const [now, since] = [clock(), performance.now()];
      const database_now = await readDatabaseClock(db);
      const answered = performance.now();
      const isSetBack =
        now.getTime() < machine_start + since - tolerance_ms ||
        database_now < database_start + since - tolerance_ms;
      // This is also called when the database did not answer. Reading everything then would only add to its load.
      if (!isSetBack && since < looked + hour_ms) return 'after_pause';
      const continued = {
        chunks: await continueAfterSetBack(db),
        emails: await continueTurnsAfterSetBack(db),
        work: await continueWorkAfterSetBack(db),
        webhooks: await continueWebhooksAfterSetBack(db, now),
        feeds: await continueFeedsAfterSetBack(db, now),
        sequences: await continueSequencesAfterSetBack(db, now),
      };
      looked = since;
      machine_start = now.getTime() - since;
      database_start = database_now - answered;
      if (Object.values(continued).some(count => count > 0))
        log.warn(
          continued,
          'the clock was set back; what waited for a date that is now too far in the future continues',
        );
      return 'after_pause';
    },
    {
      pause_ms: 1000,
      longest_ms: hour_ms, // a round reads everything that waits for a date
      log,
      failure: 'the clock could not be checked',
      due: {
        db,
        known() {
          const since = performance.now() - tolerance_ms;
          if (clock().getTime() < machine_start + since) return 'infinity';
          return new Date(database_start + since).toISOString();
        },
        condition: (_, known) => sql`now() < ${known}::timestamptz`,
      },
    },
  );
}

async function readDatabaseClock(db: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db);
  return Date.parse(rows[0]!.now);
}
