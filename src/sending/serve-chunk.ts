import { setTimeout as sleep } from 'node:timers/promises';
import { audienceTypes } from '../deliveries/audience.ts';
import {
  finishChunk,
  type Recipient,
  releaseChunk,
  renewLease,
  suspendChunk,
  takeWindow,
  writeOutcomes,
} from '../deliveries/chunks.ts';
import type { Chunk, Outcome } from '../deliveries/delivery.ts';
import { countWaiting } from '../deliveries/look-ahead.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import { domainOf } from '../platform/mail/address.ts';
import type { HandOver } from '../platform/mail/transport.ts';
import { sends } from '../platform/metrics.ts';
import { mailableTypes } from '../subscribers/subscriber.ts';
import type { ServeContext } from './context.ts';
import { finishIfServed } from './finish.ts';
import type { Mailing, Reader } from './mailings.ts';
import { pause } from './pause.ts';
import { pushbackOf, slowDomain } from './pushback.ts';
import { clearTrouble } from './queries.ts';
import { awaitDomains, awaitNewsletter, isRationed, type Ration, takeRation } from './ration.ts';
import { nextRetry } from './retry.ts';
import { takeUp } from './take-up.ts';
import { reportTrouble } from './trouble.ts';

/**
 * Serves the planned recipients of the chunk in order, window by window, until all have an outcome or wait for their
 * receiving domain, the relay is in trouble, the lease is lost, or we are to stop or the email is paused. Each window is
 * on record before its first hand-over.
 */
export async function serveChunk(context: ServeContext, mailing: Mailing, chunk: Chunk): Promise<void> {
  const { db, clock, control } = context;
  const heartbeat = setInterval(
    () => void renewLease(db, chunk).catch(() => {}),
    (chunk.lease_seconds * 1000) / 4,
  );
  const { signal, end } = await control.watch(chunk.email_key);
  const underWay = openWindows();
  try {
    if (!(await takeUp(context, mailing))) return await releaseChunk(db, chunk, clock());
    const closed = new Set<string>();
    let rationed = false; // once it is, marks by key would count those who were passed over
    for (let after = 0; ; ) {
      if (context.stopping() || signal.aborted) {
        await underWay.settle(0);
        return await releaseChunk(db, chunk, clock());
      }
      rationed ||= isRationed(context, mailing);
      const next: Ration | undefined = rationed
        ? await takeRation(context, mailing, chunk, after, closed)
        : await takeNext(context, chunk, after);
      if (!next) return;
      after = next.after;
      underWay.add(serveWindow(context, mailing, chunk, next.window, signal));
      const goesOn = !rationed && !next.is_last;
      const trouble = await underWay.settle(goesOn ? context.windows - 1 : 0);
      if (trouble !== undefined && !context.stopping() && !signal.aborted) {
        await underWay.settle(0);
        return await reportTrouble(context, chunk, trouble);
      }
      if (next.is_used_up && !signal.aborted) {
        await awaitNewsletter(context, mailing);
        return await suspendChunk(db, chunk, { retry_date: retryOf(context, mailing, chunk) });
      }
      if (next.is_last && trouble === undefined) break;
    }
    await leaveChunk(context, mailing, chunk, [...closed]);
    await finishIfServed(db, chunk.email_key);
  } finally {
    await underWay.settle(0);
    end();
    clearInterval(heartbeat);
  }
}

/** The windows whose hand-over has begun, oldest first. */
function openWindows() {
  const begun: Promise<string | undefined>[] = [];
  return {
    add(window: Promise<string | undefined>) {
      window.catch(() => {}); // whoever settles hears of it
      begun.push(window);
    },
    /** Waits until at most `left` are still under way, and says what the trouble of the others was, if there was any. */
    async settle(left: number): Promise<string | undefined> {
      let trouble: string | undefined;
      while (begun.length > left) trouble = (await begun.shift()) ?? trouble;
      return trouble;
    },
  };
}

async function takeNext(
  { db, window }: ServeContext,
  chunk: Chunk,
  after: number,
): Promise<Ration | undefined> {
  const taken = await takeWindow(db, chunk, after, window);
  if (!taken) return undefined;
  const is_last = taken.length === 0;
  return { window: taken, after: taken.at(-1)?.subscriber_key ?? after, is_last, is_used_up: false };
}

/** Everybody has had their turn, but perhaps those of the closed domains. */
async function leaveChunk(
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

/** Hands the window over and writes every outcome. Returns what the trouble is when no server took some of it. */
async function serveWindow(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  window: Recipient[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const results = await Promise.all(
    window.map(async recipient => ({
      ...(await serve(context, mailing, recipient, signal)),
      subscriber_key: recipient.subscriber_key,
    })),
  );
  const outcomes = results.filter((result): result is Outcome => result.status !== 'unreachable');
  await writeSurely(context, chunk, outcomes);
  for (const { status } of results) sends.inc({ outcome: status });
  if (mailing.email.trouble_since !== null && outcomes.some(outcome => outcome.status === 'accepted')) {
    await clearTrouble(context.db, chunk.email_key);
    mailing.email.trouble_since = null;
  }
  await heed(context, mailing, window, outcomes);
  return results.find(result => result.status === 'unreachable')?.reply;
}

/** Slows the domains that push back, and pauses the email when refusals of policy surge. */
async function heed(
  context: ServeContext,
  { email }: Mailing,
  window: Recipient[],
  outcomes: Outcome[],
): Promise<void> {
  const pushing = new Map<string, string>();
  const refused = outcomes.map(({ status, reply, subscriber_key }) => {
    if (status !== 'permanent' && status !== 'temporary') return false;
    const pushback = pushbackOf(reply);
    const address = window.find(one => one.subscriber_key === subscriber_key)?.email_address;
    if (pushback && address) pushing.set(domainOf(address), reply);
    return pushback === 'policy' && status === 'permanent';
  });
  for (const [domain, reply] of pushing) await slowDomain(context, domain, reply);
  const reason = context.breaker.count(email.key, email.resume_date, refused);
  if (!reason) return;
  await pause(context.db, email.key, { by: 'service', reason });
  context.control.stopServing(email.key);
}

async function serve(
  { clock, transport, log, gate }: ServeContext,
  mailing: Mailing,
  recipient: Recipient,
  signal: AbortSignal,
): Promise<HandOver | Omit<Outcome, 'subscriber_key'>> {
  if (!isReader(mailing, recipient))
    return { status: 'skipped', reply: 'Left the audience before their turn.' };
  const date = clock();
  let letter: Buffer;
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
  const envelope = { from: mailing.sender(recipient, date), to: recipient.email_address };
  const leave = await gate(domainOf(recipient.email_address), signal);
  if (!leave) return { status: 'unreachable', reply: 'The email was paused before their turn.' };
  return transport.handOver(envelope, await mailing.sign(letter, clock()), { signal }).finally(leave);
}

function isReader({ email }: Mailing, recipient: Recipient): recipient is Reader {
  const types: readonly SubscriberType[] = recipient.chosen ? mailableTypes : audienceTypes(email);
  return recipient.type !== null && types.includes(recipient.type);
}

/** The mail is out: its outcome must be written, even when PostgreSQL is away for a while. Gives up only when it is lost to us. */
async function writeSurely(
  { db, log, stopping }: ServeContext,
  chunk: Chunk,
  outcomes: Outcome[],
): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await writeOutcomes(db, chunk, outcomes);
    } catch (error) {
      if (stopping() && failures > 10) throw error;
      log.warn({ err: error, outcomes: outcomes.length }, 'outcomes could not be written yet');
      await sleep(Math.min(5000, 100 * 2 ** failures));
    }
  }
}
