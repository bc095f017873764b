import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { bulkContext, runBulk, tally } from '../../testing/bulk.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import type { Accepted } from '../../testing/smtp-sink.ts';
import { until } from '../../testing/until.ts';
import { findDiscrepancies } from '../ledger/counts.ts';
import { sendTo } from './send-to.ts';
import { startSending } from './start.ts';

let service: TestService;
let people: Record<string, string>;
before(async () => {
  service = await startTestService({ works: true });
  people = {};
  for (const type of ['regular', 'premium', 'gifted', 'unsubscribed', 'unactivated'])
    people[type] = (
      await service.api('POST', '/v1/subscribers', {
        email_address: `${type}@example.org`,
        type,
        tags: [type],
      })
    ).body.id;
});
after(async () => {
  try {
    assert.deepEqual(await findDiscrepancies(service.db), []);
  } finally {
    await service.stop();
  }
});

let number = 0;
async function makeEmail(fields: object = {}) {
  number += 1;
  const { body } = await service.api('POST', '/v1/emails', {
    subject: `Number ${number}.`,
    status: 'draft',
    ...fields,
  });
  return body;
}
const read = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;
const untilStatus = (id: string, status: string) =>
  until(`${status} of ${id}`, async () => {
    const email = await read(id);
    return email.status === status && email;
  });
const readersOf = ({ subject }: { subject: string }) =>
  service.sink.accepted
    .filter(({ source }: Accepted) => source.includes(`Subject: ${subject}`))
    .map(({ to }) => to.replace('@example.org', ''))
    .toSorted();
const untilRead = (email: { subject: string }, count: number) =>
  until(`${count} copies`, async () => readersOf(email).length >= count);
const reasons = (items: { status: string; reason: string }[]) =>
  items.map(({ status, reason }) => reason || status);
const one = (type: string, id: string) => service.api('POST', `/v1/subscribers/${people[type]}/emails/${id}`);

test('a draft goes to exactly the chosen people, whatever its type and tags, and is then sent', async () => {
  const draft = await makeEmail({ email_type: 'premium', included_tags: ['gifted'] });
  const ids = [people.unsubscribed, people.regular, people.gifted, 'nobody'];
  const { action, items } = await runBulk(service, 'send_emails', { email_id: draft.id, ids });
  assert.deepEqual(reasons(items), ['not_mailable', 'done', 'done', 'not_found']);
  assert.equal(tally(action), '2/1/1');
  const sent = await untilStatus(draft.id, 'sent');
  assert.deepEqual(readersOf(draft), ['gifted', 'regular']);
  assert.deepEqual([sent.analytics.recipients, sent.analytics.deliveries], [2, 2]);
  assert.ok(sent.secondary_id > 0 && sent.publish_date !== null);
  const { rows } = await sql<{ event_type: string }>`
    select event_type from events where email_id = ${draft.id} order by key`.execute(service.db);
  assert.deepEqual(
    rows.map(row => row.event_type),
    ['email.created', 'email.status.changed', 'email.send.started', 'email.status.changed', 'email.sent'],
  );
});

test('a sent email goes to those who have not had it, and to nobody twice, however often it is requested', async () => {
  const email = await makeEmail({ status: 'about_to_send', email_type: 'premium' });
  await untilStatus(email.id, 'sent');
  assert.deepEqual(readersOf(email), ['gifted', 'premium']);
  for (const expected of ['1/4/0', '0/5/0']) {
    const { action } = await runBulk(service, 'send_emails', { email_id: email.id, ids: ['all'] });
    assert.equal(tally(action), expected);
    await untilRead(email, 3);
  }
  assert.deepEqual(readersOf(email), ['gifted', 'premium', 'regular']);
  const { status, analytics } = await read(email.id);
  assert.deepEqual([status, analytics.recipients], ['sent', 3]);
});

test('without ids an email goes to its own audience by type and tags', async () => {
  const draft = await makeEmail({ email_type: 'premium', excluded_tags: ['gifted'] });
  const { action, items } = await runBulk(service, 'send_emails', { email_id: draft.id });
  assert.deepEqual([tally(action), items[0].id], ['1/0/0', people.premium]);
  await untilStatus(draft.id, 'sent');
  assert.deepEqual(readersOf(draft), ['premium']);
});

test('a draft without possible recipients stays a draft', async () => {
  const draft = await makeEmail();
  const { action } = await runBulk(service, 'send_emails', { email_id: draft.id, ids: [people.unactivated] });
  assert.equal(tally(action), '0/1/0');
  assert.equal((await read(draft.id)).status, 'draft');
});

test('a draft that no longer compiles fails the action and stays a draft', async () => {
  const snippet = (await service.api('POST', '/v1/snippets', { name: 'x', identifier: 'x', content: 'x' }))
    .body;
  const draft = await makeEmail({ body: '{{ snippets.x }}' });
  await service.api('DELETE', `/v1/snippets/${snippet.id}`);
  const { action, items } = await runBulk(service, 'send_emails', {
    email_id: draft.id,
    ids: [people.regular],
  });
  assert.deepEqual([action.status, tally(action), items[0].reason], ['failed', '0/0/1', 'body_invalid']);
  assert.match(action.status_reason, /snippets/);
  assert.equal((await read(draft.id)).status, 'draft');
});

test('an email goes to one subscriber once, and a draft then to the next', async () => {
  const draft = await makeEmail({ email_type: 'premium' });
  const first = await one('regular', draft.id);
  assert.deepEqual([first.status, first.body], [200, {}]);
  await untilStatus(draft.id, 'sent');
  const second = await one('regular', draft.id);
  assert.deepEqual([second.status, second.body.code], [400, 'email_duplicate']);
  assert.equal(
    (await service.api('POST', `/v1/subscribers/gifted@example.org/emails/${draft.id}`)).status,
    200,
  );
  await untilRead(draft, 2);
  assert.deepEqual(readersOf(draft), ['gifted', 'regular']);
  const unmailable = await one('unsubscribed', draft.id);
  assert.deepEqual([unmailable.status, unmailable.body.code], [400, 'request_invalid']);
  for (const path of [`nobody@example.org/emails/${draft.id}`, `${people.regular}/emails/x`])
    assert.equal((await service.api('POST', `/v1/subscribers/${path}`)).status, 404);
  const scheduled = await makeEmail({ status: 'scheduled', publish_date: '2999-01-01T00:00:00Z' });
  const refused = await one('regular', scheduled.id);
  assert.deepEqual([refused.status, refused.body.code], [400, 'status_invalid']);
  for (const missing of ['subscribers', 'emails', 'sending']) {
    const areas = { subscribers: 'write', emails: 'write', sending: 'write' } as const;
    const headers = await service.keyWith({ ...areas, [missing]: 'read' });
    const path = `/v1/subscribers/${people.premium}/emails/${draft.id}`;
    assert.equal((await service.api('POST', path, undefined, headers)).status, 403, missing);
  }
});

test('of two concurrent requests to mail one person, one is told that it is already requested', async () => {
  const draft = await makeEmail();
  const answers = await Promise.all([
    one('regular', draft.id),
    one('regular', draft.id),
    one('regular', draft.id),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400]);
  await untilStatus(draft.id, 'sent');
  assert.deepEqual(readersOf(draft), ['regular']);
});

test('an errored email to chosen people resumes with them alone; once it is made a draft again, it is for everyone', async () => {
  const quiet = await startTestService();
  const context = { ...bulkContext, by: null };
  const start = (id: string) => startSending({ ...context, db: quiet.db, wake: () => {} }, id);
  const make = async (name: string) => {
    await quiet.api('POST', '/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular' });
    const { key } = await quiet.db
      .selectFrom('subscribers')
      .select('key')
      .where('email_address', '=', `${name}@example.org`)
      .executeTakeFirstOrThrow();
    return key;
  };
  const [a, b, c] = [await make('a'), await make('b'), await make('c')];
  const { body: draft } = await quiet.api('POST', '/v1/emails', { subject: 'Chosen', status: 'draft' });
  const ledger = async () =>
    (
      await quiet.db.selectFrom('deliveries').select('subscriber_key').orderBy('subscriber_key').execute()
    ).map(row => row.subscriber_key);
  const options = { chosen: true, more_to_come: true };
  const send = (keys: number[]) =>
    quiet.db.transaction().execute(trx => sendTo(trx, context, quiet.newsletter, draft.id, keys, options));
  const fail = () => quiet.db.updateTable('emails').set({ status: 'errored' }).execute();
  const move = (status: string) => quiet.api('PATCH', `/v1/emails/${draft.id}`, { status });

  await send([a]);
  await fail();
  assert.equal((await move('about_to_send')).status, 200);
  await start(draft.id);
  assert.deepEqual(await ledger(), [a]);
  const { audience_frozen } = await quiet.db.selectFrom('emails').selectAll().executeTakeFirstOrThrow();
  assert.ok(audience_frozen, 'it becomes sent without waiting for more people');
  assert.deepEqual(await send([c]), new Map([[c, 'added']]));
  assert.deepEqual(await ledger(), [a, c]);

  await fail();
  assert.equal((await move('draft')).status, 200);
  assert.equal((await move('about_to_send')).status, 200);
  await start(draft.id);
  assert.deepEqual(await ledger(), [a, b, c]);

  await fail();
  await move('draft');
  assert.deepEqual(await send([b]), new Map([[b, 'added']]));
  assert.deepEqual(await ledger(), [b], 'the earlier plan is discarded');
  assert.deepEqual(await findDiscrepancies(quiet.db), []);
  await quiet.stop();
});

test('a recipient chosen while the audience is being frozen is in the ledger once, and the audience is complete', async () => {
  const quiet = await startTestService();
  for (const name of ['a', 'b', 'c'])
    await quiet.api('POST', '/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular' });
  const keys = (await quiet.db.selectFrom('subscribers').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  );
  const { body } = await quiet.api('POST', '/v1/emails', { subject: 'Freezing', status: 'draft' });
  await quiet.db
    .updateTable('emails')
    .set({ status: 'in_flight', audience_bound: keys[1]! }) // the last one to join is not in the audience
    .execute();
  const sent = await quiet.db.transaction().execute(trx =>
    sendTo(trx, { ...bulkContext, by: null }, quiet.newsletter, body.id, keys.slice(1), {
      chosen: true,
      more_to_come: false,
    }),
  );
  assert.deepEqual([...sent.values()], ['there', 'added']);
  const rows = await quiet.db
    .selectFrom('deliveries')
    .select(['subscriber_key', 'chosen'])
    .orderBy('subscriber_key')
    .execute();
  assert.deepEqual(
    rows.map(row => [row.subscriber_key, row.chosen]),
    [
      [keys[0], false],
      [keys[1], false],
      [keys[2], true],
    ],
  );
  assert.deepEqual(await findDiscrepancies(quiet.db), []);
  await quiet.stop();
});
