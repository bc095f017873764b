import { setTimeout as sleep } from 'node:timers/promises';
import { noteStall } from '../../emails/in-flight.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { finishChunk, giveUpChunk, releaseChunk, renewLease, suspendChunk } from '../ledger/chunks.ts';
import type { Chunk } from '../ledger/delivery.ts';
import { countWaiting } from '../ledger/domains.ts';
import { planWithdrawn } from '../ledger/plan-again.ts';
import type { ServeContext } from './context.ts';
import { finishAndTell } from './finish.ts';
import { type Ending, handOverChunk, type Passage } from './hand-over-chunk.ts';
import type { Mailing } from './mailings.ts';
import { awaitDomains, awaitNewsletter } from './ration.ts';
import { nextRetry } from './retry.ts';
import { surely } from './surely.ts';
import { takeUp } from './take-up.ts';
import { isPaused, reportPause, reportTooLarge, reportTrouble } from './trouble.ts';

/**
 * Serves the planned recipients of the chunk in order, until all have an outcome or wait for their receiving domain,
 * the relay is in trouble, the lease is lost, five seconds have passed, or the service stops or the email is paused. Calls `onNearlyTaken` when
 * another chunk can be started.
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
  const { signal, stop, end } = await control.watch(chunk.email_key);
  try {
    if (!(await takeUp(context, mailing, chunk))) return await releaseChunk(db, chunk, context.clock());
    const passage = handOverChunk({ context, mailing, chunk, signal }, onNearlyTaken);
    if ((await Promise.race([passage.ending, passage.stuck])) === 'stuck') {
      onNearlyTaken();
      stop();
      if (await giveUp(context, mailing, chunk, passage)) return void (await passage.ending);
    }
    const ending = await passage.ending;
    const withdrawn = passage.withdrawn();
    if (withdrawn.length > 0) await surely(context, () => planWithdrawn(db, chunk, withdrawn));
    await leave(context, mailing, chunk, ending);
  } finally {
    end();
    clearInterval(heartbeat);
  }
}

/** How long messages that have not begun to leave may take to be withdrawn. */
const withdrawalMilliseconds = 1_000;

/**
 * Decides about a chunk of which nobody has had an outcome for `quiet_seconds`; recipients who have not begun to leave are being withdrawn.
 * Returns false if this ends the pass, or if nobody else waits in the chunk. Otherwise gives the chunk back, so that other workers serve
 * the rest; recipients who may have left are uncertain until their answers come, which the pass still records.
 */
async function giveUp(
  context: ServeContext,
  { email }: Mailing,
  chunk: Chunk,
  { ending, begun, left }: Passage,
): Promise<boolean> {
  const { db, log, quiet_seconds } = context;
  const seconds = counted(quiet_seconds, 'second');
  const waiting = begun().length;
  log.warn(
    { email: email.id, in_hand: waiting, left: left() },
    `nobody in a chunk was served for ${seconds}`,
  );
  await noteStall(db, email.key, sentence('waits.silent', { seconds: quiet_seconds, count: waiting })).catch(
    error => log.warn({ err: error }, 'the reason why an email waits could not be stored'),
  );
  const has_ended = await Promise.race([
    ending.then(() => true),
    sleep(withdrawalMilliseconds, false, { ref: false }),
  ]);
  if (has_ended || left() === 0) return false;
  await surely(context, () => giveUpChunk(db, chunk, begun()));
  return true;
}

/** Gives the chunk back according to how the pass ended. */
async function leave(context: ServeContext, mailing: Mailing, chunk: Chunk, ending: Ending): Promise<void> {
  const { db, clock } = context;
  switch (ending.reason) {
    case 'lost': // if only the fence is closed, the lease is still ours
    case 'stopped':
      return releaseChunk(db, chunk, clock());
    case 'long enough':
      return releaseChunk(db, chunk);
    case 'trouble':
      return isPaused(context, mailing)
        ? reportPause(context, chunk, ending.trouble)
        : reportTrouble(context, chunk, ending.trouble);
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

/** Gives back a chunk of which everybody has been served, except perhaps the recipients at the closed domains. */
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
  await awaitDomains(context, mailing, chunk, { waits, retry_date });
}

function retryOf({ retry, clock }: ServeContext, { email }: Mailing, chunk: Chunk): Date | null {
  return nextRetry(retry, chunk, email, clock());
}
