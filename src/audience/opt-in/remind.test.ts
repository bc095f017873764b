import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import { readContents } from '../../testing/contents.ts';
import { lettersAbout } from '../../testing/letters.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';
import { findSubscriber } from '../subscribers/queries.ts';
import { requestReminder } from './remind.ts';

const day = 86_400_000;
let now = new Date('2027-03-01T09:00:00Z');
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
});
after(() => service.stop());

let number = 0;
async function create(fields: object = {}, headers: Record<string, string> = {}) {
  number += 1;
  const person = { email: `r${number}@example.org`, ...fields };
  return (await service.api('POST', '/v1/subscribers', person, headers)).body;
}

const remind = (word: string, headers?: Record<string, string>) =>
  service.api('POST', `/v1/subscribers/${word}/send-reminder`, undefined, headers);
const isDue = async (id: string) => (await lettersAbout(service.db, id)).length === 1;
const again = (email: string, fields: object, behavior: string) =>
  service.api(
    'POST',
    '/v1/subscribers',
    { email, ...fields },
    {
      'x-buttondown-collision-behavior': behavior,
    },
  );
const settle = (id: string) => service.db.deleteFrom('letters').where('subject', '=', id).execute();

test('a subscriber created without a type gets a confirmation mail; one with a type does not', async () => {
  const { id, type } = await create();
  assert.deepEqual([type, await isDue(id)], ['unactivated', true]);
  for (const given of ['unactivated', 'regular', 'unsubscribed']) {
    const other = await create({ type: given });
    assert.deepEqual([other.type, await isDue(other.id)], [given, false]);
  }
});

test('a newsletter without double opt-in sends no confirmation mail', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}`;
  await service.api('PATCH', path, { double_opt_in: false });
  const { id, type } = await create();
  assert.deepEqual([type, await isDue(id)], ['regular', false]);
  await service.api('PATCH', path, { double_opt_in: true });
});

test('a refused create sends no confirmation mail', async () => {
  const { email } = await create({ type: 'unactivated' });
  const before = await readContents(service.db);
  const answer = await service.api('POST', '/v1/subscribers', { email });
  assert.equal(answer.body.code, 'email_already_exists');
  assert.deepEqual(await readContents(service.db), before);
});

test('an unactivated subscriber who signs up again is reminded, once a week', async () => {
  for (const behavior of ['add', 'overwrite']) {
    const { id, email } = await create({ type: 'unactivated' });
    assert.equal((await again(email, { type: 'unactivated' }, behavior)).status, 201);
    assert.equal(await isDue(id), false, 'a client that sets the type is responsible for consent');
    assert.equal((await again(email, {}, behavior)).body.type, 'unactivated');
    assert.equal(await isDue(id), true);
    for (const [days, reminded] of [
      [1, false],
      [6.9, false],
      [7, true],
    ] as const) {
      await settle(id);
      const present = now;
      now = new Date(now.getTime() + days * day);
      assert.equal((await again(email, {}, behavior)).status, 201);
      assert.equal(await isDue(id), reminded, `${days} days later`);
      now = present;
    }
  }
  const { id, email } = await create({ type: 'regular' });
  await again(email, {}, 'add');
  assert.equal(await isDue(id), false);
});

test('a reminder can be requested by id or address, even right after the sign-up, once in 24 hours', async () => {
  const { id, email } = await create();
  await settle(id);
  const { status, body } = await remind(id);
  assert.deepEqual([status, body, await isDue(id)], [200, {}, true]);
  await settle(id);
  const before = await readContents(service.db);
  now = new Date(now.getTime() + day - 1);
  for (const word of [id, email]) {
    const refused = await remind(word);
    assert.deepEqual([refused.status, refused.body.code], [400, 'reminder_too_soon']);
  }
  assert.deepEqual(await readContents(service.db), before);
  now = new Date(now.getTime() + 1);
  assert.equal((await remind(email)).status, 200);
  assert.equal(await isDue(id), true);
});

test('reminders for activated, unknown or another newsletter’s subscribers are refused', async () => {
  const people = await Promise.all(['regular', 'unsubscribed', 'blocked'].map(type => create({ type })));
  const waiting = await create();
  const foreign = await service.foreignKey();
  const before = await readContents(service.db);
  for (const { id } of people) {
    const { status, body } = await remind(id);
    assert.deepEqual([status, body.code], [400, 'subscriber_not_unactivated']);
  }
  assert.equal((await remind(waiting.id, foreign)).status, 404);
  assert.equal((await remind('nobody@example.org')).status, 404);
  assert.equal((await remind('nonsense')).status, 404);
  assert.deepEqual(await readContents(service.db), before);
});

test('reminding requires subscribers:write and permission to send', async () => {
  const { id } = await create();
  for (const [permissions, missing] of [
    [{ subscribers: 'write' }, 'sending:write'],
    [{ sending: 'write' }, 'subscribers:write'],
    [{ subscribers: 'read', sending: 'write' }, 'subscribers:write'],
  ] as const) {
    const { status, body } = await remind(id, await service.keyWith(permissions));
    assert.equal(status, 403);
    assert.match(body.detail, new RegExp(missing));
  }
  assert.equal(
    (await remind(id, await service.keyWith({ subscribers: 'write', sending: 'write' }))).status,
    200,
  );
});

test('of two simultaneous requests for a reminder, one is accepted', async () => {
  const { id } = await create();
  const subscriber = (await findSubscriber(service.db, service.newsletter.key, id))!;
  await using held = await holdTransaction(service.db, async trx =>
    assert.equal(await requestReminder(trx, service.newsletter, subscriber, now), 'asked'),
  );
  const other = remind(id);
  await untilBlocked(service.db);
  await held.release();
  assert.equal((await other).body.code, 'reminder_too_soon');
});

test('a subscriber who confirms or is deleted while a reminder is requested is not reminded', async () => {
  for (const leave of ['confirm', 'delete'] as const) {
    const { id } = await create({ type: 'unactivated' });
    await using held = await holdTransaction(service.db, trx =>
      leave === 'delete'
        ? trx.deleteFrom('subscribers').where('id', '=', id).execute()
        : trx.updateTable('subscribers').set(typed('regular')).where('id', '=', id).execute(),
    );
    const answer = remind(id);
    await untilBlocked(service.db);
    await held.release();
    assert.equal((await answer).body.code, 'subscriber_not_unactivated');
    assert.equal(await isDue(id), false);
  }
});

test('a repeated request with an Idempotency-Key reminds once and gets the same response', async () => {
  const { id } = await create();
  const key = { 'idempotency-key': 'remind' };
  const full = await service.api('POST', `/v1/subscribers/${id}/send-reminder`, undefined, key);
  const replayed = await service.api('POST', `/v1/subscribers/${id}/send-reminder`, undefined, key);
  assert.deepEqual([full.status, replayed.status, replayed.body], [200, 200, {}]);
});
