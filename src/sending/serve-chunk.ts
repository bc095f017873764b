import { setTimeout as sleep } from 'node:timers/promises';
import { audienceTypes } from '../deliveries/audience.ts';
import {
  finishChunk,
  type Recipient,
  releaseChunk,
  renewLease,
  takeWindow,
  writeOutcomes,
} from '../deliveries/chunks.ts';
import type { Chunk, Outcome } from '../deliveries/delivery.ts';
import type { SubscriberType } from '../platform/database/schema.ts';
import type { HandOver } from '../platform/mail/transport.ts';
import { sends } from '../platform/metrics.ts';
import { mailableTypes } from '../subscribers/subscriber.ts';
import type { ServeContext } from './context.ts';
import { finishIfServed } from './finish.ts';
import type { Mailing, Reader } from './mailings.ts';
import { clearTrouble } from './queries.ts';
import { nextRetry } from './retry.ts';
import { takeUp } from './take-up.ts';
import { reportTrouble } from './trouble.ts';

/**
 * Serves the planned recipients of the chunk in order, window by window, until all have an outcome, the relay is in
 * trouble, the lease is lost, or we are to stop. Each window is on record before its first hand-over.
 */
export async function serveChunk(context: ServeContext, mailing: Mailing, chunk: Chunk): Promise<void> {
  const { db, clock } = context;
  const heartbeat = setInterval(
    () => void renewLease(db, chunk).catch(() => {}),
    (chunk.lease_seconds * 1000) / 4,
  );
  try {
    if (!(await takeUp(context, mailing))) return await releaseChunk(db, chunk, clock());
    for (let after = 0; ; ) {
      if (context.stopping()) return await releaseChunk(db, chunk, clock());
      const window = await takeWindow(db, chunk, after, context.window);
      if (!window) return;
      if (window.length === 0) break;
      after = window.at(-1)!.subscriber_key;
      const trouble = await serveWindow(context, mailing, chunk, window);
      if (trouble !== undefined && !context.stopping()) return await reportTrouble(context, chunk, trouble);
    }
    await finishChunk(db, chunk, nextRetry(context.retry, chunk, mailing.email, clock()));
    await finishIfServed(db, chunk.email_key);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Hands the window over and writes every outcome. Returns what the trouble is when no server took some of it. */
async function serveWindow(
  context: ServeContext,
  mailing: Mailing,
  chunk: Chunk,
  window: Recipient[],
): Promise<string | undefined> {
  const results = await Promise.all(
    window.map(async recipient => ({
      ...(await serve(context, mailing, recipient)),
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
  return results.find(result => result.status === 'unreachable')?.reply;
}

async function serve(
  { clock, transport, log }: ServeContext,
  mailing: Mailing,
  recipient: Recipient,
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
  return transport.handOver(
    { from: mailing.sender(recipient, date), to: recipient.email_address },
    await mailing.sign(letter, clock()),
  );
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
