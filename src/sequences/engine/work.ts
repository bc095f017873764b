import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isSomethingSent } from '../../emails/in-flight.ts';
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
  /** Is called when there may be mail to serve. */
  wake: () => void;
};

const hasEntries = (now: RawBuilder<string>) => sql<boolean>`(
  (select key from sequence_entries where settle_date <= ${now} order by settle_date, key limit 1) is not null
  or (select key from sequences where look_date <= ${now} order by look_date limit 1) is not null)`;
const hasRuns = (now: RawBuilder<string>) => sql<boolean>`(
  (select key from sequence_runs where status = 'waiting' and due_date <= ${now} order by due_date, key limit 1) is not null)`;

/** How long sequences rest while an issue is being sent, as a share of the time that they have just worked. */
const restShare = 0.3;

/**
 * Decides who enters sequences, and moves people inside them on. Both run side by side until stopped, in any number of processes. There is
 * no lease: the transaction that takes some of the due work does all of it, so work left undone by a process is due again immediately.
 * While an issue is being sent, both rest after each transaction, so that a sequence that thousands enter at once does not slow the issue
 * down.
 */
export function startSequences(context: SequenceWork): { stop(): Promise<void> } {
  const { db, clock, log, wake } = context;
  const resting =
    (work: () => Promise<number>, proceed: () => void) =>
    async (signal: AbortSignal): Promise<Next> => {
      const since = performance.now();
      if ((await work()) === 0) return 'after_pause';
      const worked_ms = performance.now() - since;
      proceed();
      if (await isSomethingSent(db))
        await sleep(restShare * worked_ms, undefined, { signal }).catch(() => undefined);
      return 'at_once';
    };
  const enter = resting(
    async () => (await lookAtClock(context)) + (await settleEntries(context)),
    () => moving.wake(),
  );
  const move = resting(() => advanceRuns(context), wake);
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

/** Returns the work of sending requests to other programs. */
export function requestsWork(context: RequestContext): Work {
  const handle = (claim: Claim): Promise<Outcome> => sendRequest(context, claim);
  return { table: 'sequence_requests', leaves: true, at_once: 4, handle };
}
