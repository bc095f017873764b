import { takeRefusals } from '../feedback/take-refusals.ts';
import type { Outcome } from '../ledger/delivery.ts';
import { listPlanned, type Recipient, writeOutcomes } from '../ledger/take.ts';
import { handOver, isRefusal, outcomeOf, type Result } from './hand-over.ts';
import { type HandOvers, openHandOvers } from './hand-overs.ts';
import { heed } from './heed.ts';
import { isRationed, type Turns, takeTurns } from './ration.ts';
import { surely } from './surely.ts';

/** Why a worker takes no more recipients of a chunk. */
export type Ending =
  | { reason: 'stopped' | 'lost' | 'used up' }
  | { reason: 'trouble' | 'too large'; trouble: string }
  /** All have been served, except those of these domains. */
  | { reason: 'done'; closed: string[] };

/** A worker's pass over a chunk. */
type Pass = Turns & {
  /** Aborted when the email is paused. */
  signal: AbortSignal;
  /** In hand, and not started. */
  taken: Recipient[];
  handOvers: HandOvers<Result>;
};

/**
 * Hands recipients over in order. Each is recorded as in hand first, and as some get their outcomes, the same statement
 * takes as many more. When it returns, every outcome is recorded. Calls `onNearlyTaken` when those left fit into the
 * hand.
 */
export async function handOverChunk(
  given: Pick<Pass, 'context' | 'mailing' | 'chunk' | 'signal'>,
  onNearlyTaken: () => void,
): Promise<Ending> {
  const { context, mailing, chunk } = given;
  const { room } = context;
  const turns = await surely(context, () => listPlanned(context.db, chunk));
  const pass: Pass = { ...given, turns, closed: new Set(), taken: [], handOvers: openHandOvers() };
  for (let ending: Ending | undefined; ; ) {
    if (ending || pass.handOvers.come() < room.batch()) begin(pass, ending);
    const results = await pass.handOvers.results(room.batch());
    ending = endingOf(pass, results) ?? ending;
    const outcomes = await takeInRefusals(pass, results);
    if (ending) {
      onNearlyTaken(); // waiting for answers does not delay other chunks
      await surely(context, () => writeOutcomes(context.db, chunk, outcomes));
      room.give(results.length);
    } else {
      ending = await takeMore(pass, outcomes, results.length);
      if (pass.turns.length <= room.size() && !isRationed(context, mailing)) onNearlyTaken();
    }
    await heed(context, mailing, results);
    if (ending && pass.handOvers.count() + pass.taken.length === 0) return ending;
  }
}

/** Starts those who have been taken, unless the pass is ending and nobody may be started any more. */
function begin({ context, mailing, signal, handOvers, taken }: Pass, ending?: Ending): void {
  // When stopping, messages not started were not handed over, which is recorded when the chunk is given back.
  const isOver = ending !== undefined && ['stopped', 'trouble', 'too large'].includes(ending.reason);
  const recipients = taken.splice(0);
  if (isOver) context.room.give(recipients.length);
  else for (const recipient of recipients) handOvers.begin(handOver(context, mailing, recipient, signal));
}

/** Why the pass should end now, if so. */
function endingOf({ context, signal }: Pass, results: Result[]): Ending | undefined {
  if (context.stopping() || signal.aborted) return { reason: 'stopped' };
  const failed = results.find(({ status }) => status === 'unreachable' || status === 'too_large');
  return failed && { reason: failed.status === 'too_large' ? 'too large' : 'trouble', trouble: failed.reply };
}

/** Writes permanent refusals with all their consequences. Returns the other outcomes, still to be written. */
async function takeInRefusals({ context, chunk }: Pass, results: Result[]): Promise<Outcome[]> {
  const refusals = results.filter(isRefusal).flatMap(outcomeOf);
  if (refusals.length > 0) await surely(context, () => takeRefusals(context, chunk, refusals));
  return results.filter(result => !isRefusal(result)).flatMap(outcomeOf);
}

/** Writes the outcomes and takes the next recipients into the free places, `places` of them our own. */
async function takeMore(pass: Pass, outcomes: Outcome[], places: number): Promise<Ending | undefined> {
  const { context, handOvers, turns, closed } = pass;
  const { room } = context;
  const size = await room.join(places);
  const taking = surely(context, () => takeTurns(pass, size, outcomes));
  await nextTick(); // the query has been sent: copies are printed while PostgreSQL works
  begin(pass);
  const taken = await taking;
  room.learn(handOvers.come());
  room.give(size - (taken?.recipients.length ?? 0));
  if (!taken) return { reason: 'lost' };
  pass.taken = taken.recipients;
  turns.splice(0, taken.looked_at);
  if (taken.is_used_up) return { reason: 'used up' };
  return turns.length === 0 ? { reason: 'done', closed: [...closed] } : undefined;
}

/** Lets written data leave this process. */
function nextTick(): Promise<void> {
  return new Promise(resolve => process.nextTick(resolve));
}
