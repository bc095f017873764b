import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { mostRevisions } from './revision.ts';

let now = new Date('2030-05-01T12:00:00Z');
let service: TestService;
let colleague: Record<string, string>;
before(async () => {
  service = await startTestService({ clock: () => now });
  await service.api('POST', '/v1/tags', { name: 'vip' });
  colleague = await service.keyWith({ emails: 'write', settings: 'read' });
});
after(() => service.stop());

const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
let number = 0;
/** Makes a draft whose first sitting has begun, so that its times are those of the test's clock. */
async function draft(fields: object = {}): Promise<string> {
  number += 1;
  const subject = `Revised ${number}`;
  const { body } = await service.api('POST', '/v1/emails', { subject, status: 'draft', ...fields });
  await service.db
    .updateTable('emails')
    .set({ creation_date: now.toISOString(), modification_date: now.toISOString() })
    .where('id', '=', body.id)
    .execute();
  return body.id;
}
const patch = async (id: string, body: object, headers?: Record<string, string>) => {
  const answer = await service.api('PATCH', `/v1/emails/${id}`, body, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer;
};
const list = async (id: string, headers?: Record<string, string>) =>
  (await service.api('GET', `/v1/emails/${id}/revisions`, undefined, headers)).body;
const read = async (id: string, at: number) =>
  (await service.api('GET', `/v1/emails/${id}/revisions/${at}`)).body;
const restore = (id: string, at: number | string, body?: object, headers?: Record<string, string>) =>
  service.api('POST', `/v1/emails/${id}/revisions/${at}/restore`, body, headers);
const numbers = ({ results }: { results: { number: number }[] }) => results.map(({ number }) => number);

test('all that one author changes without a pause is one sitting', async () => {
  const id = await draft({ body: 'one two' });
  assert.deepEqual(numbers(await list(id)), [1]);
  for (const body of ['one two three', 'one two three four', 'two three four five']) {
    minutes(9);
    await patch(id, { body });
  }
  const { results, count } = await list(id);
  assert.equal(count, 1);
  assert.deepEqual([results[0].is_current, results[0].kept_for], [true, null]);
  assert.equal(Date.parse(results[0].end_date) - Date.parse(results[0].begin_date), 27 * 60_000);
  assert.equal((await read(id, 1)).body, 'two three four five');
});

test('a pause, another author, a send and a restore each keep the version before', async () => {
  const id = await draft({ body: 'alpha' });
  await patch(id, { body: 'alpha beta' });
  minutes(10);
  await patch(id, { body: 'alpha gamma' });
  await patch(id, { body: 'alpha gamma delta' }, colleague);
  await patch(id, { publish_date: '2031-01-01T00:00:00Z', status: 'scheduled' });
  await patch(id, { body: 'after the send' }, colleague);
  const restored = await restore(id, 1);
  assert.equal(restored.status, 200, restored.text);
  assert.equal(restored.body.body, 'alpha beta');

  const { results } = await list(id);
  assert.deepEqual(
    results.map((entry: Record<string, unknown>) => [
      entry.number,
      entry.kept_for,
      entry.words_added,
      entry.words_removed,
      entry.is_current,
    ]),
    [
      [5, null, 2, 3, true],
      [4, 'restore', 3, 3, false],
      [3, 'send', 1, 0, false],
      [2, 'sitting', 1, 1, false],
      [1, 'sitting', 4, 0, false],
    ],
  );
  const bodies = await Promise.all([1, 2, 3, 4, 5].map(async at => (await read(id, at)).body));
  assert.deepEqual(bodies, [
    'alpha beta',
    'alpha gamma',
    'alpha gamma delta',
    'after the send',
    'alpha beta',
  ]);
  assert.ok(results.every((entry: { size: number }) => entry.size > 100));
});

test('a revision has every setting of the email, and restoring it brings all of them back', async () => {
  const image = 'https://post.example/i.png';
  const id = await draft({
    body: 'Body',
    description: 'About',
    image,
    template: 'naked',
    email_type: 'premium',
    included_tags: ['vip'],
    metadata: { a: [1, { b: null }] },
    should_send_teaser: true,
    custom_teaser: 'Short',
    archival_mode: 'disabled',
  });
  const before = (await service.api('GET', `/v1/emails/${id}`)).body;
  await patch(
    id,
    {
      subject: 'Other',
      body: 'Other',
      description: '',
      image: '',
      template: null,
      email_type: 'free',
      included_tags: [],
      metadata: {},
      should_send_teaser: false,
      custom_teaser: '',
      archival_mode: 'enabled',
    },
    colleague,
  );
  const revision = await read(id, 1);
  assert.deepEqual([revision.subject, revision.body], [before.subject, 'Body']);
  for (const [field, value] of Object.entries(revision.settings))
    assert.deepEqual(value, before[field], field);
  const after = (await restore(id, 1)).body;
  assert.deepEqual({ ...after, modification_date: '' }, { ...before, modification_date: '' });
});

test('single fields can be restored, and fields that are already equal need no permission to change', async () => {
  const id = await draft({ body: 'Old', description: 'Old' });
  await patch(id, { body: 'New', description: 'New' }, colleague);
  const { body } = await restore(id, 1, { fields: ['body'] });
  assert.deepEqual([body.body, body.description], ['Old', 'New']);
  const refused = await restore(id, 1, { fields: ['slug'] });
  assert.deepEqual([refused.status, refused.body.code], [400, 'email_invalid']);
  await service.db.updateTable('emails').set({ status: 'sent' }).where('id', '=', id).execute();
  assert.equal((await restore(id, 2, { fields: ['subject', 'body', 'template'] })).body.body, 'New');
});

test('restoring the present version changes nothing', async () => {
  const id = await draft({ body: 'Same' });
  const before = (await service.api('GET', `/v1/emails/${id}`)).body;
  assert.deepEqual((await restore(id, 1)).body, before);
  assert.equal((await list(id)).count, 1);
});

test('a restore obeys the rules of a PATCH: deleted tags, If-Match, permissions', async () => {
  const { body: tag } = await service.api('POST', '/v1/tags', { name: 'short-lived' });
  const id = await draft({ body: 'Mine', included_tags: ['short-lived'] });
  await patch(id, { body: 'Ours', included_tags: [] }, colleague);
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}`)).status, 204);
  const refused = await restore(id, 1);
  assert.equal(refused.status, 400);
  assert.match(refused.body.detail, /^filters/);
  assert.equal((await list(id)).count, 2, 'a refused restore keeps no revision');
  assert.equal((await restore(id, 1, { fields: ['body'] }, { 'if-match': '"other"' })).status, 412);
  const viewer = await service.keyWith({ emails: 'read' });
  assert.equal((await restore(id, 1, { fields: ['body'] }, viewer)).status, 403);
  assert.equal((await restore(id, 1, { fields: ['body'] })).status, 200);
});

test('callers who may read the email may read its revisions; names of authors need the permission to read settings', async () => {
  const id = await draft();
  await patch(id, { body: 'x' }, colleague);
  const viewer = await service.keyWith({ emails: 'read' });
  const seen = await list(id, viewer);
  assert.deepEqual(
    seen.results.map(({ author }: { author: { type: string; name: string } }) => [author.type, author.name]),
    [
      ['key', null],
      ['key', null],
    ],
  );
  assert.equal((await list(id, colleague)).results[0].author.name, 'limited');
  const at = (path: string, headers?: Record<string, string>) =>
    service.api('GET', `/v1/emails/${id}/revisions${path}`, undefined, headers);
  const foreign = await service.foreignKey();
  const blind = await service.keyWith({ subscribers: 'write', settings: 'write' });
  for (const path of ['', '/1']) {
    assert.equal((await at(path, foreign)).status, 404);
    assert.equal((await at(path, blind)).status, 403);
  }
  assert.equal((await restore(id, 1, undefined, foreign)).status, 404);
});

test('a revision that does not exist is 404, however it is written', async () => {
  const id = await draft();
  for (const at of ['0', '2', '-1', '1e0', '01', 'x', '99999999999', '1%2F2']) {
    assert.equal((await service.api('GET', `/v1/emails/${id}/revisions/${at}`)).status, 404, at);
    assert.equal((await restore(id, at)).status, 404, at);
  }
  assert.equal((await service.api('GET', '/v1/emails/nothing/revisions')).status, 404);
});

test('the oldest revisions are deleted when there are too many or they are too large', async () => {
  const id = await draft({ body: 'v0' });
  const { rows } = await sql<{ key: number }>`select key from emails where id = ${id}`.execute(service.db);
  const { key } = rows[0]!;
  await patch(id, { body: 'v1' }, colleague);
  await sql`
    insert into email_revisions (email_key, number, begin_date, end_date, kept_for, subject, body, settings, size)
    select ${key}, 1 + more, begin_date, end_date, 'sitting', subject, body, settings, 10
    from email_revisions, generate_series(2, ${mostRevisions + 20}) as more
    where email_key = ${key} and email_revisions.number = 1`.execute(service.db);
  await sql`update email_revisions set number = 1000 where email_key = ${key} and body is null`.execute(
    service.db,
  );
  await patch(id, { body: 'v2' });
  const { count, results } = await list(id);
  assert.equal(count, mostRevisions);
  assert.deepEqual([results[0].number, results[1].number], [1001, 1000]);
  await sql`update email_revisions set size = 12000000 where email_key = ${key} and number in (1000, 200)`.execute(
    service.db,
  );
  await patch(id, { body: 'v3' }, colleague);
  assert.deepEqual(numbers(await list(id)).at(-1), 201, 'the second large one and everything older is gone');
  assert.equal((await service.api('GET', `/v1/emails/${id}/revisions/200`)).status, 404);
});

test('if two authors change the email at once, nobody’s words are lost', async () => {
  const id = await draft({ body: 'start' });
  const writers = [undefined, colleague];
  await Promise.all(
    Array.from({ length: 10 }, (_, at) => patch(id, { body: `words of ${at}` }, writers[at % 2])),
  );
  const { results } = await list(id);
  const bodies = await Promise.all(
    results.map(async (entry: { number: number }) => (await read(id, entry.number)).body),
  );
  const final = (await service.api('GET', `/v1/emails/${id}`)).body.body;
  assert.equal(bodies[0], final);
  // At least the last words of each author before the other one's are kept.
  assert.deepEqual(
    numbers({ results }),
    Array.from(results, (_, at) => results.length - at),
  );
  const gone = await sql<{ count: number }>`
    select count(*) as count from email_revisions join emails on emails.key = email_key
    where emails.id = ${id} and email_revisions.body is null`.execute(service.db);
  assert.equal(gone.rows[0]!.count, 1, 'only the newest is the email itself');
});

test('an email that was sent when it was created keeps the sent version', async () => {
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'Sent at once',
    body: 'sent words',
    publish_date: '2031-01-01T00:00:00Z',
  });
  await patch(body.id, { body: 'changed words' });
  const { results } = await list(body.id);
  assert.deepEqual(
    results.map(({ kept_for }: { kept_for: string }) => kept_for),
    [null, 'send'],
  );
  assert.equal((await read(body.id, 1)).body, 'sent words');
});

test('the version of a scheduled email when its time came is kept as the sent one, also if its author goes on at once', async () => {
  const id = await draft({ body: 'scheduled words' });
  await patch(id, { publish_date: '2030-12-01T00:00:00Z', status: 'scheduled' });
  await patch(id, { body: 'words of the last minute' });
  await service.db
    .updateTable('emails')
    .set({ status: 'sent', publish_date: now.toISOString() })
    .where('id', '=', id)
    .execute();
  minutes(1);
  await patch(id, { body: 'words of the page' });
  const { results } = await list(id);
  assert.equal(results[1].kept_for, 'send');
  assert.equal((await read(id, results[1].number)).body, 'words of the last minute');
});
