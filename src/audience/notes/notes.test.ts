import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { signInOwner } from '../../testing/browser-session.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { mostNotes } from './note.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost' } });
});
after(() => service.stop());

const call = (method: string, path: string, body?: object) => service.api(method, path, body);
const person = async (email_address: string) =>
  (await call('POST', '/v1/subscribers', { email_address, type: 'regular', notes: 'A sailor' })).body.id;
const noteOn = (model_id: string, fields: object = {}) =>
  call('POST', '/v1/notes', { body: 'Called', model_type: 'subscriber', model_id, ...fields });

test('a note has a text, a subject, a date and an author, and leaves the text about the person alone', async () => {
  const id = await person('ada@example.org');
  const { browser, here } = await signInOwner(service);
  await browser.ask('PATCH', '/v1/me', { name: 'Olga', email_address: 'olga@example.org' }, here);
  const note = { body: '  Prefers Sundays\n', model_type: 'subscriber', model_id: id, metadata: { call: 7 } };
  const made = await browser.ask('POST', '/v1/notes', note, here);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.body.body, made.body.metadata, made.body.model_id, made.body.source, made.body.user],
    ['Prefers Sundays', { call: 7 }, id, 'user', null],
  );
  const byProgram = (await noteOn(id)).body;
  assert.equal(byProgram.user_id, null);
  const { results, count } = (await call('GET', `/v1/notes?model_type=subscriber&model_id=${id}&expand=user`))
    .body;
  assert.equal(count, 2);
  assert.deepEqual(
    results.map(({ id, user }: { id: string; user: { name: string } | null }) => [id, user?.name]),
    [
      [byProgram.id, undefined],
      [made.body.id, 'Olga'],
    ],
  );
  const { notes } = (await call('GET', `/v1/subscribers/${id}`)).body;
  assert.equal(notes, 'A sailor');
  const blind = await service.keyWith({ subscribers: 'read' });
  const seen = await service.api('GET', '/v1/notes?expand=user', undefined, blind);
  assert.ok(seen.body.results.every(({ user }: { user: unknown }) => user === null));
});

test('a note is on one subscriber of the newsletter, is not empty, and is deleted by itself or with the person', async () => {
  const id = await person('bea@example.org');
  const refusals: [object, number, RegExp][] = [
    [{ body: ' \n ' }, 400, /^body: must not be empty/],
    [{ model_type: 'email' }, 400, /^model_type: use one of subscriber/],
    [{ model_id: 'nobody' }, 404, /subscriber/],
    [{ metadata: { long: 'x'.repeat(5001) } }, 400, /^metadata: use at most/],
  ];
  for (const [fields, status, detail] of refusals) {
    const answer = await noteOn(id, fields);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.body.detail, detail);
  }
  const first = (await noteOn(id)).body.id;
  await noteOn(id);
  const list = async () => (await call('GET', `/v1/notes?model_id=${id}`)).body.count;
  assert.equal(await list(), 2);
  assert.equal((await call('DELETE', `/v1/notes/${first}`)).status, 204);
  assert.equal((await call('DELETE', `/v1/notes/${first}`)).status, 404);
  assert.equal(await list(), 1);
  const { body } = await call('POST', `/v1/subscribers/${id}/erasure`, {});
  assert.equal(body.deleted.notes, 1);
  const { count } = await service.db
    .selectFrom('notes')
    .innerJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscribers.id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 0);
});

test('one person has at most so many notes, however many are written at once', async () => {
  const id = await person('cleo@example.org');
  await sql`
    insert into notes (id, newsletter_key, subscriber_key, body)
    select gen_random_uuid(), newsletter_key, key, 'Many' from subscribers, generate_series(2, ${mostNotes}::int)
    where id = ${id}`.execute(service.db);
  const statuses = await Promise.all([1, 2, 3].map(async () => (await noteOn(id)).status));
  assert.deepEqual(statuses.toSorted(), [201, 400, 400]);
  const { code, detail } = (await noteOn(id)).body;
  assert.deepEqual(
    [code, detail],
    ['too_many_notes', `There are ${mostNotes} notes on this subscriber. Delete some first.`],
  );
});
