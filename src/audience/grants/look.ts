import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { type Rounds, startRounds } from '../../platform/rounds/rounds.ts';
import { settleStandings } from '../subscribers/settle.ts';

type Looking = { db: Database; clock: Clock; log: Log };

/** The most people in one transaction, which then takes a fraction of a second, so that nobody waits long for a lock. */
const peopleAtOnce = 500;

/**
 * Makes standings follow the clock until stopped: a person whose grant begins or ends has another standing and type from then on, and the
 * events are recorded. Any number of processes can run this in parallel.
 */
export function watchStandings({ db, clock, log }: Looking): Rounds {
  const condition = (now: unknown) => sql<boolean>`(
    select next_look from subscribers where next_look <= ${now} order by next_look limit 1) is not null`;
  const due = { db, clock, condition };
  const look = async () =>
    (await lookAtDue(db, clock())) === peopleAtOnce ? ('at_once' as const) : ('after_pause' as const);
  return startRounds(look, { pause_ms: 500, due, log, failure: 'ends of grants wait' });
}

/**
 * Settles the standings of some people for whom the clock has changed something. Returns how many it looked at. The rows are taken in the
 * transaction that settles them, so a crash changes nothing and leaves nobody out.
 */
export async function lookAtDue(db: Database, now: Date): Promise<number> {
  return inTransaction(db, async trx => {
    const { rows } = await sql<{ key: number; newsletter_key: number }>`
      select key, newsletter_key from subscribers where next_look <= ${now.toISOString()}
      order by next_look limit ${peopleAtOnce} for update skip locked`.execute(trx);
    for (const [newsletter_key, people] of Map.groupBy(rows, row => row.newsletter_key))
      await settleStandings(
        trx,
        newsletter_key,
        people.map(({ key }) => key),
        now,
      );
    return rows.length;
  });
}
