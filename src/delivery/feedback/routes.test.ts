import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { returnPath } from '../../links/return-path.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import { bounceMessage, mailTo, messageIdOf, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { pruneFeedback } from './queries.ts';

let service: TestService;
let secret: Secret;
before(async () => {
  service = await startTestService();
  secret = service.secret;
});
after(() => service.stop());

const rfc822 = { 'content-type': 'message/rfc822' };
const pathOf = (reader: TestReader) =>
  encodeURIComponent(returnPath(secret, 'bounces.example.org', { ...reader, date: new Date() }));
const hand = (message: string, query = '', headers: Record<string, string> = {}) =>
  service.api('POST', `/v1/feedback/messages${query}`, message, { ...rfc822, ...headers });
const list = (query = '') => service.api('GET', `/v1/feedback${query}`);

test('a submitted message takes effect, with or without the recipient', async () => {
  const [first, second] = (await mailTo(service, 2)) as [TestReader, TestReader];
  const taken = await hand(bounceMessage('a@b.example'), `?recipient=${pathOf(first)}`);
  assert.deepEqual([taken.status, taken.body], [200, { result: 'taken' }]);
  const about = `Message-ID: ${messageIdOf(secret, second)}\nTo: a@b.example\n\n`;
  assert.equal((await hand(bounceMessage('a@b.example', { about }))).body.result, 'taken');
  for (const { subscriber } of [first, second])
    assert.equal((await service.api('GET', `/v1/subscribers/${subscriber.id}`)).body.type, 'undeliverable');
  assert.equal(
    (await hand(bounceMessage('a@b.example'), '?recipient=b%2Bx@y.example')).body.result,
    'refused',
  );
});

test('a key submits for its own newsletter only', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const foreign = await service.foreignKey();
  const answer = await hand(bounceMessage('a@b.example'), `?recipient=${pathOf(reader)}`, foreign);
  assert.deepEqual([answer.status, answer.body.result], [200, 'unassigned']);
  assert.equal((await service.api('GET', `/v1/subscribers/${reader.subscriber.id}`)).body.type, 'regular');
  const seen = await service.api('GET', '/v1/feedback', undefined, foreign);
  assert.equal(seen.body.count, 1, 'its own list shows what it submitted');
  assert.ok(!(await list()).body.results.some(({ id }: { id: string }) => id === seen.body.results[0].id));
});

test('submitting requires subscribers:write, a known media type, and at most fifty megabytes', async () => {
  const reading = await service.keyWith({ subscribers: 'read' });
  assert.equal((await hand('x', '', reading)).status, 403);
  assert.equal((await service.api('GET', '/v1/feedback', undefined, reading)).status, 200);
  const other = await service.keyWith({ emails: 'write' });
  assert.equal((await service.api('GET', '/v1/feedback', undefined, other)).status, 403);
  assert.equal((await service.api('GET', '/v1/feedback/refusals', undefined, reading)).status, 403);
  assert.equal((await hand('x', '', { 'content-type': 'application/json' })).status, 415);
  assert.equal((await service.api('POST', '/v1/feedback/messages')).status, 400);
  assert.equal((await hand('x'.repeat(51 * 1024 * 1024))).status, 413);
  assert.equal((await hand('x'.repeat(20 * 1024 * 1024))).status, 200);
});

test('an Idempotency-Key replays the response', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await hand(bounceMessage('a@b.example', { id: 'same' }), '', headers);
  const again = await hand(bounceMessage('a@b.example', { id: 'same' }), '', headers);
  assert.deepEqual([first.body, again.body], [{ result: 'unassigned' }, { result: 'unassigned' }]);
  const other = await hand(bounceMessage('a@b.example', { id: 'other' }), '', headers);
  assert.equal(other.body.code, 'idempotency_key_reused');
});

test('each report shows its effect on the subscriber, and the list can be filtered by domain', async () => {
  const [lost, busy] = (await mailTo(service, 2)) as [TestReader, TestReader];
  await hand(bounceMessage('a@b.example'), `?recipient=${pathOf(lost)}`);
  await hand(
    bounceMessage('a@b.example', { status: '4.2.2', words: '452 4.2.2 full' }),
    `?recipient=${pathOf(busy)}`,
  );
  const [soft, hard] = (await list(`?email_id=${lost.email.id}&domain=EXAMPLE.org`)).body.results;
  assert.deepEqual(
    [soft.effect, soft.subscriber_type, soft.email_address],
    [null, 'regular', busy.subscriber.email_address],
  );
  assert.deepEqual([hard.effect, hard.subscriber_type], ['undeliverable', 'undeliverable']);
  assert.equal((await list(`?email_id=${lost.email.id}&domain=b.example`)).body.count, 0);
});

test('the list can be filtered by email, subscriber and kind, and is paged newest first', async () => {
  const [first, second] = (await mailTo(service, 2)) as [TestReader, TestReader];
  await hand(bounceMessage('a@b.example'), `?recipient=${pathOf(first)}`);
  await hand(
    bounceMessage('a@b.example', { status: '4.2.2', words: '452 4.2.2 full' }),
    `?recipient=${pathOf(second)}`,
  );
  const kinds = async (query: string) =>
    (await list(query)).body.results.map(({ kind }: { kind: string }) => kind);
  const email = `email_id=${first.email.id}`;
  assert.deepEqual(await kinds(`?${email}`), ['soft', 'hard']);
  assert.deepEqual(await kinds(`?subscriber_id=${second.subscriber.id}`), ['soft']);
  assert.deepEqual(await kinds(`?${email}&kind=hard,policy`), ['hard']);
  assert.deepEqual(await kinds(`?${email}&kind=unheard-of`), []);
  assert.deepEqual(await kinds('?email_id=x'), []);
  const { body } = await list(`?${email}&page_size=1&page=2`);
  assert.deepEqual([body.count, body.results[0].kind, body.next], [2, 'hard', null]);
});

test('unassigned reports are kept up to a limit and for ninety days, assigned ones for ever', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  await hand(bounceMessage('a@b.example'), `?recipient=${pathOf(reader)}`);
  await service.db.deleteFrom('feedback').where('email_key', 'is', null).execute();
  await sql`
    insert into feedback (id, kind, source, report_hash, creation_date)
    select gen_random_uuid(), 'none', 'smtp', decode(md5(n::text), 'hex'), now() - interval '91 days'
    from generate_series(1, 10000) n`.execute(service.db);
  assert.equal((await hand('Subject: one more\r\n\r\n')).body.result, 'unassigned');
  const unassigned = async () =>
    (await service.db.selectFrom('feedback').select('key').where('email_key', 'is', null).execute()).length;
  assert.equal(await unassigned(), 10_000);
  const { body } = await service.api('GET', '/v1/feedback/refusals');
  const [full] = body.results.filter(({ reason }: { reason: string }) => reason === 'too_many_unassigned');
  assert.equal(full.total, 1);
  await service.db
    .updateTable('feedback')
    .set({ creation_date: '2020-01-01' })
    .where('email_key', 'is not', null)
    .execute();
  await pruneFeedback(service.db, new Date(Date.now() - 90 * 24 * 3_600_000), 10_000);
  assert.equal(await unassigned(), 0);
  assert.equal((await list(`?email_id=${reader.email.id}`)).body.count, 1);
  assert.equal((await hand('Subject: one more\r\n\r\n')).body.result, 'unassigned');
  assert.equal(await unassigned(), 1);
});
