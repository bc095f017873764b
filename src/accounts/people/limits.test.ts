import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../platform/log.ts';
import { startService } from '../../program/main.ts';
import { signInOwner } from '../../testing/browser-session.ts';
import { freePort } from '../../testing/mail-servers.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { pruneAttempts } from './attempt-queries.ts';
import { openSignInLimits } from './limits.ts';

const password = 'correct horse battery staple';
const ada = 'ada@example.org';
/** Addresses of different networks, as `request.ip` would have them. */
const networkAt = (at: number) => `198.51.${at}.7`;

let now = new Date();
let service: TestService;
before(async () => {
  service = await startTestService();
  const { browser, here } = await signInOwner(service);
  await browser.ask('PATCH', '/v1/me', { email_address: ada, password }, here);
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

test('guessing at two processes by turns gets no more tries than guessing at one', async () => {
  const port = await freePort();
  const second = await startService(
    { ...service.config, ROLE: 'api', PORT: port, DATA_DIR: join(tmpdir(), `postrider-${port}`) },
    createLog('silent'),
  );
  try {
    const guess = async (url: string, body: object) => {
      const answer = await fetch(`${url}/dashboard/session/password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const statuses = [];
    for (let at = 0; at < 22; at += 1) {
      const url = at % 2 === 0 ? service.url : `http://127.0.0.1:${port}`;
      statuses.push(await guess(url, { email_address: ada, password: 'wrong' }));
    }
    assert.deepEqual(statuses, [...Array(20).fill(401), 429, 429]);
    for (const url of [service.url, `http://127.0.0.1:${port}`])
      assert.equal(await guess(url, { email_address: ada, password }), 429, 'not even the right one');
  } finally {
    await second.stop();
  }
});

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
