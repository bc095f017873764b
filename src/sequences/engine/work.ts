import { type RawBuilder, sql } from 'kysely';
import type { Log } from '../../platform/log.ts';
import { type Next, startRounds } from '../../platform/rounds/rounds.ts';
import type { Claim } from '../../platform/work/claim.ts';
import type { Outcome, Work } from '../../platform/work/work.ts';
import { type AdvanceContext, advanceRuns } from './advance.ts';
import { lookAtClock } from './clock-triggers.ts';
import { type RequestContext, sendRequest } from './requests.ts';
import { settleEntries } from './settle.ts';

type SequenceWork = AdvanceContext & {
  log: Log;
  /** There may be mail to serve. */
  wake: () => void;
};

const hasEntries = (now: RawBuilder<string>) => sql<boolean>`(
  (select key from sequence_entries where settle_date <= ${now} order by settle_date, key limit 1) is not null
  or (select key from sequences where look_date <= ${now} order by look_date limit 1) is not null)`;
const hasRuns = (now: RawBuilder<string>) => sql<boolean>`(
  (select key from sequence_runs where status = 'waiting' and due_date <= ${now} order by due_date, key limit 1) is not null)`;

/**
 * Decides who enters sequences, and moves those inside on, side by side until stopped, in any number of processes. There is no lease: the
 * transaction that takes some of what is due does all of its work, so what a process leaves undone is due again immediately.
 */
export function startSequences(context: SequenceWork): { stop(): Promise<void> } {
  const { db, clock, log, wake } = context;
  const enter = async (): Promise<Next> => {
    const count = (await lookAtClock(context)) + (await settleEntries(context));
    if (count > 0) moving.wake();
    return count > 0 ? 'at_once' : 'after_pause';
  };
  const move = async (): Promise<Next> => {
    const count = await advanceRuns(context);
    if (count > 0) wake();
    return count > 0 ? 'at_once' : 'after_pause';
  };
  const pause_ms = 500;
  const moving = startRounds(move, {
    pause_ms,
    due: { db, clock, condition: hasRuns },
    log,
    failure: 'sequences wait',
  });
  const entering = startRounds(enter, {
    pause_ms,
    due: { db, clock, condition: hasEntries },
    log,
    failure: 'entries of sequences wait',
  });
  return {
    async stop() {
      await Promise.all([entering.stop(), moving.stop()]);
    },
  };
}

/** The outbox of requests to other programs. */
export function requestsWork(context: RequestContext): Work {
  const handle = (claim: Claim): Promise<Outcome> => sendRequest(context, claim);
  return { table: 'sequence_requests', leaves: true, at_once: 4, handle };
}
