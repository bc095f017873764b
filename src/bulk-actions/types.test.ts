import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { runBulk, tally } from '../testing/bulk.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { typed } from '../testing/typed.ts';
import { until } from '../testing/until.ts';
import { bulkTypeNames } from './types.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

let number = 0;
const next = () => {
  number += 1;
  return number;
};
const get = async (path: string) => (await service.api('GET', path)).body;
const person = async (fields: object = {}) =>
  (
    await service.api('POST', '/v1/subscribers', {
      email_address: `p${next()}@example.org`,
      type: 'regular',
      ...fields,
    })
  ).body;
const people = (types: string[]) => Promise.all(types.map(type => person({ type })));
const email = async (fields: object = {}) =>
  (await service.api('POST', '/v1/emails', { subject: `Email ${next()}`, status: 'draft', ...fields })).body;
const reasons = (items: { status: string; reason: string }[]) =>
  items.map(({ status, reason }) => [status, reason].filter(Boolean).join(' '));
const ids = (of: { id: string }[]) => of.map(({ id }) => id);
const nobody = '01900000-0000-7000-8000-000000000000';

/** The journal's entries about the subscriber, in order. */
async function eventsOf(id: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('events')
    .select(['event_type', 'data'])
    .where(({ or, eb }) => or([eb('subscriber_id', '=', id), eb('email_id', '=', id)]))
    .orderBy('key')
    .execute();
  // Each deleted subscriber has a different number.
  const alike = (data: object) => ('secondary_id' in data ? { ...data, secondary_id: 'their own' } : data);
  return rows.map(({ event_type, data }) => `${event_type} ${JSON.stringify(alike(data as object))}`);
}

/** The events of `one` since its creation equal those of `other`, which was changed through the single endpoint. */
async function assertSameEvents(one: string, other: string): Promise<void> {
  const [ours, theirs] = [await eventsOf(one), await eventsOf(other)];
  assert.ok(ours.length > 1, ours.join());
  assert.deepEqual(ours, theirs);
}

test('the types are the thirteen of the specification, and nine more of today’s clients', () => {
  assert.equal(bulkTypeNames.length, 22);
});

test('apply_tags adds and removes tags and records the events of a PATCH', async () => {
  const [first, second, other] = await people(['regular', 'premium', 'regular']);
  const added = await runBulk(service, 'apply_tags', { ids: [first.id, second.id], tag: 'new here' });
  assert.equal(tally(added.action), '2/0/0');
  const tag = (await get('/v1/tags')).results.find((one: { name: string }) => one.name === 'new here');
  assert.deepEqual((await get(`/v1/subscribers/${first.id}`)).tags, [tag.id]);
  await service.api('PATCH', `/v1/subscribers/${other.id}`, { tags: ['new here'] });
  await assertSameEvents(first.id, other.id);

  const again = await runBulk(service, 'apply_tags', { ids: [first.id], tag_id: tag.id, action: 'add' });
  assert.deepEqual(reasons(again.items), ['skipped unchanged']);
  const removed = await runBulk(service, 'apply_tags', {
    ids: [first.id, second.id, other.id],
    tag_ids: ['New Here'],
    action: 'remove',
  });
  assert.equal(tally(removed.action), '3/0/0');
  await service.api('PATCH', `/v1/subscribers/${other.id}`, { tags: [] });
  assert.deepEqual((await get(`/v1/subscribers/${second.id}`)).tags, []);
});

test('apply_metadata sets, merges and removes metadata and records the events of a PATCH', async () => {
  const [one, other] = [await person({ metadata: { a: 1, b: 2 } }), await person()];
  const metadataOf = async () => (await get(`/v1/subscribers/${one.id}`)).metadata;
  const apply = (action: string, metadata: unknown) =>
    runBulk(service, 'apply_metadata', { ids: [one.id], action, metadata });
  await apply('add', { b: 3, c: { d: null } });
  assert.deepEqual(await metadataOf(), { a: 1, b: 3, c: { d: null } });
  await service.api('PATCH', `/v1/subscribers/${other.id}`, { metadata: { b: 3, c: { d: null } } });
  await assertSameEvents(one.id, other.id);
  await apply('remove', ['a', 'c', 'unknown']);
  assert.deepEqual(await metadataOf(), { b: 3 });
  assert.deepEqual(reasons((await apply('remove', { a: '' })).items), ['skipped unchanged']);
  await apply('set', { only: true });
  assert.deepEqual(await metadataOf(), { only: true });
});

const typeChanges = {
  ban_subscribers: { from: 'regular', to: 'blocked' },
  unsubscribe_subscribers: { from: 'premium', to: 'unsubscribed' },
  resubscribe_subscribers: { from: 'unsubscribed', to: 'regular' },
};
for (const [type, { from, to }] of Object.entries(typeChanges)) {
  test(`${type} turns ${from} into ${to} and records the events of a PATCH`, async () => {
    const [one, other] = await people([from, from]);
    const { action } = await runBulk(service, type, { ids: [one.id, nobody] });
    assert.equal(tally(action), '1/0/1');
    await service.api('PATCH', `/v1/subscribers/${other.id}`, { type: to });
    const [ours, theirs] = [await get(`/v1/subscribers/${one.id}`), await get(`/v1/subscribers/${other.id}`)];
    assert.equal(ours.type, to);
    assert.equal(ours.unsubscription_date === null, theirs.unsubscription_date === null);
    await assertSameEvents(one.id, other.id);
  });
}

test('complained subscribers are not banned, and those who have left are not unsubscribed again', async () => {
  const [complained, blocked, removed] = await people(['regular', 'blocked', 'regular']);
  const make = (type: 'complained' | 'removed', { id }: { id: string }) =>
    service.db.updateTable('subscribers').set(typed(type)).where('id', '=', id).execute();
  await make('complained', complained);
  await make('removed', removed);
  const three = ids([complained, blocked, removed]);
  const { items } = await runBulk(service, 'unsubscribe_subscribers', { ids: three });
  assert.deepEqual(reasons(items), ['skipped unchanged', 'skipped unchanged', 'skipped unchanged']);
  const banned = await runBulk(service, 'ban_subscribers', { ids: three });
  assert.deepEqual(reasons(banned.items), ['failed subscriber_suppressed', 'skipped unchanged', 'done']);
});

test('resubscribe applies only to the unsubscribed and reactivate only to the undeliverable', async () => {
  const [unsubscribed, undeliverable, blocked] = await people(['unsubscribed', 'regular', 'blocked']);
  await service.db
    .updateTable('subscribers')
    .set(typed('undeliverable'))
    .where('id', '=', undeliverable.id)
    .execute();
  const three = ids([unsubscribed, undeliverable, blocked]);
  const reactivated = await runBulk(service, 'reactivate_subscribers', { ids: three });
  assert.deepEqual(reasons(reactivated.items), ['skipped unchanged', 'done', 'skipped unchanged']);
  const resubscribed = await runBulk(service, 'resubscribe_subscribers', { ids: three });
  assert.deepEqual(reasons(resubscribed.items), ['done', 'skipped unchanged', 'skipped unchanged']);
  const types = await Promise.all(three.map(async id => (await get(`/v1/subscribers/${id}`)).type));
  assert.deepEqual(types, ['regular', 'regular', 'blocked']);
});

test('delete_subscribers leaves only an unreadable hash, as a DELETE does', async () => {
  const [one, other] = await people(['regular', 'regular']);
  const marks = async () => (await service.db.selectFrom('suppressions').selectAll().execute()).length;
  const before = await marks();
  const { action, items } = await runBulk(service, 'delete_subscribers', { ids: [one.id, nobody] });
  assert.equal(action.status, 'processed');
  assert.deepEqual(reasons(items), ['done', 'failed not_found']);
  assert.equal((await service.api('GET', `/v1/subscribers/${one.id}`)).status, 404);
  assert.equal(await marks(), before + 1);
  await service.api('DELETE', `/v1/subscribers/${other.id}`);
  await assertSameEvents(one.id, other.id);
});

test('delete_tags deletes tags, except one that an unsent email names', async () => {
  const make = async () => (await service.api('POST', '/v1/tags', { name: `t${next()}` })).body.id;
  const [free, used] = [await make(), await make()];
  const draft = await email({ included_tags: [used] });
  const { items } = await runBulk(service, 'delete_tags', { ids: [used, free] });
  assert.deepEqual(reasons(items), ['failed tag_in_use', 'done']);
  assert.match(items[0].detail, /1 unsent email,/);
  assert.equal((await service.api('GET', `/v1/tags/${free}`)).status, 404);
  assert.deepEqual((await get(`/v1/emails/${draft.id}`)).included_tags, [used]);
});

test('delete_emails deletes emails, except one being sent, and records the events of a DELETE', async () => {
  const [one, other, flying] = [await email(), await email(), await email()];
  await service.db
    .updateTable('emails')
    .set({ status: 'in_flight', served_date: new Date().toISOString() })
    .where('id', '=', flying.id)
    .execute();
  const { items } = await runBulk(service, 'delete_emails', { ids: [flying.id, one.id] });
  assert.deepEqual(reasons(items), ['failed status_invalid', 'done']);
  await service.api('DELETE', `/v1/emails/${other.id}`);
  await assertSameEvents(one.id, other.id);
  const again = await runBulk(service, 'delete_emails', { ids: [one.id] });
  assert.deepEqual(reasons(again.items), ['skipped unchanged']);
  await service.db.updateTable('emails').set({ status: 'draft' }).where('id', '=', flying.id).execute();
});

test('update_email_types changes types and records the events of a PATCH', async () => {
  const [one, other] = [await email(), await email()];
  const { items } = await runBulk(service, 'update_email_types', {
    ids: [one.id, one.id, nobody],
    email_type: 'premium',
  });
  assert.deepEqual(reasons(items), ['done', 'failed not_found']);
  await service.api('PATCH', `/v1/emails/${other.id}`, { email_type: 'premium' });
  assert.equal((await get(`/v1/emails/${one.id}`)).email_type, 'premium');
  await assertSameEvents(one.id, other.id);
  const again = await runBulk(service, 'update_email_types', { ids: [one.id], email_type: 'premium' });
  assert.deepEqual(reasons(again.items), ['skipped unchanged']);
});

test('send_reminders mails only unactivated subscribers', async () => {
  const [waiting, regular] = await people(['unactivated', 'regular']);
  const { items } = await runBulk(service, 'send_reminders', { ids: [waiting.id, regular.id, nobody] });
  assert.deepEqual(reasons(items), ['done', 'skipped not_unactivated', 'failed not_found']);
});

test('replay_events skips events that no webhook wants', async () => {
  const [one] = await people(['regular']);
  const { items } = await runBulk(service, 'replay_events', {
    ids: ['all'],
    parameters: { subscriber_id: one.id },
  });
  assert.deepEqual(reasons(items), ['skipped no_webhook']);
});

test('replay_events can be limited to one webhook, which must be enabled', async () => {
  const [one] = await people(['regular']);
  const hook = async (status: string) =>
    (await service.api('POST', '/v1/webhooks', { url: 'https://93.184.215.14/', status })).body.id;
  const [wanted, other, off] = [await hook('enabled'), await hook('enabled'), await hook('disabled')];
  // Nothing is posted in this test.
  await service.db.updateTable('webhooks').set({ busy_until: '2100-01-01' }).execute();
  const parameters = { subscriber_id: one.id };
  const { items } = await runBulk(service, 'replay_events', { parameters, webhook_id: wanted });
  assert.deepEqual(reasons(items), ['done']);
  assert.equal(items[0].name, 'subscriber.created');
  const { rows } = await sql<{ id: string }>`
    select webhooks.id from webhook_deliveries join webhooks on webhooks.key = webhook_key
    join events on events.key = event_key where subscriber_id = ${one.id}`.execute(service.db);
  assert.deepEqual(rows, [{ id: wanted }], other);
  for (const [webhook_id, wrong] of [
    [off, /disabled/],
    [one.id, /there is no webhook/],
  ]) {
    const metadata = { parameters, webhook_id };
    const { status, body } = await service.api('POST', '/v1/bulk_actions', {
      type: 'replay_events',
      metadata,
    });
    assert.deepEqual([status, body.code], [400, 'bulk_action_invalid_metadata']);
    assert.match(body.detail, wrong);
  }
  await service.db.deleteFrom('webhooks').execute();
});

test('an action says who requested it, what its items are called, and why some did not change', async () => {
  const [one, two] = await people(['regular', 'unsubscribed']);
  const headers = await service.keyWith({ bulk_actions: 'write', subscribers: 'write' });
  const { body } = await service.api(
    'POST',
    '/v1/bulk_actions',
    { type: 'unsubscribe_subscribers', metadata: { ids: [one.id, two.id] } },
    headers,
  );
  assert.deepEqual([body.created_by.type, body.created_by.name], ['key', '']);
  const path = `/v1/bulk_actions/${body.id}`;
  await until('it has ended', async () => (await service.api('GET', path)).body.completion_date !== null);
  const seen = (await service.api('GET', path)).body.created_by;
  assert.deepEqual([seen.id, seen.name], [body.created_by.id, 'limited']);
  const names = async (key?: Record<string, string>) =>
    (await service.api('GET', `${path}/items`, undefined, key)).body.results.map(
      (item: { name: string }) => item.name,
    );
  assert.deepEqual(await names(), [one.email_address, two.email_address]);
  assert.deepEqual(await names(await service.keyWith({ bulk_actions: 'read' })), ['', '']);
  const { results } = (await service.api('GET', `${path}/reasons`)).body;
  assert.deepEqual(
    results.map(({ status, reason, count }: Record<string, unknown>) => [status, reason, count]),
    [['skipped', 'unchanged', 1]],
  );
});

test('an action that ends records an event', async () => {
  const { action } = await runBulk(service, 'delete_tags', { ids: [nobody] });
  const { event_type, data } = await until('the event', async () =>
    service.db.selectFrom('events').selectAll().orderBy('key', 'desc').limit(1).executeTakeFirst(),
  );
  assert.equal(event_type, 'bulk_action.processed');
  assert.deepEqual(data, {
    bulk_action_id: action.id,
    type: 'delete_tags',
    total_count: 1,
    done_count: 0,
    skipped_count: 0,
    failed_count: 1,
  });
});
