import { takeRefusals } from '../feedback/take-refusals.ts';
import type { Outcome } from '../ledger/delivery.ts';
import { listPlanned, type Recipient, writeOutcomes } from '../ledger/take.ts';
import { handOver, isRefusal, outcomeOf, type Result } from './hand-over.ts';
import { type HandOvers, openHandOvers } from './hand-overs.ts';
import { heed } from './heed.ts';
import { isRationed, type Remaining, takeNext } from './ration.ts';
import { rememberOutcomes } from './served.ts';
import { surely } from './surely.ts';
import { type CountedCopy, giveBackCopies, wasTried } from './warm-up.ts';

/** Why a worker takes no more recipients from a chunk. */
export type Ending =
  | { reason: 'stopped' | 'lost' | 'used up' | 'long enough' }
  | { reason: 'trouble' | 'too large'; trouble: string }
  /** All have been served, except the recipients at these domains. */
  | { reason: 'done'; closed: string[] };

/**
 * How long, in milliseconds, a pass takes recipients from a chunk with many left before giving it back, so that other emails are served
 * too. If some in hand have no answer after this time, the chunk is not given back, because the rest would wait for them: the pass
 * continues.
 */
const longestPass = 5_000;

/** How often a pass looks for work that nothing has announced to it. */
const nudgeMilliseconds = 1_000;

/** A worker's pass over a chunk. */
type Pass = Remaining & {
  /** Aborted when the email is paused. */
  signal: AbortSignal;
  /** Recipients in hand whose hand-over has not begun. */
  taken: Recipient[];
  /** Copies that the warm-up plan counts and that have no outcome yet, by subscriber. */
  counted: Map<number, CountedCopy>;
  handOvers: HandOvers<Result>;
  /** Recipients whose hand-over has begun and who have no recorded outcome: the mail server may have their message. */
  begun: Set<number>;
  /** Recipients in hand whose message is known not to have left. */
  withdrawn: number[];
  /** How many nudges came since the last outcome. Nudges from a time when the process was stopped do not count. */
  quiet: number;
};

/** A pass under way. */
export type Passage = {
  /** Why the pass ended; resolves when every outcome is recorded. */
  ending: Promise<Ending>;
  /** Resolves if there has been no outcome for `quiet_seconds` (ServeContext). */
  stuck: Promise<'stuck'>;
  /** Recipients of the chunk whose message the mail server may have by now, without an outcome. */
  begun(): number[];
  /** Recipients who were in hand and whose message did not leave: they are still planned, unless the lease was lost. */
  withdrawn(): number[];
  /** How many recipients are waiting to be taken. */
  left(): number;
};

/** Starts a pass over the chunk (serveAll). */
export function handOverChunk(
  given: Pick<Pass, 'context' | 'mailing' | 'chunk' | 'signal'>,
  onNearlyTaken: () => void,
): Passage {
  const pass: Pass = {
    ...given,
    remaining: [],
    closed: new Set(),
    used: new Map(),
    taken: [],
    counted: new Map(),
    handOvers: openHandOvers(),
    begun: new Set(),
    withdrawn: [],
    quiet: 0,
  };
  const stuck = Promise.withResolvers<'stuck'>();
  const nudge = setInterval(() => {
    pass.quiet += 1;
    if (pass.quiet * nudgeMilliseconds >= given.context.quiet_seconds * 1000) stuck.resolve('stuck');
    pass.handOvers.stir();
  }, nudgeMilliseconds);
  return {
    ending: serveAll(pass, onNearlyTaken).finally(() => clearInterval(nudge)),
    stuck: stuck.promise,
    begun: () => [...pass.begun],
    withdrawn: () => pass.withdrawn,
    left: () => pass.remaining.length,
  };
}

/**
 * Hands recipients over in order. Each is recorded as in hand first; as some get their outcomes, the same statement takes as many new ones.
 * When it returns, every outcome is recorded. Calls `onNearlyTaken` when it is time to prepare another chunk, so that the connections never
 * wait for one.
 */
async function serveAll(pass: Pass, onNearlyTaken: () => void): Promise<Ending> {
  const { context, chunk, mailing, counted } = pass;
  pass.remaining.push(...(await surely(context, () => listPlanned(context.db, chunk))));
  const { capacity } = context;
  let last: Ending | undefined;
  while (!last) {
    // Places that another chunk has given up are used at once.
    const stopListening = capacity.listen(() => {
      if (capacity.free() >= capacity.batch()) pass.handOvers.stir();
    });
    const ending = await takeAll(pass, onNearlyTaken).finally(stopListening);
    onNearlyTaken(); // waiting for answers does not delay other chunks
    last = await recordRest(pass, ending);
  }
  if (counted.size > 0)
    await surely(context, () => giveBackCopies(context.db, mailing, [...counted.values()]));
  return last;
}

/** Takes recipients and hands them over until there is a reason to end the pass, and returns this reason. */
async function takeAll(pass: Pass, onNearlyTaken: () => void): Promise<Ending> {
  const { context, mailing, handOvers, remaining } = pass;
  const { capacity } = context;
  const end_of_pass = performance.now() + longestPass;
  for (let ending: Ending | undefined; ; ) {
    if (handOvers.come() < capacity.batch()) begin(pass);
    const results = await handOvers.results(capacity.batch());
    ending = endingOf(pass, results);
    if (ending) await record(pass, results);
    else ending = await takeMore(pass, results);
    const isNearlyTaken = remaining.length <= 2 * capacity.size();
    if (isNearlyTaken && !isRationed(context, mailing)) onNearlyTaken();
    if (ending) return ending;
    if (!isNearlyTaken && performance.now() > end_of_pass) return { reason: 'long enough' };
  }
}

/**
 * Records the outcomes of the recipients still in hand, as they arrive. Returns why the pass ended, which these outcomes may change;
 * undefined if the pass was to end only because it had taken long enough, and those in hand take so long that it goes on.
 */
async function recordRest(pass: Pass, reason: Ending): Promise<Ending | undefined> {
  const { context, handOvers, taken, withdrawn } = pass;
  let ending = reason;
  // When the pass stops, messages that were not started were not handed over; this is recorded when the chunk is given back.
  if (['stopped', 'trouble', 'too large'].includes(ending.reason)) {
    context.capacity.give(taken.length);
    withdrawn.push(...taken.splice(0).map(({ subscriber_key }) => subscriber_key));
  }
  begin(pass);
  for (let heard = performance.now(); handOvers.count() > 0; ) {
    const results = await handOvers.results(context.capacity.batch());
    ending = endingOf(pass, results) ?? ending;
    if (results.length > 0) heard = performance.now();
    else if (ending.reason === 'long enough' && performance.now() > heard + longestPass) return undefined;
    await record(pass, results);
  }
  return ending;
}

/** Starts the hand-over of the recipients who have been taken. */
function begin(pass: Pass): void {
  const { handOvers, taken, begun } = pass;
  for (const recipient of taken.splice(0)) {
    begun.add(recipient.subscriber_key);
    handOvers.begin(handOverNoted(pass, recipient));
  }
}

/**
 * Hands over the recipient's copy and notes its outcome, unless the outcome has consequences beyond the ledger: a process that takes over
 * would not bring them about.
 */
async function handOverNoted({ context, mailing, signal }: Pass, recipient: Recipient): Promise<Result> {
  const result = await handOver(context, mailing, recipient, signal);
  if (!isRefusal(result)) context.notes.came(outcomeOf(result));
  return result;
}

/** Notes that these recipients have their outcomes, or are known not to have left. */
function settle({ begun, withdrawn }: Pass, results: Result[]): void {
  for (const result of results) {
    const { subscriber_key } = result.recipient;
    begun.delete(subscriber_key);
    if (outcomeOf(result).length === 0) withdrawn.push(subscriber_key);
  }
}

/** Returns why the pass should end now; undefined if it should go on. */
function endingOf({ context, signal }: Pass, results: Result[]): Ending | undefined {
  if (context.stopping() || signal.aborted) return { reason: 'stopped' };
  const failed = results.find(({ status }) => status === 'unreachable' || status === 'too_large');
  return failed && { reason: failed.status === 'too_large' ? 'too large' : 'trouble', trouble: failed.reply };
}

/** Writes permanent refusals with all their consequences. Returns the other outcomes, which must still be written. */
async function takeInRefusals(pass: Pass, results: Result[]): Promise<Outcome[]> {
  const { context, mailing, chunk, counted } = pass;
  if (results.length > 0) pass.quiet = 0;
  for (const { recipient } of results.filter(wasTried)) counted.delete(recipient.subscriber_key);
  const refused = results.filter(isRefusal);
  if (refused.length > 0) {
    const paths = refused.map(({ recipient }) => mailing.sender(recipient, context.clock()));
    const senders = [mailing.newsletter.from_address, ...paths];
    await surely(context, () => takeRefusals(context, chunk, refused.flatMap(outcomeOf), senders));
  }
  return results.filter(result => !isRefusal(result)).flatMap(outcomeOf);
}

/** Writes the outcomes and frees their places. */
async function record(pass: Pass, results: Result[]): Promise<void> {
  const { context, mailing, chunk } = pass;
  const outcomes = await takeInRefusals(pass, results);
  await surely(context, () => writeOutcomes(context.db, chunk, outcomes));
  rememberOutcomes(context.db, mailing.email.id, chunk, outcomes);
  context.notes.recorded(outcomes);
  settle(pass, results);
  context.capacity.give(results.length);
  await heed(context, mailing, results);
}

/** Writes the outcomes and takes the next recipients, as many as have a free place. */
async function takeMore(pass: Pass, results: Result[]): Promise<Ending | undefined> {
  const { context, mailing, chunk, handOvers, remaining, closed } = pass;
  const { capacity } = context;
  const outcomes = await takeInRefusals(pass, results);
  if (results.length === 0 && capacity.free() === 0) context.noPlace();
  if (results.length === 0 && handOvers.count() > 0 && capacity.free() === 0) return undefined; // the places are taken
  const size = await capacity.join(results.length);
  const taking = surely(context, () => takeNext(pass, size, outcomes));
  await nextTick(); // the query has been sent: copies are printed while PostgreSQL works
  begin(pass);
  const taken = await taking;
  rememberOutcomes(context.db, mailing.email.id, chunk, outcomes);
  context.notes.recorded(outcomes);
  settle(pass, results);
  capacity.learn(handOvers.come());
  capacity.give(size - (taken?.recipients.length ?? 0));
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
