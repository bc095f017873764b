import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDice } from '../../platform/dice.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { ledgerOf, sendEmail, untilStatus } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const window = 10;
const connections = 4; // each may hold two messages, and more connections would widen the window
const readers = 1_500;
let service: TestService;
before(async () => {
  service = await startTestService({
    works: true,
    env: { UNCERTAIN_WINDOW: String(window), SMTP_CONNECTIONS: String(connections) },
  });
  await addSubscribers(service.db, service.newsletter, readers);
});
after(() => service.stop());

/** Counts the recipients who would be uncertain if the worker died at this moment. */
async function inHand(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(in_hand)), 0) as count from delivery_chunks where lease is not null`.execute(
    service.db,
  );
  return rows[0]!.count;
}

test('whenever a worker dies, at most the window is uncertain, even across chunks or behind slow recipients', async () => {
  const dice = openDice(7);
  service.sink.treat = () => (dice.chance(0.02) ? { before_dot: sleep(200) } : {});
  const ids = [await sendEmail(service, 'First'), await sendEmail(service, 'Second')];
  let most = 0;
  for (let looks = 0; ; looks += 1) {
    most = Math.max(most, await inHand());
    const statuses = await service.db.selectFrom('emails').select('status').execute();
    if (statuses.every(({ status }) => status === 'sent')) {
      assert.ok(looks > 50, `${looks} looks prove little`);
      break;
    }
  }
  assert.ok(most <= window, `${most}`);
  assert.ok(most > window / 2, `only ${most}`);
  for (const id of ids) assert.deepEqual(await ledgerOf(service.db, id), { accepted: readers });
});

test('an email whose relay is slow does not delay others', async () => {
  service.sink.treat = () => ({ before_dot: sleep(400) });
  const first = await sendEmail(service, 'Early');
  await until('the first copies', async () => ((await ledgerOf(service.db, first)).accepted ?? 0) > 0);
  const second = await sendEmail(service, 'Late');
  await until('copies of the second', async () => ((await ledgerOf(service.db, second)).accepted ?? 0) > 0);
  const { accepted = 0 } = await ledgerOf(service.db, first);
  assert.ok(accepted < 500, `The first chunk was served whole before: ${accepted}`);
  service.sink.treat = () => ({});
  for (const id of [first, second]) {
    await untilStatus(service, id, 'sent');
    assert.deepEqual(await ledgerOf(service.db, id), { accepted: readers });
  }
});
