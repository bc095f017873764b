import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Audience } from '../../src/testing/crash-request.ts';
import { type CrashStage, openCrashStage } from '../../src/testing/crash-stage.ts';
import { until } from '../../src/testing/until.ts';

// Kills while people pass through two sequences, one of which starts the other; `npm run bench -- crash` plays a thousand rounds.
let stage: CrashStage;
let audience: Audience;
const window = 50;

before(async () => {
  stage = await openCrashStage({ window, settings: { fsync: 'off' } });
  stage.sink.pipelining = true;
  audience = await stage.addAudience(600); // more people than one transaction takes
});
after(() => stage.close());

test('killing workers in the middle of sequences leaves nobody out, and does or mails nothing twice', () =>
  play('workers', async part => {
    await part(0.1);
    await stage.workers[0]!.strike('SIGKILL');
    await part(0.4);
    await Promise.all(stage.workers.map(worker => worker.strike('SIGKILL')));
  }));

test('the same is true of killing the API that starts them, and PostgreSQL', () =>
  play('the rest', async part => {
    await stage.api.strike('SIGKILL');
    await part(0.3);
    await stage.strikePostgres('SIGKILL');
  }));

/** Mails everybody by sequences, runs `strike` meanwhile, and compares the tables and the ledger with what the sink has accepted. */
async function play(
  subject: string,
  strike: (part: (share: number) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { sequences } = stage;
  const sending = sequences.send(audience, subject);
  const work = sequences.workOf(audience);
  await strike(share =>
    until(`${share} of the work`, async () => (await sequences.progress(subject)) >= share * work),
  );
  const id = await sending;
  await sequences.settle(id);
  const { accepted, uncertain, planned, doubles, missing, untrue, discrepancies } = await sequences.account(
    audience,
    id,
    subject,
  );
  assert.deepEqual(
    { planned, doubles, missing, untrue, discrepancies },
    { planned: 0, doubles: [], missing: [], untrue: [], discrepancies: 0 },
  );
  assert.equal(accepted + uncertain, audience.count);
  assert.ok(uncertain <= 3 * window, `${uncertain} uncertain`);
  for (const kept of [stage.api, ...stage.workers]) assert.deepEqual(kept.falls, []);
}
