import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { suppress } from '../audience/subscribers/suppress.ts';
import { unsubscribe } from '../audience/subscribers/update.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { runBulk, tally, untilEnded } from '../testing/bulk.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { findAction } from './queries.ts';
import { bulkUndoDays, noteFormer, pruneFormer } from './types/former-queries.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

let number = 0;
const get = async (path: string) => (await service.api('GET', path)).body;
const patch = (id: string, body: object) => service.api('PATCH', `/v1/subscribers/${id}`, body);
async function person(fields: object = {}) {
  number += 1;
  const email_address = `u${number}@example.org`;
  const body = { email_address, type: 'regular', ...fields };
  return (await service.api('POST', '/v1/subscribers', body)).body;
}
/** Creates people, in order, which is the order of an undo's items. */
async function people(all: object[]) {
  const made = [];
  for (const fields of all) made.push(await person(fields));
  return made;
}
const ids = (all: { id: string }[]) => all.map(({ id }) => id);
const ask = (id: string, body: object = {}, headers?: Record<string, string>) =>
  service.api('POST', `/v1/bulk_actions/${id}/undo`, body, headers);
const reasons = (items: { status: string; reason: string }[]) =>
  items.map(({ status, reason }) => [status, reason].filter(Boolean).join(' '));

/** Undoes the action, and returns the undo with its items. */
async function undo(id: string) {
  const { status, body, text } = await ask(id);
  assert.equal(status, 201, text);
  assert.deepEqual([body.type, body.undoes], ['undo', id]);
  return untilEnded(service, body.id);
}

/** Returns the subscriber as people see them, apart from the date of the last change. */
async function seen(id: string) {
  const { modification_date: _, ...rest } = await get(`/v1/subscribers/${id}`);
  return rest;
}

test('an action locks everybody whom it may change at once, so that it and an undo cannot wait for each other', async () => {
  const [held, other] = await people([{ tags: ['locked'] }, {}]);
  const { action } = await runBulk(service, 'apply_tags', { ids: ids([held, other]), tag: 'locked' });
  const rows = await service.db
    .selectFrom('subscribers')
    .select(['key', 'newsletter_key'])
    .where('id', 'in', ids([held, other]))
    .execute();
  const { key } = await findAction(service.db, service.newsletter.key, action.id).then(found => found!);
  await service.db.deleteFrom('bulk_action_former').where('action_key', '=', key).execute();
  const keys = rows.map(row => row.key);
  await inTransaction(service.db, async trx => {
    const noting = { key, newsletter_key: rows[0]!.newsletter_key };
    await noteFormer(trx, noting, keys, sql`case when key = ${Math.max(...keys)} then to_jsonb(1) end`);
    const { rows: free } = await sql`
      select from subscribers where key = any(${keys}::bigint[]) for update skip locked`.execute(service.db);
    assert.equal(free.length, 0);
  });
});

test('tags that an action added are taken back, and a tag that somebody had already stays', async () => {
  const [held, other] = await people([{ tags: ['kept', 'news'] }, { tags: ['kept'] }]);
  const { action } = await runBulk(service, 'apply_tags', {
    ids: ids([held, other]),
    tag_ids: ['news', 'kept'],
  });
  assert.equal(tally(action), '1/1/0');
  const undone = await undo(action.id);
  assert.equal(tally(undone.action), '1/0/0');
  assert.deepEqual([(await seen(held.id)).tags, (await seen(other.id)).tags], [held.tags, other.tags]);
});

test('tags that an action removed come back, unless they have been deleted since', async () => {
  const [one] = await people([{ tags: ['first', 'second', 'third'] }]);
  const { action } = await runBulk(service, 'apply_tags', {
    ids: [one.id],
    action: 'remove',
    tag_ids: ['first', 'second'],
  });
  await service.api('DELETE', `/v1/tags/${one.tags[0]}`);
  assert.equal(tally((await undo(action.id)).action), '1/0/0');
  assert.deepEqual((await seen(one.id)).tags.toSorted(), one.tags.slice(1).toSorted());
});

test('metadata gets its former values, and keys that the action did not touch stay as they are now', async () => {
  const before = { plan: 'free', n: 1, deep: { a: [1, null] } };
  for (const change of [
    { action: 'add', metadata: { plan: 'pro', city: 'Oslo', n: 1 } },
    { action: 'set', metadata: { plan: 'pro', n: 1 } },
    { action: 'remove', metadata: ['plan', 'deep'] },
  ]) {
    const [one] = await people([{ metadata: before }]);
    const { action } = await runBulk(service, 'apply_metadata', { ids: [one.id], ...change });
    const changed = (await seen(one.id)).metadata;
    await patch(one.id, { metadata: { ...changed, later: true } });
    assert.equal(tally((await undo(action.id)).action), '1/0/0', change.action);
    assert.deepEqual((await seen(one.id)).metadata, { ...before, later: true }, change.action);
  }
});

for (const [type, from] of Object.entries({
  ban_subscribers: ['premium', 'unsubscribed', 'unactivated'],
  unsubscribe_subscribers: ['regular', 'paused', 'gifted'],
  resubscribe_subscribers: ['unsubscribed'],
}))
  test(`somebody whom ${type} changed has the former type and its dates again`, async () => {
    const changed = await people(from.map(one => ({ type: one })));
    const before = await Promise.all(ids(changed).map(seen));
    const { action } = await runBulk(service, type, { ids: ids(changed) });
    assert.equal(tally(action), `${from.length}/0/0`);
    assert.equal(tally((await undo(action.id)).action), `${from.length}/0/0`);
    assert.deepEqual(await Promise.all(ids(changed).map(seen)), before);
  });

test('a reactivated address is undeliverable again', async () => {
  const [one] = await people([{}]);
  await suppress(service.db, service.newsletter.key, one.id, 'undeliverable', 'No such user');
  const before = await seen(one.id);
  const { action } = await runBulk(service, 'reactivate_subscribers', { ids: [one.id] });
  await undo(action.id);
  assert.deepEqual(await seen(one.id), before);
  assert.equal(before.unsubscription_reason, 'No such user');
});

test('subscribers who were changed since stay as they are, and the items say so', async () => {
  const [tagged, described, banned, twice, untouched] = await people([{}, {}, {}, {}, {}]);
  const tag = await runBulk(service, 'apply_tags', { ids: ids([tagged, untouched]), tag: 'soon gone' });
  await patch(tagged.id, { tags: [] });
  const add = { action: 'add', metadata: { plan: 'pro' } };
  const metadata = await runBulk(service, 'apply_metadata', { ids: ids([described, untouched]), ...add });
  await patch(described.id, { metadata: { plan: 'gold' } });
  const ban = await runBulk(service, 'ban_subscribers', { ids: ids([banned, twice, untouched]) });
  await patch(banned.id, { type: 'premium' });
  await patch(twice.id, { type: 'regular' });
  await patch(twice.id, { type: 'blocked' });
  const changed = [tagged, described, banned, twice];
  const before = await Promise.all(ids(changed).map(seen));
  const results = [];
  for (const { action } of [ban, metadata, tag]) results.push(reasons((await undo(action.id)).items));
  assert.deepEqual(results, [
    ['skipped changed_since', 'skipped changed_since', 'done'],
    ['skipped changed_since', 'done'],
    ['skipped changed_since', 'done'],
  ]);
  assert.deepEqual(await Promise.all(ids(changed).map(seen)), before);
  const { type, tags, metadata: left } = await seen(untouched.id);
  assert.deepEqual([type, tags, left], ['regular', [], {}]);
});

test('nobody who has unsubscribed or complained since comes back, even if they no longer got mail', async () => {
  const { db, newsletter } = service;
  for (const type of ['unsubscribe_subscribers', 'ban_subscribers']) {
    const [leaves, complains, stays] = await people([{}, {}, {}]);
    const { action } = await runBulk(service, type, { ids: ids([leaves, complains, stays]) });
    await unsubscribe(db, newsletter.key, leaves.id, 'Enough');
    await suppress(db, newsletter.key, complains.id, 'complained', 'spam');
    const before = [await seen(leaves.id), await seen(complains.id)];
    const undone = await undo(action.id);
    assert.equal(undone.action.done_count, 1, type);
    assert.equal(undone.items[0].reason, 'left_since');
    assert.ok(['left_since', 'changed_since'].includes(undone.items[1].reason));
    assert.deepEqual([await seen(leaves.id), await seen(complains.id)], before, type);
    assert.equal((await seen(stays.id)).type, 'regular');
  }
});

test('an undo records its changes in the journal, tells webhooks only of its end, and mails nobody', async () => {
  const [one] = await people([{ type: 'premium' }]);
  const { action } = await runBulk(service, 'unsubscribe_subscribers', { ids: [one.id] });
  const last = await service.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('key').as('key'))
    .executeTakeFirstOrThrow();
  const webhook = await service.api('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/', event_types: [] });
  const mails = service.sink.accepted.length;
  await undo(action.id);
  const events = await service.db
    .selectFrom('events')
    .leftJoin('webhook_deliveries', 'event_key', 'events.key')
    .select(['event_type', 'data', 'event_key'])
    .where('events.key', '>', last.key!)
    .where('event_type', 'not like', 'webhook%')
    .orderBy('events.key')
    .execute();
  assert.deepEqual(
    events.map(({ event_type, event_key }) => [event_type, event_key !== null]),
    [
      ['subscriber.updated', false],
      ['subscriber.type.changed', false],
      ['bulk_action.processed', true],
    ],
  );
  assert.deepEqual(events[1]!.data, {
    from: 'unsubscribed',
    to: 'premium',
    undone_bulk_action_id: action.id,
  });
  assert.equal(service.sink.accepted.length, mails);
  await service.api('DELETE', `/v1/webhooks/${webhook.body.id}`);
});

test('an action is undone once, however often and however many at once ask', async () => {
  const [one] = await people([{}]);
  const { action } = await runBulk(service, 'apply_tags', { ids: [one.id], tag: 'once' });
  assert.ok(Date.parse(action.undo_until) > Date.now() + (bulkUndoDays - 1) * 86_400_000);
  const answers = await Promise.all([ask(action.id), ask(action.id), ask(action.id)]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.id]),
    answers.map(() => [201, answers[0]!.body.id]),
  );
  await untilEnded(service, answers[0]!.body.id);
  await patch(one.id, { tags: ['once'] });
  assert.equal((await ask(action.id)).body.id, answers[0]!.body.id);
  const { undo_until, undone_by } = await get(`/v1/bulk_actions/${action.id}`);
  assert.deepEqual([undo_until, undone_by], [null, answers[0]!.body.id]);
  assert.equal((await seen(one.id)).tags.length, 1);
  const again = await ask(action.id, { dry_run: true });
  assert.deepEqual([again.status, again.body.code], [409, 'bulk_action_not_undoable']);
});

test('a dry run says what the undo would do and why some stay, and changes nothing', async () => {
  const all = await people([{}, {}, {}]);
  const { action } = await runBulk(service, 'apply_tags', { ids: ids(all), tag: 'tried' });
  await patch(all[1].id, { tags: [] });
  const before = await readContents(service.db);
  const { status, body } = await ask(action.id, { dry_run: true });
  assert.equal(status, 200);
  assert.deepEqual([tally(body), body.total_count, body.refusals[0].id], ['2/1/0', 3, all[1].id]);
  assert.deepEqual(body.reasons, [
    {
      status: 'skipped',
      reason: 'changed_since',
      count: 1,
      detail: 'This subscriber has changed since and is not restored.',
      detail_sentence: { code: 'bulk_actions.changed_since', values: {} },
    },
  ]);
  assert.deepEqual(await readContents(service.db), before);
});

test('an action that cannot be undone is refused with the reason', async () => {
  const [one] = await people([{}]);
  const refused = async (id: string, detail: RegExp) => {
    for (const dry_run of [false, true]) {
      const { status, body } = await ask(id, { dry_run });
      assert.deepEqual([status, body.code], [409, 'bulk_action_not_undoable']);
      assert.match(body.detail, detail);
    }
  };
  const none = await runBulk(service, 'resubscribe_subscribers', { ids: [one.id] });
  assert.equal(none.action.undo_until, null);
  await refused(none.action.id, /changed nothing/);
  const tagged = await runBulk(service, 'apply_tags', { ids: [one.id], tag: 'undone' });
  const undone = await undo(tagged.action.id);
  assert.equal(undone.action.undo_until, null);
  await refused(undone.action.id, /An undo cannot be undone/);
  const deleted = await runBulk(service, 'delete_subscribers', { ids: [one.id] });
  await refused(deleted.action.id, /delete_subscribers cannot be undone\. Only these can: apply_metadata,/);
  assert.equal((await ask('01900000-0000-7000-8000-000000000000')).status, 404);
  assert.equal((await ask(tagged.action.id, {}, await service.foreignKey())).status, 404);
  const reader = await service.keyWith({ bulk_actions: 'read', subscribers: 'write' });
  assert.equal((await ask(tagged.action.id, {}, reader)).status, 403);
  const created = await service.api('POST', '/v1/bulk_actions', {
    type: 'undo',
    metadata: { bulk_action_id: tagged.action.id },
  });
  assert.deepEqual([created.status, created.body.code], [400, 'bulk_action_invalid_type']);
});

test('a key without write access to subscribers cannot undo a change of subscribers', async () => {
  const [one] = await people([{}]);
  const { action } = await runBulk(service, 'apply_tags', { ids: [one.id], tag: 'theirs' });
  const key = await service.keyWith({ bulk_actions: 'write', subscribers: 'read' });
  for (const dry_run of [false, true])
    assert.match((await ask(action.id, { dry_run }, key)).body.detail, /subscribers:write/);
  assert.equal((await seen(one.id)).tags.length, 1);
});

test('former values are deleted with the person, and after 30 days, when an undo is no longer possible', async () => {
  const { db } = service;
  const [stays, erased] = await people([{}, {}]);
  const { action } = await runBulk(service, 'apply_tags', { ids: ids([stays, erased]), tag: 'noted' });
  const kept = async () =>
    (
      await db
        .selectFrom('bulk_action_former')
        .innerJoin('bulk_actions', 'bulk_actions.key', 'action_key')
        .where('id', '=', action.id)
        .select('former')
        .execute()
    ).length;
  assert.equal(await kept(), 2);
  await service.api('DELETE', `/v1/subscribers/${erased.id}`);
  assert.equal(await kept(), 1);
  const end = (days: number) => new Date(Date.parse(action.completion_date) + days * 86_400_000);
  const prune = async (before: Date) => {
    while ((await pruneFormer(db, before, 1000)) > 0);
  };
  await prune(end(-1));
  assert.equal(await kept(), 1);
  await prune(end(1));
  assert.equal(await kept(), 0);
  const { body } = await ask(action.id);
  assert.match(body.detail, /can be undone for 30 days/);
});
