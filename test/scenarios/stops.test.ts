import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDice } from '../../src/platform/dice.ts';
import type { Audience } from '../../src/testing/crash-request.ts';
import { type CrashStage, openCrashStage } from '../../src/testing/crash-stage.ts';
import { stopAndContinue } from '../../src/testing/stops.ts';
import { until } from '../../src/testing/until.ts';

// Workers that are stopped (SIGSTOP) and continued; `ONLY=continued npm run bench -- crash` plays 200 such rounds.
let stage: CrashStage;
let audience: Audience;
const recipients = 1500;
const dice = openDice(30);

before(async () => {
  stage = await openCrashStage({
    settings: { fsync: 'off' },
    env: { SMTP_PATIENCE_SECONDS: '2', LEASE_SECONDS: '30' },
  });
  stage.sink.pipelining = true;
  audience = await stage.addAudience(recipients);
});
after(() => stage.close());

for (const round of [1, 2, 3])
  test(`workers that are stopped and continued leave nobody waiting or out, and mail nobody twice: round ${round}`, async () => {
    const subject = `stopped ${round}`;
    stage.sink.treat = () => ({ before_dot: sleep(dice.below(40)) });
    const sending = stage.send(audience, subject);
    const happened: string[] = [];
    for (const least of [0, 200]) {
      await until(`${least} copies`, async () => stage.countAtSink(subject) >= least);
      happened.push(await stopAndContinue(stage, dice));
    }
    const id = await sending;
    await stage.settle(id).catch(error => {
      throw new Error(`${happened.join('; ')}: ${error.message}`);
    });
    const { accepted, doubles, missing, untrue, discrepancies } = await until('all outcomes', async () => {
      const account = await stage.account(audience, id, subject);
      return account.uncertain === 0 && account;
    });
    assert.deepEqual(
      { accepted, doubles, missing, untrue, discrepancies },
      { accepted: recipients, doubles: [], missing: [], untrue: [], discrepancies: 0 },
    );
    for (const kept of [stage.api, ...stage.workers]) assert.deepEqual(kept.falls, []);
  });
