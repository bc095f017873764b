import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashStage, openCrashStage } from '../../src/testing/crash-stage.ts';
import { until } from '../../src/testing/until.ts';

// A lease lasts an hour here, so work that continues during a test has not waited for its end.
const env = { LEASE_SECONDS: '3600' };
const settings = { fsync: 'off' };
const recipients = 1000;
const window = 50;
/** The default of SMTP_CONNECTIONS. */
const connections = 10;
/** Each connection has the content of one message on the wire, and may have just got the answer to the one before. */
const uncertainOfKill = 2 * connections;
const kills = 2;

test('a lone program that was killed continues its work at once, and mails nobody twice', async () => {
  await using stage = await opened({ one_program: true });
  const [program] = stage.workers;
  await play(stage, async sent => {
    await sent(200);
    await program!.strike('SIGKILL');
    await sent(500);
    await program!.strike('SIGKILL');
  });
});

test('a worker that starts again continues the chunks of the killed one, while another has its own', async () => {
  await using stage = await opened({ workers: 2 });
  await play(stage, async sent => {
    await sent(200);
    await stage.workers[0]!.strike('SIGKILL');
    await sent(500);
    await stage.workers[1]!.strike('SIGKILL');
  });
});

async function opened(options: { one_program?: boolean; workers?: number }) {
  const stage = await openCrashStage({ ...options, window, env, settings });
  stage.sink.pipelining = true;
  stage.sink.treat = () => ({ before_dot: sleep(10) });
  return Object.assign(stage, { [Symbol.asyncDispose]: () => stage.close() });
}

/** Sends an email, kills workers twice meanwhile, and compares the ledger with what the sink has accepted. */
async function play(
  stage: CrashStage,
  strike: (sent: (count: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const audience = await stage.addAudience(recipients);
  const sending = stage.send(audience, 'Taken over');
  await strike(count => until(`${count} copies`, async () => stage.countAtSink('Taken over') >= count));
  const id = await sending;
  await stage.settle(id);
  const { uncertain, accepted, ...rest } = await stage.account(audience, id, 'Taken over');
  const { planned, doubles, missing, untrue, discrepancies } = rest;
  assert.deepEqual(
    { planned, doubles, missing, untrue, discrepancies },
    { planned: 0, doubles: [], missing: [], untrue: [], discrepancies: 0 },
  );
  assert.equal(accepted + uncertain, recipients);
  assert.ok(uncertain <= kills * uncertainOfKill, `${uncertain} uncertain: only those on the wire may be`);
}
