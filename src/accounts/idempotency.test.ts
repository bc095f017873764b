import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { holdTransaction, untilBlocked } from '../testing/barriers.ts';
import { signInOwner } from '../testing/browser-session.ts';
import { readContents } from '../testing/contents.ts';
import { type Answer, startTestService, type TestService } from '../testing/postrider.ts';
import { pruneAnswers } from './answer-queries.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const once = (key: string, headers = {}) => ({ 'idempotency-key': key, ...headers });

test('the same key with the same body gets the first response again, and nothing happens', async () => {
  const email = { subject: 'Once', body: 'ü', metadata: { a: 1 }, status: 'draft' };
  const first = await service.api('POST', '/v1/emails', email, once('same'));
  assert.equal(first.status, 201);
  const before = await readContents(service.db);
  for (const headers of [once('same'), { 'x-idempotency-key': 'same' }]) {
    const again = await service.api('POST', '/v1/emails', email, headers);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(again.headers.get('content-type'), first.headers.get('content-type'));
  }
  assert.deepEqual(await readContents(service.db), before);
  assert.equal(
    (await service.api('POST', '/v1/emails', email)).status,
    201,
    'without the key it is a new request',
  );
});

test('a refusal is replayed too, even if the request would now succeed', async () => {
  const person = { email: 'ada@example.org', type: 'regular', tags: ['new tag of a refused request'] };
  await service.api('POST', '/v1/subscribers', { email: person.email });
  const first = await service.api('POST', '/v1/subscribers', person, once('refused'));
  assert.deepEqual([first.status, first.body.code], [400, 'email_already_exists']);
  await service.api('DELETE', '/v1/subscribers/ada@example.org');
  const again = await service.api('POST', '/v1/subscribers', person, once('refused'));
  assert.deepEqual([again.status, again.text], [400, first.text]);
  const { body } = await service.api('GET', '/v1/tags');
  assert.deepEqual(body.results, [], 'the refused request is rolled back');
});

test('the same key with another body, path or query is 409 and changes nothing', async () => {
  await service.api('POST', '/v1/tags', { name: 'first' }, once('other'));
  const before = await readContents(service.db);
  for (const [path, body] of [
    ['/v1/tags', { name: 'second' }],
    ['/v1/tags', { name: 'first', color: '#123456' }],
    ['/v1/tags?x=1', { name: 'first' }],
    ['/v1/subscribers', { email: 'bob@example.org' }],
  ] as const) {
    const answer = await service.api('POST', path, body, once('other'));
    assert.deepEqual([answer.status, answer.body.code], [409, 'idempotency_key_reused'], path);
  }
  assert.deepEqual(await readContents(service.db), before);
});

test('an idempotency key belongs to one API key, and another API key may use the same one', async () => {
  const mine = await service.api('POST', '/v1/tags', { name: 'mine' }, once('shared'));
  const theirs = await service.api(
    'POST',
    '/v1/tags',
    { name: 'theirs' },
    once('shared', await service.foreignKey()),
  );
  assert.deepEqual([mine.status, theirs.status], [201, 201]);
});

test('a secret that a response shows only once is not stored for replays, however deep in the response it is', async () => {
  const { browser, here } = await signInOwner(service);
  const account = { email_address: 'owner@example.org', password: 'correct horse battery staple' };
  assert.equal((await browser.ask('PATCH', '/v1/me', account, here)).status, 200);
  const payer = { email_address: 'payer@example.org', type: 'premium' };
  await service.api('POST', '/v1/subscribers', payer);
  const signing_key = 'a key that receivers know';
  const step = {
    type: 'send_post_request',
    metadata: { url: 'https://example.org/hook', signing_key },
    timing: null,
  };
  const sequence = { name: 'Posts', trigger: 'subscriber.confirmed', actions: [step] };
  const secrets: string[] = [signing_key];
  for (const [path, body, secretOf, hidden] of [
    ['/v1/me/totp', {}, (answer: Answer) => answer.body.secret, ''],
    [`/v1/subscribers/${payer.email_address}/private-feed`, {}, (answer: Answer) => answer.body.url, ''],
    ['/v1/automations', sequence, (answer: Answer) => answer.body.actions[0].metadata.signing_key, '***'],
  ] as const) {
    const send = () =>
      path.startsWith('/v1/me')
        ? browser.ask('POST', path, body, { ...here, ...once('secret') })
        : service.api('POST', path, body, once(`secret of ${path}`));
    const first = await send();
    assert.ok(first.status < 300, first.text);
    secrets.push(secretOf(first));
    assert.equal(secretOf(await send()), hidden, path);
  }
  const { rows } = await sql<{ response_body: string }>`select response_body from idempotency_keys`.execute(
    service.db,
  );
  for (const { response_body } of rows)
    for (const secret of secrets) assert.ok(secret !== '' && !response_body.includes(secret), response_body);
});

test('only POST uses the key, and an empty key is ignored', async () => {
  const { id } = (await service.api('POST', '/v1/tags', { name: 'patched' })).body;
  for (const color of ['#111111', '#222222']) {
    assert.equal((await service.api('PATCH', `/v1/tags/${id}`, { color }, once('patch'))).body.color, color);
  }
  for (const name of ['empty 1', 'empty 2']) {
    assert.equal((await service.api('POST', '/v1/tags', { name }, once(''))).status, 201);
  }
});

test('while the first request runs, the second gets an immediate 409 that is not stored', async t => {
  await using hold = await holdTransaction(service.db, trx =>
    sql`select from newsletters where key = ${service.newsletter.key} for update`.execute(trx),
  );
  t.after(hold.release);
  const first = service.api('POST', '/v1/tags', { name: 'slow' }, once('running'));
  await untilBlocked(service.db);
  const second = await service.api('POST', '/v1/tags', { name: 'slow' }, once('running'));
  assert.deepEqual([second.status, second.body.code], [409, 'idempotency_key_in_progress']);
  await hold.release();
  assert.equal((await first).status, 201);
  const third = await service.api('POST', '/v1/tags', { name: 'slow' }, once('running'));
  assert.deepEqual([third.status, third.text], [201, (await first).text]);
});

test('fifty identical requests with one key make one email, and each can learn which', async () => {
  const email = { subject: 'Fifty', body: 'times' };
  const ask = () => service.api('POST', '/v1/emails', email, once('fifty'));
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  const made = answers.filter(({ status }) => status === 201);
  const waiting = answers.filter(({ body }) => body.code === 'idempotency_key_in_progress');
  assert.ok(made.length >= 1);
  assert.equal(made.length + waiting.length, 50);
  assert.equal(new Set([...made, await ask()].map(({ text }) => text)).size, 1);
  const emails = await service.db.selectFrom('emails').select('id').where('subject', '=', 'Fifty').execute();
  assert.deepEqual(
    emails.map(({ id }) => id),
    [made[0]!.body.id],
  );
});

test('a server error keeps neither the change nor the key, so the next try can use the key', async () => {
  const before = await readContents(service.db);
  await sql`alter table idempotency_keys add constraint broken check (false) not valid`.execute(service.db);
  const failed = await service.api('POST', '/v1/tags', { name: 'retried' }, once('failing'));
  assert.equal(failed.status, 500, 'the key could not be kept, so there is no tag');
  await sql`alter table idempotency_keys drop constraint broken`.execute(service.db);
  await sql`alter table tags add constraint broken check (false) not valid`.execute(service.db);
  assert.equal((await service.api('POST', '/v1/tags', { name: 'retried' }, once('failing'))).status, 500);
  await sql`alter table tags drop constraint broken`.execute(service.db);
  assert.deepEqual(await readContents(service.db), before);
  assert.equal((await service.api('POST', '/v1/tags', { name: 'retried' }, once('failing'))).status, 201);
});

test('a key is forgotten after 24 hours and deleted', async () => {
  const age = (hours: number) =>
    sql`update idempotency_keys set creation_date = creation_date - make_interval(hours => ${hours})
      where idempotency_key = 'old'`.execute(service.db);
  const rows = () =>
    service.db
      .selectFrom('idempotency_keys')
      .select('response_status')
      .where('idempotency_key', '=', 'old')
      .execute();
  await service.api('POST', '/v1/tags', { name: 'old' }, once('old'));
  await age(23);
  assert.equal((await service.api('POST', '/v1/tags', { name: 'new' }, once('old'))).status, 409);
  await age(1);
  assert.equal((await service.api('POST', '/v1/tags', { name: 'new' }, once('old'))).status, 201);
  assert.equal(
    (await service.api('POST', '/v1/tags', { name: 'old' }, once('old'))).status,
    409,
    'its age starts again',
  );
  await pruneAnswers(service.db, new Date(Date.now() - 24 * 3_600_000), 100);
  assert.equal((await rows()).length, 1);
  await age(25);
  await pruneAnswers(service.db, new Date(Date.now() - 24 * 3_600_000), 100);
  assert.equal((await rows()).length, 0);
});
