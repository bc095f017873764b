import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { addSubscribers } from '../../testing/audience.ts';
import { ledgerOf, sendEmail } from '../../testing/ledger.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { random } from '../../testing/random.ts';

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

/** How many would be uncertain if the worker died at this moment. */
async function inHand(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(in_hand)), 0) as count from delivery_chunks where lease is not null`.execute(
    service.db,
  );
  return rows[0]!.count;
}

test('whenever a worker dies, at most the window is uncertain, even across chunks or behind slow recipients', async () => {
  const dice = random(7);
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
