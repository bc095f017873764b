import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { suppress } from '../../audience/subscribers/suppress.ts';
import { unsubscribe } from '../../audience/subscribers/update.ts';
import { returnPath } from '../../links/return-path.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { bounceMessage, mailTo, type TestReader } from '../../testing/deliveries.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { typed } from '../../testing/typed.ts';
import type { Suppression } from './suppression.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const list = async (query = ''): Promise<Suppression[]> =>
  (await service.api('GET', `/v1/suppressions${query}`)).body.results;
const lift = (id: string, body: unknown = { reason: 'They wrote to us.' }) =>
  service.api('POST', `/v1/suppressions/${id}/lift`, body);
const typeOf = async (id: string) => (await service.api('GET', `/v1/subscribers/${id}`)).body.type;
const make = async (email_address: string, type = 'regular'): Promise<string> =>
  (await service.api('POST', '/v1/subscribers', { email_address, type })).body.id;
const leave = (id: string) =>
  inTransaction(service.db, trx => unsubscribe(trx, service.newsletter.key, id, 'Too many mails'));
const complain = (id: string) =>
  inTransaction(service.db, trx => suppress(trx, service.newsletter.key, id, 'complained', 'abuse'));
const loseMailbox = (id: string) =>
  inTransaction(service.db, trx =>
    suppress(trx, service.newsletter.key, id, 'undeliverable', 'No such user'),
  );

test('everybody who gets no more mail is listed, newest first, with the reason and the report behind it', async () => {
  const [reader] = (await mailTo(service)) as [TestReader];
  const path = returnPath(service.secret, 'bounces.example.org', { ...reader, date: new Date() });
  await service.api(
    'POST',
    `/v1/feedback/messages?recipient=${encodeURIComponent(path)}`,
    bounceMessage('a@b.example'),
    { 'content-type': 'message/rfc822' },
  );
  const left = await make('left@example.org');
  await leave(left);
  const removed_by_team = await make('taken-off@example.org', 'unsubscribed');
  const annoyed = await make('annoyed@example.org');
  await complain(annoyed);
  const blocked = await make('blocked@example.org', 'blocked');
  const erased = await make('erased@example.org');
  await service.api('DELETE', `/v1/subscribers/${erased}`);

  const all = await list();
  assert.deepEqual(
    all.map(({ reason, subscriber_id, by_person, can_be_lifted }) => [
      reason,
      subscriber_id,
      by_person,
      can_be_lifted,
    ]),
    [
      ['erased', null, false, false],
      ['blocked', blocked, false, true],
      ['complained', annoyed, true, false],
      ['unsubscribed', removed_by_team, false, false],
      ['unsubscribed', left, true, false],
      ['bounced', reader.subscriber.id, false, true],
    ],
  );
  assert.deepEqual(
    all.map(({ explanation }) => explanation),
    [
      'Their data was erased, so no import brings the address back.',
      'Your team blocked the address.',
      'They reported a mail as spam, so only they can sign up again.',
      'Your team, an import or another program unsubscribed them.',
      'They unsubscribed themselves.',
      'Mail to the address came back for good: the receiver has no such user.',
    ],
  );
  const draft = (await service.api('POST', '/v1/emails', { subject: 'Later', body: 'Hi', status: 'draft' }))
    .body;
  const told = await service.api('GET', `/v1/emails/${draft.id}/explain?subscriber=${reader.subscriber.id}`);
  assert.equal(
    told.body.detail,
    'They would not get it if sending began now: they are undeliverable: the receiver has no such user.',
  );
  const only = await list(`?subscriber_id=${blocked}`);
  assert.deepEqual(
    only.map(({ subscriber_id }) => subscriber_id),
    [blocked],
  );
  const [gone] = all;
  assert.ok(!JSON.stringify(gone).includes('@'), 'nothing names an erased person');
  const bounced = all.at(-1)!;
  assert.deepEqual([bounced.evidence?.kind, bounced.evidence?.email_id], ['hard', reader.email.id]);
  assert.equal(all.find(({ subscriber_id }) => subscriber_id === left)?.detail, 'Too many mails');

  const reasonsOf = async (query: string) => (await list(query)).map(({ reason }) => reason);
  assert.deepEqual(await reasonsOf('?reason=blocked,erased'), ['erased', 'blocked']);
  assert.deepEqual(await reasonsOf('?reason=unheard-of'), []);
  assert.deepEqual(await reasonsOf('?search=ANNOYED'), ['complained']);
  assert.deepEqual(await reasonsOf('?search=erased@'), [], 'a part of the address tells nothing');
  assert.deepEqual(await reasonsOf('?search=Erased@example.org'), ['erased']);
  const reading = await service.keyWith({ emails: 'write' });
  assert.equal((await service.api('GET', '/v1/suppressions', undefined, reading)).status, 403);
});

test('pages that follow `next` show each person once, even when several were suppressed at the same moment', async () => {
  const keys = [];
  for (let number = 0; number < 7; number += 1) keys.push(await make(`p${number}@pages.example`, 'blocked'));
  for (let number = 0; number < 3; number += 1)
    await service.api('DELETE', `/v1/subscribers/${await make(`q${number}@pages.example`)}`);
  const moment = '2030-01-01T00:00:00.000Z';
  await sql`update subscribers set suppressed_date = ${moment} where domain = 'pages.example'`.execute(
    service.db,
  );
  await sql`update suppressions set creation_date = ${moment}`.execute(service.db);
  const whole = await list('?page_size=1000');
  const seen: string[] = [];
  let next: string | null = '/v1/suppressions?page_size=2';
  while (next) {
    const { body } = await service.api('GET', next.replace('http://news.example', ''));
    assert.equal(body.count, whole.length);
    seen.push(...body.results.map(({ id }: Suppression) => id));
    next = body.next;
  }
  assert.deepEqual(
    seen,
    whole.map(({ id }) => id),
  );
  assert.equal(new Set(seen).size, whole.length);
  const far = await list('?page=2&page_size=3');
  assert.deepEqual(
    far.map(({ id }) => id),
    seen.slice(3, 6),
    'a page found by its number is the same',
  );
  for (const cursor of ['x', 'W10', Buffer.from('["2030-01-01",1,null,1]').toString('base64url')])
    assert.equal(
      (await service.api('GET', `/v1/suppressions?cursor=${cursor}`)).body.code,
      'request_invalid',
    );
});

test('a bounce or a block is lifted with a reason: the person has their earlier type again, and the log says who did it', async () => {
  const paying = await make('paying@example.org', 'premium');
  await loseMailbox(paying);
  assert.equal((await lift(paying)).body.type, 'premium');
  const blocked = await make('was-blocked@example.org');
  await service.api('PATCH', `/v1/subscribers/${blocked}`, { type: 'blocked' });
  assert.equal((await lift(blocked)).body.type, 'regular');
  const { body } = await service.api('GET', '/v1/audit_log');
  const [entry] = body.results.filter(({ object_id }: { object_id: string }) => object_id === blocked);
  assert.deepEqual([entry.action, entry.details.reason], ['suppression.lifted', 'They wrote to us.']);
  assert.ok(!(await list()).some(({ subscriber_id }) => subscriber_id === blocked));
});

test('the reason for lifting a suppression is shown only to callers who may read subscribers', async () => {
  const id = await make('named@example.org', 'blocked');
  const reason = 'named@example.org called us.';
  await lift(id, { reason });
  const address = `/v1/audit_log?action=suppression.lifted&object_id=${id}`;
  const viewer = await service.keyWith({ settings: 'read' });
  const reader = await service.keyWith({ settings: 'read', subscribers: 'read' });
  const reasonFor = async (key: Record<string, string>) =>
    (await service.api('GET', address, undefined, key)).body.results[0].details.reason;
  assert.deepEqual([await reasonFor(viewer), await reasonFor(reader)], [undefined, reason]);
  for (const format of ['csv', 'jsonl']) {
    const { text } = await service.api(
      'GET',
      `${address.replace('?', `/export?format=${format}&`)}`,
      undefined,
      viewer,
    );
    assert.match(text, /suppression\.lifted/);
    assert.ok(!text.includes('called us'), text);
  }
});

test('a person’s own suppression is never lifted, whatever came before or after, nor is one from an earlier service', async () => {
  const left = await make('gone-1@example.org');
  await leave(left);
  const annoyed = await make('gone-2@example.org');
  await complain(annoyed);
  const then_blocked = await make('gone-3@example.org');
  await leave(then_blocked);
  await service.api('PATCH', `/v1/subscribers/${then_blocked}`, { type: 'blocked' });
  const blocked_then_left = await make('gone-4@example.org');
  await service.api('PATCH', `/v1/subscribers/${blocked_then_left}`, { type: 'blocked' });
  await leave(blocked_then_left);
  const removed = await make('gone-5@example.org');
  await service.db.updateTable('subscribers').set(typed('removed')).where('id', '=', removed).execute();
  for (const id of [left, annoyed, then_blocked, blocked_then_left, removed]) {
    const before = await typeOf(id);
    const { status, body } = await lift(id);
    assert.deepEqual([status, body.code], [400, 'subscriber_suppressed']);
    assert.equal(await typeOf(id), before);
  }
});

test('lifting needs a reason, the permission, and a suppressed person of this newsletter', async () => {
  const id = await make('blocked-2@example.org', 'blocked');
  for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 1 }]) {
    const answer = await lift(id, body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.detail, /^reason: /);
  }
  const body = { reason: 'Why not' };
  const reading = await service.keyWith({ subscribers: 'read' });
  assert.equal((await service.api('POST', `/v1/suppressions/${id}/lift`, body, reading)).status, 403);
  const foreign = await service.foreignKey();
  assert.equal((await service.api('POST', `/v1/suppressions/${id}/lift`, body, foreign)).status, 404);
  assert.equal((await lift(await make('fine@example.org'))).status, 404);
  assert.equal((await lift('f'.repeat(64))).status, 404);
  assert.equal(await typeOf(id), 'blocked');
});
