import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { pruneAttempts } from './attempt-queries.ts';
import { openSignInLimits } from './limits.ts';

const ada = 'ada@example.org';
/** Addresses of different networks, as `request.ip` would have them. */
const networkAt = (at: number) => `198.51.${at}.7`;

let now = new Date();
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const openLimits = () => openSignInLimits(service.db, () => now);
const countRows = async () =>
  (await service.db.selectFrom('sign_in_attempts').select('hash').execute()).length;

async function isRefused(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => false,
    error => {
      assert.equal(error.code, 'rate_limited');
      return true;
    },
  );
}

test('guesses that arrive at once are counted one by one', async () => {
  const limits = openLimits();
  const tries = Array.from({ length: 40 }, () => isRefused(limits.password(networkAt(1), 'at@once.example')));
  const refused = (await Promise.all(tries)).filter(Boolean);
  assert.equal(refused.length, 20);
});

test('one network cannot use up the tries of an account, and ten of them reach its limit', async () => {
  const limits = openLimits();
  for (let at = 0; at < 60; at += 1) await isRefused(limits.password(networkAt(2), ada));
  assert.equal(await isRefused(limits.password(networkAt(3), ada)), false);
  for (let at = 0; at < 200; at += 1)
    await isRefused(limits.password(networkAt(10 + (at % 12)), 'wide@attack.example'));
  assert.equal(await isRefused(limits.password(networkAt(40), 'wide@attack.example')), true);
});

test('a network that tries many accounts stops at its own limit, and adds no rows beyond that', async () => {
  const limits = openLimits();
  const before = await countRows();
  const refused = [];
  for (let at = 0; at < 130; at += 1)
    refused.push(await isRefused(limits.password(networkAt(4), `${at}@spray.example`)));
  assert.equal(refused.filter(Boolean).length, 30);
  assert.equal((await countRows()) - before, 1 + 2 * 100);
});

test('links are mailed five times an hour to one address, whichever process is asked', async () => {
  const processes = [openLimits(), openLimits()];
  const refused = [];
  for (let at = 0; at < 7; at += 1)
    refused.push(await isRefused(processes[at % 2]!.mail(networkAt(5 + at), 'bob@example.org')));
  assert.deepEqual(refused, [false, false, false, false, false, true, true]);
});

test('later everybody may try again, and what was counted is deleted', async () => {
  const limits = openLimits();
  assert.equal(await isRefused(limits.password(networkAt(4), 'late@spray.example')), true);
  now = new Date(now.getTime() + 2 * 3_600_000);
  assert.equal(await isRefused(limits.password(networkAt(4), 'late@spray.example')), false);
  const kept = 3;
  assert.ok((await countRows()) > kept);
  while ((await pruneAttempts(service.db, now, 100)) > 0);
  assert.equal(await countRows(), kept, 'those of the try just now');
});
