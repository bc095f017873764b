import { fileURLToPath } from 'node:url';
import type { Audience } from '../../src/testing/crash-request.ts';
import type { CrashStage } from '../../src/testing/crash-stage.ts';
import type { Account } from '../../src/testing/promise.ts';
import type { Behaviour } from '../../src/testing/smtp-sink.ts';
import type { Way } from './crash-faults.ts';
import { openPatiently } from './crash-round.ts';

const mortal = fileURLToPath(new URL('./die-at-write.ts', import.meta.url));
const recipients = 14;

/** One recipient fails temporarily at RCPT, one permanently, and one temporarily at the final dot. */
const treat = (to: string): Behaviour => {
  if (to.startsWith('r3@')) return { rcpt: '450 4.2.0 later' };
  if (to.startsWith('r5@')) return { rcpt: '552 5.2.2 mailbox full' };
  return to.startsWith('r7@') ? { dot: '451 4.3.0 later' } : {};
};

type Writes = {
  window: number;
  chunking: boolean;
  by: Way | undefined;
  share: number;
  shares: number;
  is_over: () => boolean;
};

/** The number of writes after which a worker was killed, and the final state of the ledger and the sink. */
export type Death = { write: number; account: Account };

/**
 * Sends a small email repeatedly. Each time the worker dies at a later write to PostgreSQL or to the relay, counted from the request for
 * the email. Another worker continues, and dies during the next email. Ends when a worker has survived three emails in a row, or when
 * `is_over`, so the number of writes need not be known. This is stage number `share` of the `shares` that divide the work.
 */
export async function dieAtEveryWrite(
  { window, chunking, by, share, shares, is_over }: Writes,
  on_death: (death: Death) => void,
): Promise<void> {
  await using stage = await openStage(window, chunking);
  const mailing = by ? stage[by] : stage;
  let survived = 0;
  let left: { write: number; id: string; subject: string; audience: Audience } | undefined;
  for (let write = 1 + share; ; write += shares) {
    const env = { NODE_OPTIONS: `--import ${mortal}`, DIE_AT_WRITE: String(write) };
    await using worker = await stage.startWorker(env);
    if (left) {
      stage.sink.treat = () => ({});
      await mailing.settle(left.id, { retries: true, seconds: 1200 });
      on_death({ write: left.write, account: await mailing.account(left.audience, left.id, left.subject) });
      left = undefined;
    }
    if (survived === 3 || is_over()) return;
    // A recipient who is refused permanently gets no further email, so each email has a new audience.
    const audience = await stage.addAudience(recipients);
    const subject = `Write ${write}`;
    stage.sink.treat = by === 'sequences' ? () => ({}) : treat;
    const death = new Promise<true>(resolve => worker.process.once('exit', () => resolve(true)));
    worker.process.kill('SIGUSR2');
    const id = await mailing.send(audience, subject);
    const settled = mailing.settle(id, { seconds: 1200 }).then(() => false as const);
    settled.catch(() => {}); // it keeps waiting although the worker is dead
    const died = await Promise.race([death, settled]);
    survived = died ? 0 : survived + 1;
    if (died) left = { write, id, subject, audience };
  }
}

async function openStage(window: number, chunking: boolean): Promise<CrashStage & AsyncDisposable> {
  const stage = await openPatiently({ workers: 0, window });
  stage.sink.pipelining = true;
  stage.sink.offers = chunking ? ['CHUNKING'] : [];
  return { ...stage, [Symbol.asyncDispose]: () => stage.close() };
}

/** Says what is wrong if somebody got it twice or not at all, or if the ledger is wrong. Otherwise undefined. */
export function brokenBy({ account, write }: Death, audience = recipients): string | undefined {
  const { doubles, missing, untrue, planned, discrepancies } = account;
  const sound =
    doubles.length + missing.length + untrue.length + planned + discrepancies === 0 &&
    account.recipients === audience;
  return sound ? undefined : `killed at write ${write}: ${JSON.stringify(account)}`;
}
