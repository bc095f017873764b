import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const post = (body: object, headers = {}) => service.api('POST', '/v1/subscribers', body, headers);
const collide = (behavior: string) => ({ 'x-buttondown-collision-behavior': behavior });

test('an address keeps the case of its local part and the ASCII form of its domain', async () => {
  for (const [given, kept] of [
    [' Ada.Lovelace@Example.ORG ', 'Ada.Lovelace@example.org'],
    ['bob@BÜCHER.example', 'bob@xn--bcher-kva.example'],
    ['jose\u0301@example.org', 'josé@example.org'],
    ["o'neil@example.org", "o'neil@example.org"],
    ['a+b/c=d@example.org', 'a+b/c=d@example.org'],
    ['me@localhost', 'me@localhost'],
  ]) {
    const { status, body } = await post({ email: given });
    assert.deepEqual([status, body.email_address], [201, kept], given);
    const found = await service.api('GET', `/v1/subscribers/${encodeURIComponent(given!)}`);
    assert.deepEqual([found.status, found.body.id], [200, body.id], `${given} finds it`);
  }
});

test('addresses that differ in case, form of the domain or surrounding spaces are one person', async () => {
  await post({ email: 'Eve@Bücher.example' });
  for (const email of ['eve@bücher.example', 'EVE@XN--BCHER-KVA.EXAMPLE', '  eve@BÜCHER.example\n']) {
    const { status, body } = await post({ email });
    assert.deepEqual([status, body.code], [400, 'email_already_exists'], email);
  }
});

test('an address can change to a free one or another spelling of itself, never to a taken one', async () => {
  const { id } = (await post({ email: 'from@example.org' })).body;
  await post({ email: 'taken@example.org' });
  const change = (email_address: string) => service.api('PATCH', `/v1/subscribers/${id}`, { email_address });
  const taken = await change('TAKEN@example.org');
  assert.deepEqual([taken.status, taken.body.code], [400, 'email_already_exists']);
  assert.equal((await change('From@example.org')).body.email_address, 'From@example.org');
  assert.equal((await change('to@example.org')).body.email_address, 'to@example.org');
  assert.equal((await service.api('GET', '/v1/subscribers/from@example.org')).status, 404);
});

test('fifty concurrent creates with one address make one subscriber', async () => {
  const bring = (_: unknown, at: number) =>
    post({ email: at % 2 ? 'race@example.org' : ' RACE@example.org', tags: ['race'] });
  const answers = await Promise.all(Array.from({ length: 50 }, bring));
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  for (const { status, body } of answers) {
    if (status !== 201)
      assert.deepEqual([body.code, body.metadata.subscriber_id], ['email_already_exists', made[0]!.body.id]);
  }
});

test('a collision with add merges tags and metadata and leaves the rest', async () => {
  const before = (
    await post({
      email: 'add@example.org',
      type: 'premium',
      tags: ['a', 'b'],
      metadata: { x: 1, y: 1 },
      notes: 'kept',
    })
  ).body;
  const fields = {
    email: 'ADD@example.org',
    type: 'regular',
    tags: ['B', 'c'],
    metadata: { y: 2, z: 2 },
    notes: 'new',
  };
  const { status, body } = await post(fields, collide('add'));
  assert.equal(status, 201);
  assert.deepEqual(body.metadata, { x: 1, y: 2, z: 2 });
  assert.deepEqual(body.tags.slice(0, 2), before.tags);
  assert.equal(body.tags.length, 3);
  const { tags, metadata, modification_date, ...rest } = body;
  assert.deepEqual({ ...before, ...rest }, before);
});

test('a collision with overwrite replaces what the create sets and keeps the subscriber', async () => {
  const before = (
    await post({
      email: 'over@example.org',
      tags: ['a'],
      metadata: { x: 1 },
      notes: 'old',
      utm_source: 'old',
    })
  ).body;
  const { body } = await post(
    { email: 'OVER@example.org', type: 'regular', tags: ['b'], metadata: { z: 2 } },
    collide('overwrite'),
  );
  assert.deepEqual(
    [body.id, body.email_address, body.creation_date],
    [before.id, before.email_address, before.creation_date],
  );
  assert.deepEqual(
    [body.type, body.metadata, body.notes, body.utm_source, body.tags.length],
    ['regular', { z: 2 }, '', '', 1],
  );
  assert.ok(body.confirmation_date, 'a waiting subscriber is now confirmed');
  const untyped = (await post({ email: 'over@example.org' }, collide('overwrite'))).body;
  assert.deepEqual([untyped.type, untyped.tags], ['regular', []]);
  const left = (await post({ email: 'over@example.org', type: 'unsubscribed' }, collide('overwrite'))).body;
  assert.ok(left.unsubscription_date);
});

test('no collision brings back somebody who has left', async () => {
  for (const type of ['unsubscribed', 'complained', 'undeliverable', 'blocked'] as const) {
    const email = `${type}@example.org`;
    const { id } = (await post({ email, type: 'regular', tags: ['before'] })).body;
    await service.db.updateTable('subscribers').set(typed(type)).where('id', '=', id).execute();
    const before = (await service.api('GET', `/v1/subscribers/${id}`)).body;
    for (const behavior of ['add', 'overwrite']) {
      const { status, body } = await post({ email, type: 'regular', tags: ['x'] }, collide(behavior));
      assert.deepEqual(
        [status, body.code, body.metadata],
        [400, 'subscriber_suppressed', { subscriber_id: id }],
      );
    }
    assert.equal((await post({ email })).body.code, 'email_already_exists');
    assert.deepEqual((await service.api('GET', `/v1/subscribers/${id}`)).body, before);
  }
});

test('no_op and fail behave like a missing header, for new and taken addresses', async () => {
  for (const behavior of ['no_op', 'fail']) {
    const email = `${behavior}@example.org`;
    const made = await post({ email, notes: 'first' }, collide(behavior));
    assert.equal(made.status, 201, behavior);
    const again = await post({ email, notes: 'second' }, collide(behavior));
    assert.deepEqual([again.status, again.body.code], [400, 'email_already_exists'], behavior);
    assert.equal((await service.api('GET', `/v1/subscribers/${email}`)).body.notes, 'first');
  }
});

test('PATCH and PUT with add extend tags and metadata; otherwise they replace them', async () => {
  const email = 'patch-add@example.org';
  const before = (await post({ email, tags: ['a', 'b'], metadata: { x: 1, y: 1 }, notes: 'old' })).body;
  const path = `/v1/subscribers/${before.id}`;
  const change = { tags: ['B', 'new'], metadata: { y: 2 }, notes: 'new' };
  for (const method of ['PATCH', 'PUT']) {
    const { status, body } = await service.api(method, path, change, collide('add'));
    assert.deepEqual([status, body.metadata, body.notes], [200, { x: 1, y: 2 }, 'new']);
    assert.deepEqual([body.tags.slice(0, 2), body.tags.length], [before.tags, 3]);
  }
  const untouched = (await service.api('PATCH', path, { notes: 'newer' }, collide('add'))).body;
  assert.deepEqual([untouched.tags.length, untouched.metadata], [3, { x: 1, y: 2 }]);
  for (const behavior of ['overwrite', 'no_op']) {
    await service.api('PATCH', path, { tags: ['a', 'b', 'new'], metadata: { x: 1 } });
    const { body } = await service.api('PATCH', path, { tags: ['b'], metadata: {} }, collide(behavior));
    assert.deepEqual([body.tags.length, body.metadata], [1, {}], behavior);
  }
  assert.equal((await service.api('PATCH', path, { notes: 'x' }, collide('merge'))).status, 400);
});

test('two concurrent PATCHes with add lose nothing', async () => {
  const { id } = (await post({ email: 'both@example.org' })).body;
  await Promise.all(
    ['p', 'q', 'r', 's'].map(name =>
      service.api(
        'PATCH',
        `/v1/subscribers/${id}`,
        { tags: [name], metadata: { [name]: 1 } },
        collide('add'),
      ),
    ),
  );
  const { body } = await service.api('GET', `/v1/subscribers/${id}`);
  assert.deepEqual([body.tags.length, Object.keys(body.metadata).toSorted()], [4, ['p', 'q', 'r', 's']]);
});

test('an unknown collision header is refused', async () => {
  const { status, body } = await post({ email: 'header@example.org' }, collide('merge'));
  assert.deepEqual([status, body.code], [400, 'request_invalid']);
  assert.match(body.detail, /^X-Buttondown-Collision-Behavior: /);
});

test('a deletion leaves only an unreadable hash of the person, which new consent removes', async () => {
  const marks = async () => (await service.db.selectFrom('suppressions').selectAll().execute()).length;
  const email = 'Deleted.Person@bücher.example';
  const { id } = (await post({ email, notes: 'Secret Note', metadata: { a: 'Secret Data' } })).body;
  assert.equal((await service.api('DELETE', `/v1/subscribers/${id}`)).status, 204);
  assert.equal((await service.api('GET', `/v1/subscribers/${id}`)).status, 404);
  assert.equal((await service.api('DELETE', `/v1/subscribers/${id}`)).status, 404);
  assert.equal(await marks(), 1);
  assert.doesNotMatch(JSON.stringify(await readContents(service.db)), /deleted.person|Secret (Note|Data)/i);
  const again = await post({ email: 'deleted.person@XN--bcher-kva.example' });
  assert.equal(again.status, 201);
  assert.notEqual(again.body.id, id);
  assert.equal(await marks(), 0);
});
