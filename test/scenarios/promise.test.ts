import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mailing } from '../../src/testing/crash-mailings.ts';
import type { Audience } from '../../src/testing/crash-request.ts';
import { type CrashStage, openCrashStage } from '../../src/testing/crash-stage.ts';
import { until } from '../../src/testing/until.ts';

// Tests the promise of docs/sending.md with six rounds of kills; `npm run bench -- crash` runs hundreds.
let stage: CrashStage;
let audience: Audience;
const recipients = 1000;
const window = 50;
/** Slow enough that any killed worker has hand-overs under way. */
const unhurried = () => ({ before_dot: sleep(10) });

before(async () => {
  stage = await openCrashStage({ window, settings: { fsync: 'off' } });
  stage.sink.pipelining = true;
  stage.sink.treat = unhurried;
  audience = await stage.addAudience(recipients);
});
after(() => stage.close());

test('killing a worker and then the next leaves nobody out, mails nobody twice, and makes at most a window each uncertain', () =>
  play('a worker', 2 * window, async sent => {
    await sent(200);
    await stage.workers[0]!.strike('SIGKILL');
    await sent(300); // kills the present holder of chunks, because both lanes of one worker may have had them all
    await stage.workers[1]!.strike('SIGKILL');
  }));

test('the same is true of killing all workers together', () =>
  play('all workers', 2 * window, async sent => {
    await sent(300);
    await Promise.all(stage.workers.map(worker => worker.strike('SIGKILL')));
  }));

test('the same is true of killing workers while the server also drops connections before its reply', async () => {
  const before = stage.sink.cut;
  let heard = 0;
  stage.sink.heard = () => {
    heard += 1;
  };
  stage.sink.treat = () => (heard % 150 === 0 ? { dot: 'drop' } : unhurried());
  const dropped = () => stage.sink.cut - before;
  await play(
    'drops',
    2 * window,
    async sent => {
      await sent(100);
      await stage.workers[1]!.strike('SIGKILL');
      await sent(400);
      await stage.workers[0]!.strike('SIGKILL');
    },
    { more: dropped },
  );
  stage.sink.treat = unhurried;
  assert.ok(dropped() > 0, 'it did drop some');
});

test('an email whose API process is killed during the request is created once and sent once', () =>
  play('the API', window, async sent => {
    await stage.api.strike('SIGKILL');
    await sent(100);
    await Promise.all([stage.api, stage.workers[0]!].map(kept => kept.strike('SIGKILL')));
  }));

test('a PostgreSQL killed midway is restarted, and sending continues as after a killed worker', () =>
  play('PostgreSQL', window, async sent => {
    await sent(200);
    await stage.strikePostgres('SIGKILL');
  }));

test('the same is true of killing workers and PostgreSQL while the rest of the audience waits for a test', () =>
  play(
    'parts',
    3 * window,
    async sent => {
      await sent(300);
      await stage.workers[0]!.strike('SIGKILL');
      await sent(600); // the rest has begun, so the test is decided
      await Promise.all([
        ...stage.workers.map(worker => worker.strike('SIGKILL')),
        stage.strikePostgres('SIGKILL'),
      ]);
    },
    { mailing: stage.test },
  ));

/** Sends an email, runs `strike` meanwhile, and compares the ledger with what the sink has accepted. */
async function play(
  subject: string,
  most_uncertain: number,
  strike: (sent: (count: number) => Promise<unknown>) => Promise<void>,
  { more = () => 0, mailing = stage }: { more?: () => number; mailing?: Mailing } = {},
): Promise<void> {
  const sending = mailing.send(audience, subject);
  await strike(count => until(`${count} copies`, async () => (await mailing.progress(subject)) >= count));
  const id = await sending;
  await mailing.settle(id);
  const { uncertain, accepted, planned, doubles, missing, untrue, discrepancies } = await mailing.account(
    audience,
    id,
    subject,
  );
  assert.deepEqual(
    { planned, doubles, missing, untrue, discrepancies },
    { planned: 0, doubles: [], missing: [], untrue: [], discrepancies: 0 },
  );
  assert.equal(accepted + uncertain, recipients);
  const bound = most_uncertain + more();
  assert.ok(uncertain <= bound, `${uncertain} uncertain, and at most ${bound}`);
  for (const kept of [stage.api, ...stage.workers]) assert.deepEqual(kept.falls, []);
}
