import { fileURLToPath } from 'node:url';
import { type Audience, type CrashStage, openCrashStage } from '../../src/testing/crash-stage.ts';
import type { Account } from '../../src/testing/promise.ts';
import type { Behaviour } from '../../src/testing/smtp-sink.ts';

const mortal = fileURLToPath(new URL('./die-at-write.ts', import.meta.url));
const recipients = 14;

/** One of them fails for a time at RCPT, one for good, one for a time at the final dot. */
const treat = (to: string): Behaviour => {
  if (to.startsWith('r3@')) return { rcpt: '450 4.2.0 later' };
  if (to.startsWith('r5@')) return { rcpt: '550 5.1.1 nobody' };
  return to.startsWith('r7@') ? { dot: '451 4.3.0 later' } : {};
};

/** A worker was killed after that many writes, and what the ledger and the sink say of the email in the end. */
export type Death = { write: number; account: Account };

/**
 * Sends a small email again and again. Each time the worker dies at its next write, be it to PostgreSQL or to the relay, from
 * its start on; then another goes on. Ends when the worker has lived to see the email sent, three times running: so
 * how many writes there are is found out and not known. Of `shares` stages that do that, this one is the number `share`.
 */
export async function dieAtEveryWrite(
  window: number,
  { share, shares }: { share: number; shares: number },
  on_death: (death: Death) => void,
): Promise<void> {
  await using stage = await openStage(window);
  const audience = await stage.addAudience(recipients);
  await using healthy = await stage.startWorker({});
  let survived = 0;
  for (let write = 1 + share; survived < 3 && write < Number(process.env.WRITES ?? 1e9); write += shares) {
    // It must not take anything of what the other is to die of; it asked for work before there was any.
    healthy.process.kill('SIGSTOP');
    const subject = `Write ${write}`;
    stage.sink.treat = treat;
    const id = await stage.send(audience, subject);
    const died = await sendUntilDeath(stage, id, write);
    healthy.process.kill('SIGCONT');
    survived = died ? 0 : survived + 1;
    stage.sink.treat = () => ({});
    await stage.settle(id, { retries: true, seconds: 300 });
    if (died) on_death({ write, account: await stage.account(audience, id, subject) });
  }
}

async function openStage(window: number): Promise<CrashStage & AsyncDisposable> {
  const stage = await openCrashStage({ workers: 0, window });
  return { ...stage, [Symbol.asyncDispose]: () => stage.close() };
}

/** Whether the worker died, and not of old age: the email was sent. */
async function sendUntilDeath(stage: CrashStage, id: string, write: number): Promise<boolean> {
  const env = { NODE_OPTIONS: `--import ${mortal}`, DIE_AT_WRITE: String(write) };
  const worker = await stage.startWorker(env).catch(() => undefined);
  if (!worker) return true; // before it was at work
  await using victim = worker;
  const death = new Promise<true>(resolve => victim.process.once('exit', () => resolve(true)));
  if (victim.process.signalCode !== null) return true;
  const settled = stage.settle(id, { seconds: 300 }).then(() => false as const);
  settled.catch(() => {}); // it waits on while the victim is dead already
  return Promise.race([death, settled]);
}

/** Who got it twice or not at all, and whoever the ledger is wrong about. */
export function brokenBy(
  { account, write }: Death,
  audience: Audience['count'] = recipients,
): string | undefined {
  const { doubles, missing, untrue, planned, discrepancies } = account;
  const sound =
    doubles.length + missing.length + untrue.length + planned + discrepancies === 0 &&
    account.recipients === audience;
  return sound ? undefined : `killed at write ${write}: ${JSON.stringify(account)}`;
}
