import { noteStall, noteTrouble } from '../../emails/in-flight.ts';
import { moveEmail } from '../../emails/move.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { minute_ms } from '../../platform/durations.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { releaseChunk } from '../ledger/chunks.ts';
import type { Chunk } from '../ledger/delivery.ts';
import type { ServeContext } from './context.ts';
import type { Mailing } from './mailings.ts';
import { tell } from './tell.ts';

/**
 * Makes the email errored immediately, with no recipient taken in hand, because the mail server does not accept messages of its size, now
 * or later.
 */
export async function reportTooLarge(
  { db, clock }: Pick<ServeContext, 'db' | 'clock'>,
  chunk: Chunk,
  reply: string,
): Promise<void> {
  const status_reason = sentence('delivery.too_large_for_server', { reply });
  await inTransaction(db, async trx => {
    const email = await noteTrouble(trx, chunk.email_key, status_reason);
    if (email) await moveEmail(trx, email, 'errored', 'service', { status_reason });
  });
  await releaseChunk(db, chunk, clock());
}

/** Whether people have paused all relays that take the newsletter's mail. */
export function isPaused({ transport }: Pick<ServeContext, 'transport'>, { newsletter }: Mailing): boolean {
  const { members } = transport.choiceOf(newsletter);
  return members.length > 0 && members.every(({ relay }) => relay.is_paused);
}

const pauseMilliseconds = 5_000;

/** Makes the chunk wait while all relays of the newsletter are paused, and shows the reason on the email. */
export async function reportPause(
  { db, clock }: Pick<ServeContext, 'db' | 'clock'>,
  chunk: Chunk,
  trouble: string,
): Promise<void> {
  await noteStall(db, chunk.email_key, trouble);
  await releaseChunk(db, chunk, new Date(clock().getTime() + pauseMilliseconds));
}

/**
 * Makes the chunk wait, longer each time, because the mail server does not accept our mail: that is not the recipients' fault but a problem
 * of the sending configuration. The email shows the reason, and becomes errored after `trouble_minutes`.
 */
export async function reportTrouble(
  context: Omit<ServeContext, 'capacity' | 'notes'>,
  chunk: Chunk,
  trouble: string,
): Promise<void> {
  const { db, clock, log, trouble_minutes } = context;
  const now = clock();
  const { id, lasted, failed } = await inTransaction(db, async trx => {
    const noted = await noteTrouble(trx, chunk.email_key, trouble);
    if (!noted?.trouble_since) return { id: undefined, lasted: 0, failed: false };
    const lasted = now.getTime() - Date.parse(noted.trouble_since);
    const failed = lasted > trouble_minutes * minute_ms;
    if (failed) {
      await moveEmail(trx, noted, 'errored', 'service', {
        status_reason: sentence('delivery.failed_for', {
          minutes: trouble_minutes,
          trouble: trouble.replace(/\.?$/, '.'),
        }),
      });
    }
    return { id: noted.id, lasted, failed };
  });
  if (failed) await tell(context, chunk.email_key, 'failed');
  else if (id) log.warn({ email: id, trouble }, 'an email waits');
  const pause = Math.min(30_000, 1000 + lasted / 4);
  await releaseChunk(db, chunk, new Date(now.getTime() + pause));
}
