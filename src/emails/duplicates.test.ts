import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  for (const name of ['a', 'b']) await service.api('POST', '/v1/tags', { name });
});
after(() => service.stop());

const publish_date = '2999-01-01T00:00:00Z';
const post = (body: object, headers = {}) => service.api('POST', '/v1/emails', body, headers);
const patch = (id: string, body: object) => service.api('PATCH', `/v1/emails/${id}`, body);
const setRow = (id: string, columns: object) =>
  service.db.updateTable('emails').set(columns).where('id', '=', id).execute();

test('the same email to the same people is refused with the id of the one that is being sent or was sent', async () => {
  for (const status of ['about_to_send', 'scheduled', 'in_flight', 'errored', 'sent'] as const) {
    const email = {
      subject: `Duplicate ${status}`,
      body: 'Body',
      included_tags: ['a', 'b'],
      excluded_tags: ['b'],
    };
    const first = (await post(email)).body;
    await setRow(first.id, { status });
    const draft = (await post({ ...email, status: 'draft' })).body;
    const before = await readContents(service.db);
    for (const answer of [
      await post(email),
      await post({ ...email, included_tags: ['b', 'a', 'A'] }),
      await post({ ...email, status: 'about_to_send', slug: 'another' }),
      await post({ ...email, publish_date, description: 'another' }),
      await patch(draft.id, { status: 'about_to_send' }),
      await patch(draft.id, { status: 'scheduled', publish_date }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [400, 'email_duplicate'], status);
      assert.deepEqual(answer.body.metadata, { email_id: first.id });
    }
    assert.deepEqual(await readContents(service.db), before);
  }
});

test('an email that differs in subject, body, tags or type is not a duplicate', async () => {
  const email = { subject: 'Different', body: 'Body', included_tags: ['a'], excluded_tags: ['b'] };
  for (const difference of [
    {},
    { subject: 'different' },
    { body: 'Body ' },
    { included_tags: ['a', 'b'] },
    { included_tags: [] },
    { excluded_tags: [] },
    { included_tags: ['b'], excluded_tags: ['a'] },
    { email_type: 'private' },
  ]) {
    assert.equal((await post({ ...email, ...difference })).status, 201, JSON.stringify(difference));
  }
  assert.equal((await post({ subject: 'Different', body: 'Body' }, await service.foreignKey())).status, 201);
});

test('drafts and imported, deleted or automation-made emails are never duplicates', async () => {
  const email = { subject: 'Exempt' };
  assert.deepEqual(
    (await Promise.all([1, 2, 3].map(() => post({ ...email, status: 'draft' })))).map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal((await post({ ...email, status: 'imported' })).status, 201);
  assert.equal((await post({ ...email, status: 'imported' })).status, 201);
  const deleted = (await post(email)).body;
  assert.equal((await service.api('DELETE', `/v1/emails/${deleted.id}`)).status, 204);
  const automated = (await post(email)).body;
  await setRow(automated.id, { source: 'automation' });
  assert.equal((await post(email)).status, 201);
});

test('an email is not a duplicate of itself when it is moved, undone or resumed', async () => {
  const { id } = (await post({ subject: 'Itself', publish_date })).body;
  for (const change of [
    { publish_date: '2999-02-01T00:00:00Z' },
    { status: 'about_to_send' },
    { status: 'draft' },
    { status: 'about_to_send' },
  ]) {
    assert.equal((await patch(id, change)).status, 200, JSON.stringify(change));
  }
  await setRow(id, { status: 'errored' });
  assert.equal((await patch(id, { status: 'about_to_send' })).status, 200);
});

test('of fifty concurrent identical requests without a key, one sends its email and the others name that email', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post({ subject: 'Fifty', body: 'at once' })),
  );
  const made = answers.filter(({ status }) => status === 201);
  assert.equal(made.length, 1);
  for (const { status, body } of answers) {
    if (status === 201) continue;
    assert.deepEqual(
      [status, body.code, body.metadata],
      [400, 'email_duplicate', { email_id: made[0]!.body.id }],
    );
  }
  const rows = await service.db
    .selectFrom('emails')
    .select('status')
    .where('subject', '=', 'Fifty')
    .execute();
  assert.deepEqual(rows, [{ status: 'about_to_send' }]);
});

test('of many identical drafts sent concurrently, only one goes out', async () => {
  const drafts = await Promise.all(
    Array.from({ length: 20 }, () => post({ subject: 'Drafts', status: 'draft' })),
  );
  const answers = await Promise.all(drafts.map(({ body }) => patch(body.id, { status: 'about_to_send' })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ body }) => body.code === 'email_duplicate').length, 19);
});
