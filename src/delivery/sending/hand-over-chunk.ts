import { takeRefusals } from '../feedback/take-refusals.ts';
import type { Outcome } from '../ledger/delivery.ts';
import { listPlanned, type Recipient, writeOutcomes } from '../ledger/take.ts';
import { handOver, isRefusal, outcomeOf, type Result } from './hand-over.ts';
import { type HandOvers, openHandOvers } from './hand-overs.ts';
import { heed } from './heed.ts';
import { isRationed, type Remaining, takeNext } from './ration.ts';
import { surely } from './surely.ts';
import { type CountedCopy, giveBackCopies, wasTried } from './warm-up.ts';

/** Why a worker takes no more recipients of a chunk. */
export type Ending =
  | { reason: 'stopped' | 'lost' | 'used up' | 'long enough' }
  | { reason: 'trouble' | 'too large'; trouble: string }
  /** All have been served, except those of these domains. */
  | { reason: 'done'; closed: string[] };

/** Milliseconds after which a chunk with much left to do is given back, so that other emails are served too. */
const longestPass = 5_000;

/** A worker's pass over a chunk. */
type Pass = Remaining & {
  /** Aborted when the email is paused. */
  signal: AbortSignal;
  /** In hand, and not started. */
  taken: Recipient[];
  /** Copies that the warm-up plan counts, and that have no outcome yet; by subscriber. */
  counted: Map<number, CountedCopy>;
  handOvers: HandOvers<Result>;
};

/**
 * Hands recipients over in order. Each is recorded as in hand first, and as some get their outcomes, the same statement
 * takes as many more. When it returns, every outcome is recorded. Calls `onNearlyTaken` when it is time to prepare
 * another chunk, so that the connections never wait for one.
 */
export async function handOverChunk(
  given: Pick<Pass, 'context' | 'mailing' | 'chunk' | 'signal'>,
  onNearlyTaken: () => void,
): Promise<Ending> {
  const { context, chunk } = given;
  const remaining = await surely(context, () => listPlanned(context.db, chunk));
  const pass: Pass = {
    ...given,
    ...{ remaining, closed: new Set(), used: new Map() },
    ...{ taken: [], counted: new Map(), handOvers: openHandOvers() },
  };
  const { room } = context;
  // Places that another chunk has given up are used at once.
  const stopListening = room.listen(() => {
    if (room.free() >= room.batch()) pass.handOvers.stir();
  });
  const ending = await takeAll(pass, onNearlyTaken).finally(stopListening);
  onNearlyTaken(); // waiting for answers does not delay other chunks
  const last = await recordRest(pass, ending);
  if (pass.counted.size > 0)
    await surely(context, () => giveBackCopies(context.db, given.mailing, [...pass.counted.values()]));
  return last;
}

/** Takes recipients and hands them over, until there is a reason to end the pass, which it returns. */
async function takeAll(pass: Pass, onNearlyTaken: () => void): Promise<Ending> {
  const { context, mailing, handOvers, remaining } = pass;
  const { room } = context;
  const end_of_pass = performance.now() + longestPass;
  for (let ending: Ending | undefined; ; ) {
    if (handOvers.come() < room.batch()) begin(pass);
    const results = await handOvers.results(room.batch());
    if (results.length === 0 && handOvers.count() > 0 && room.free() === 0) continue; // the places are taken
    ending = endingOf(pass, results);
    if (ending) await record(pass, results);
    else ending = await takeMore(pass, results);
    const isNearlyTaken = remaining.length <= 2 * room.size();
    if (isNearlyTaken && !isRationed(context, mailing)) onNearlyTaken();
    if (ending) return ending;
    if (!isNearlyTaken && performance.now() > end_of_pass) return { reason: 'long enough' };
  }
}

/** Records the outcomes of those still in hand, as they arrive. Returns why the pass ended, which they may change. */
async function recordRest(pass: Pass, reason: Ending): Promise<Ending> {
  const { context, handOvers, taken } = pass;
  let ending = reason;
  // When stopping, messages not started were not handed over, which is recorded when the chunk is given back.
  if (['stopped', 'trouble', 'too large'].includes(ending.reason)) context.room.give(taken.splice(0).length);
  begin(pass);
  while (handOvers.count() > 0) {
    const results = await handOvers.results(context.room.batch());
    ending = endingOf(pass, results) ?? ending;
    await record(pass, results);
  }
  return ending;
}

/** Starts those who have been taken. */
function begin({ context, mailing, signal, handOvers, taken }: Pass): void {
  for (const recipient of taken.splice(0)) handOvers.begin(handOver(context, mailing, recipient, signal));
}

/** Why the pass should end now, if so. */
function endingOf({ context, signal }: Pass, results: Result[]): Ending | undefined {
  if (context.stopping() || signal.aborted) return { reason: 'stopped' };
  const failed = results.find(({ status }) => status === 'unreachable' || status === 'too_large');
  return failed && { reason: failed.status === 'too_large' ? 'too large' : 'trouble', trouble: failed.reply };
}

/** Writes permanent refusals with all their consequences. Returns the other outcomes, still to be written. */
async function takeInRefusals({ context, chunk, counted }: Pass, results: Result[]): Promise<Outcome[]> {
  for (const { recipient } of results.filter(wasTried)) counted.delete(recipient.subscriber_key);
  const refusals = results.filter(isRefusal).flatMap(outcomeOf);
  if (refusals.length > 0) await surely(context, () => takeRefusals(context, chunk, refusals));
  return results.filter(result => !isRefusal(result)).flatMap(outcomeOf);
}

/** Writes the outcomes; their places are free. */
async function record(pass: Pass, results: Result[]): Promise<void> {
  const { context, mailing, chunk } = pass;
  const outcomes = await takeInRefusals(pass, results);
  await surely(context, () => writeOutcomes(context.db, chunk, outcomes));
  context.room.give(results.length);
  await heed(context, mailing, results);
}

/** Writes the outcomes and takes the next recipients, into their places and all that are free. */
async function takeMore(pass: Pass, results: Result[]): Promise<Ending | undefined> {
  const { context, mailing, handOvers, remaining, closed } = pass;
  const { room } = context;
  const outcomes = await takeInRefusals(pass, results);
  const size = await room.join(results.length);
  const taking = surely(context, () => takeNext(pass, size, outcomes));
  await nextTick(); // the query has been sent: copies are printed while PostgreSQL works
  begin(pass);
  const taken = await taking;
  room.learn(handOvers.come());
  room.give(size - (taken?.recipients.length ?? 0));
  await heed(context, mailing, results);
  if (!taken) return { reason: 'lost' };
  pass.taken.push(...taken.recipients);
  for (const copy of taken.counted) pass.counted.set(copy.subscriber_key, copy);
  remaining.splice(0, taken.looked_at);
  if (taken.is_used_up) return { reason: 'used up' };
  return remaining.length === 0 ? { reason: 'done', closed: [...closed] } : undefined;
}

/** Lets written data leave this process. */
function nextTick(): Promise<void> {
  return new Promise(resolve => process.nextTick(resolve));
}
