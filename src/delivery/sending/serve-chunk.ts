import { setTimeout as sleep } from 'node:timers/promises';
import { mailableTypes } from '../../audience/subscribers/subscriber.ts';
import { audienceTypes } from '../../emails/audience.ts';
import { clearTrouble } from '../../emails/in-flight.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { domainOf } from '../../platform/mail/address.ts';
import type { HandOver } from '../../platform/mail/transport.ts';
import { sends } from '../../platform/metrics/metrics.ts';
import { takeRefusals } from '../feedback/take-refusals.ts';
import {
  finishChunk,
  type Recipient,
  releaseChunk,
  renewLease,
  suspendChunk,
  takeWindow,
  writeOutcomes,
} from '../ledger/chunks.ts';
import type { Chunk, Outcome } from '../ledger/delivery.ts';
import { countWaiting } from '../ledger/look-ahead.ts';
import type { ServeContext } from './context.ts';
import { finishAndTell } from './finish.ts';
import { openHandOvers } from './hand-overs.ts';
import type { Mailing, Reader } from './mailings.ts';
import { pauseAndTell } from './pause.ts';
import { pushbackOf, slowDomain } from './pushback.ts';
import { awaitDomains, awaitNewsletter, isRationed, type Ration, takeRation } from './ration.ts';
import { nextRetry } from './retry.ts';
import { takeUp } from './take-up.ts';
import { reportTooLarge, reportTrouble } from './trouble.ts';

type Result = (HandOver | (Omit<Outcome, 'subscriber_key'> & { stage?: undefined })) & {
  recipient: Recipient;
};

/**
 * Serves the planned recipients of the chunk in order, until all have an outcome or wait for their receiving domain, the
 * relay is in trouble, the lease is lost, or we are to stop or the email is paused. Whoever is handed over is on record
 * before; as some get their outcomes, as many more are taken. `onNearlyTaken` hears when as many as fit into the window
 * are left, or fewer: another chunk can be begun.
 */
export async function serveChunk(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  onNearlyTaken: () => void,
): Promise<void> {
  const { db, control } = context;
  const heartbeat = setInterval(
    () => void renewLease(db, chunk).catch(() => {}),
    (chunk.lease_seconds * 1000) / 4,
  );
  const { signal, end } = await control.watch(chunk.email_key);
  try {
    if (!(await takeUp(context, mailing))) return await releaseChunk(db, chunk, context.clock());
    await leave(context, mailing, chunk, await handOverChunk(context, mailing, chunk, signal, onNearlyTaken));
  } finally {
    end();
    clearInterval(heartbeat);
  }
}

/** Why a worker takes no more recipients of a chunk. */
type Ending =
  | { reason: 'stopped' | 'lost' | 'used up' }
  | { reason: 'trouble' | 'too large'; trouble: string }
  /** All have had their turn, but those of these domains. */
  | { reason: 'done'; closed: string[] };

/** Hands over whom it may; when it returns, every outcome is on record. */
async function handOverChunk(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  signal: AbortSignal,
  onNearlyTaken: () => void,
): Promise<Ending> {
  const { window, room } = context;
  const handOvers = openHandOvers<Result>();
  const closed = new Set<string>();
  // Fewer at a time would be more work for PostgreSQL, more would leave the relay waiting.
  const least = Math.ceil(window / 4);
  let taken: Recipient[] = []; // on record, and not begun
  let left = chunk.planned;
  let ending: Ending | undefined;
  let rationed = false; // once it is, marks by key would count those who were passed over
  for (let after = 0; ; ) {
    if (ending || handOvers.come() < least) begin();
    const results = await handOvers.results(ending ? window : least);
    const failed = results.find(({ status }) => status === 'unreachable' || status === 'too_large');
    if (context.stopping() || signal.aborted) ending = { reason: 'stopped' };
    else if (failed)
      ending = { reason: failed.status === 'too_large' ? 'too large' : 'trouble', trouble: failed.reply };
    if (ending) onNearlyTaken(); // what is still to be answered keeps no other chunk waiting
    rationed ||= isRationed(context, mailing);
    const refusals = results.filter(isRefusal).flatMap(outcomeOf);
    if (refusals.length > 0) await surely(context, () => takeRefusals(context, chunk, refusals));
    const outcomes = results.filter(result => !isRefusal(result)).flatMap(outcomeOf);
    let places = results.length; // which are free when the outcomes are on record
    if (ending || rationed) {
      await surely(context, () => writeOutcomes(context.db, chunk, outcomes));
      room.give(places);
      places = 0;
    }
    if (!ending) {
      const size = await room.join(places);
      const taking = surely(context, () =>
        rationed
          ? takeRation(context, mailing, chunk, after, size, closed)
          : takeNext(context, chunk, after, size, outcomes),
      );
      await nextTick(); // the question is out: copies are printed while PostgreSQL works
      begin();
      const next = await taking;
      taken = next?.window ?? [];
      room.give(size - taken.length);
      after = next?.after ?? after;
      ending = endingAfter(next, closed);
      left -= taken.length;
      if (left <= window && !rationed) onNearlyTaken();
    }
    await heed(context, mailing, results);
    if (ending && handOvers.count() + taken.length === 0) return ending;
  }

  function begin() {
    // Who has not begun when we are to stop was not handed over, and whoever gives the chunk back says so.
    const isOver = ending !== undefined && ['stopped', 'trouble', 'too large'].includes(ending.reason);
    if (isOver) room.give(taken.length);
    else
      for (const recipient of taken)
        handOvers.begin(
          serve(context, mailing, recipient, signal).then(result => ({ ...result, recipient })),
        );
    taken = [];
  }
}

/** Lets what has been written leave this process. */
function nextTick(): Promise<void> {
  return new Promise(resolve => process.nextTick(resolve));
}

function endingAfter(next: Ration | undefined, closed: Set<string>): Ending | undefined {
  if (!next) return { reason: 'lost' };
  if (next.is_used_up) return { reason: 'used up' };
  return next.is_last ? { reason: 'done', closed: [...closed] } : undefined;
}

async function takeNext(
  { db }: ServeContext,
  chunk: Chunk,
  after: number,
  size: number,
  outcomes: Outcome[],
): Promise<Ration | undefined> {
  const taken = await takeWindow(db, chunk, after, size, outcomes);
  if (!taken) return undefined;
  const is_last = taken.length < size;
  return { window: taken, after: taken.at(-1)?.subscriber_key ?? after, is_last, is_used_up: false };
}

/** Gives the chunk back as its ending wants it. */
async function leave(context: ServeContext, mailing: Mailing, chunk: Chunk, ending: Ending): Promise<void> {
  const { db, clock } = context;
  switch (ending.reason) {
    case 'lost':
      return;
    case 'stopped':
      return releaseChunk(db, chunk, clock());
    case 'trouble':
      return reportTrouble(context, chunk, ending.trouble);
    case 'too large':
      return reportTooLarge(context, chunk, ending.trouble);
    case 'used up':
      await awaitNewsletter(context, mailing);
      return suspendChunk(db, chunk, { retry_date: retryOf(context, mailing, chunk) });
    case 'done':
      await leaveServed(context, mailing, chunk, ending.closed);
      return finishAndTell(context, chunk.email_key);
  }
}

/** Everybody has had their turn, but perhaps those of the closed domains. */
async function leaveServed(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  closed: string[],
): Promise<void> {
  const { db } = context;
  const retry_date = retryOf(context, mailing, chunk);
  const waits = closed.length > 0 ? await countWaiting(db, chunk, closed) : {};
  if (Object.keys(waits).length === 0) return finishChunk(db, chunk, retry_date);
  await suspendChunk(db, chunk, { date: await awaitDomains(context, mailing, waits), waits, retry_date });
}

function retryOf({ retry, clock }: ServeContext, { email }: Mailing, chunk: Chunk): Date | null {
  return nextRetry(retry, chunk, email, clock());
}

/** Whether a server has refused this recipient for good. */
function isRefusal({ status, stage }: Result): boolean {
  return status === 'permanent' && stage !== undefined;
}

function outcomeOf({ status, reply, recipient }: Result): Outcome[] {
  if (status === 'unreachable' || status === 'too_large') return [];
  return [{ status, reply, subscriber_key: recipient.subscriber_key }];
}

/** Counts the results, forgets trouble that is over, slows the domains that push back, and pauses the email when refusals of policy surge. */
async function heed(context: ServeContext, { email }: Mailing, results: Result[]): Promise<void> {
  for (const { status } of results) sends.inc({ outcome: status });
  const isOver = email.trouble !== null && !context.stalls.has(email.key);
  if (isOver && results.some(({ status }) => status === 'accepted')) {
    await surely(context, () => clearTrouble(context.db, email.key));
    email.trouble = null;
  }
  const pushing = new Map<string, string>();
  const refused: boolean[] = [];
  for (const { status, reply, stage, recipient } of results) {
    if (status === 'unreachable' || status === 'too_large') continue;
    const isRefused = status === 'permanent' || status === 'temporary';
    const pushback = isRefused && stage ? pushbackOf(reply) : undefined; // no server has said our own words
    if (pushback && recipient.email_address) pushing.set(domainOf(recipient.email_address), reply);
    refused.push(pushback === 'policy' && status === 'permanent');
  }
  for (const [domain, reply] of pushing) await surely(context, () => slowDomain(context, domain, reply));
  const reason = context.breaker.count(email.key, email.resume_date, refused);
  if (!reason) return;
  await surely(context, () => pauseAndTell(context, email.key, { by: 'service', reason }));
  context.control.stopServing(email.key);
}

async function serve(
  { clock, transport, log, places, stalls }: ServeContext,
  mailing: Mailing,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<HandOver | Omit<Outcome, 'subscriber_key'>> {
  if (!isReader(mailing, recipient))
    return { status: 'skipped', reply: 'Left the audience before their turn.' };
  const date = clock();
  let letter: readonly string[];
  try {
    letter = mailing.print(recipient, date);
  } catch (error) {
    // Only this person's values can do that: the template itself was read when the email was made.
    log.warn(
      { err: error, email: mailing.email.id, subscriber: recipient.id },
      'a message could not be made',
    );
    return { status: 'permanent', reply: `The message could not be made: ${(error as Error).message}` };
  }
  const leave = await places(domainOf(recipient.email_address), signal);
  if (!leave) return { status: 'unreachable', reply: 'The email was paused before their turn.' };
  const { key } = mailing.email;
  let stalled = false;
  const on_stall = (words: string) => {
    stalled = true;
    stalls.begin(key, words);
  };
  try {
    const envelope = {
      from: mailing.sender(recipient, date),
      to: recipient.email_address,
      owner: mailing.newsletter.id,
    };
    return await transport.handOver(envelope, await mailing.sign(letter, date), { signal, on_stall });
  } catch (error) {
    // A key that does not sign, say: nobody's failure but ours, for which the email waits.
    return { status: 'unreachable', reply: (error as Error).message };
  } finally {
    if (stalled) stalls.end(key);
    leave();
  }
}

function isReader({ email }: Mailing, recipient: Recipient): recipient is Reader {
  const types: readonly SubscriberType[] = recipient.chosen ? mailableTypes : audienceTypes(email);
  return recipient.type !== null && types.includes(recipient.type);
}

/** What is out must get its outcome, so PostgreSQL may be away for a while. Gives up only when we are to stop and it stays away. */
async function surely<Answer>({ log, stopping }: ServeContext, work: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (stopping() && failures > 10) throw error;
      log.warn({ err: error }, 'the ledger cannot be reached');
      await sleep(Math.min(5000, 100 * 2 ** failures));
    }
  }
}
