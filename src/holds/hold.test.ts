import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { findDiscrepancies } from '../delivery/ledger/counts.ts';
import { rewriteOutcomes } from '../delivery/ledger/rewrite.ts';
import { startSending } from '../delivery/sending/start.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { openFence } from '../platform/fence/fence.ts';
import { putOnHold, readSending } from '../platform/fence/queries.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { openReceiver, type Receiver } from '../testing/receiver.ts';
import { until } from '../testing/until.ts';
import type { HeldRecipient, Pending } from './hold.ts';
import { recordHold } from './open-fence.ts';

const opened = new AsyncDisposableStack();
let service: TestService;
let receiver: Receiver;
before(async () => {
  receiver = await openReceiver();
  opened.defer(() => receiver.close());
  service = await startTestService({ works: true });
  opened.defer(() => service.stop());
  await service.api('POST', '/v1/webhooks', { url: receiver.url });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { double_opt_in: true });
});
after(() => opened.disposeAsync());

const held: Record<string, string> = {};

/** Fills the database on hold with everything that would go out, as a backup taken in the middle of work would be. */
async function beginWork(): Promise<void> {
  const { api } = service;
  for (const name of ['ada', 'bo', 'cy'])
    await api('POST', '/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular' });
  const create = async (subject: string, given: object = {}) =>
    (await api('POST', '/v1/emails', { subject, body: 'Hello', ...given })).body.id as string;
  held.begun = await create('begun');
  held.continued = await create('continued');
  for (const id of [held.begun, held.continued]) await startSending({ ...service, wake: () => {} }, id);
  held.waiting = await create('waiting');
  held.scheduled = await create('scheduled', { status: 'scheduled', publish_date: '2035-01-01T00:00:00Z' });
  await api('POST', '/v1/subscribers', { email_address: 'di@example.org' }); // gets a confirmation mail
  const draft = await create('a draft', { status: 'draft' });
  await api('POST', `/v1/emails/${draft}/send-draft`, { recipients: ['editor@example.org'] });
  const made = await api('POST', '/v1/bulk_actions', { type: 'apply_tags', metadata: { tag: 'x' } });
  held.action = made.body.id;
}

test('on hold, no newsletter is found at its domain: it may lead to the original', async () => {
  const { db, newsletter } = service;
  const served = () =>
    db
      .selectFrom('newsletters')
      .select('served_domain')
      .where('key', '=', newsletter.key)
      .executeTakeFirstOrThrow();
  await db
    .updateTable('newsletters')
    .set({ domain: 'letter.example', served_domain: 'letter.example' })
    .where('key', '=', newsletter.key)
    .execute();
  await inTransaction(db, async trx => {
    await putOnHold(trx, 'rolled_back', '');
    await recordHold(trx, 'rolled_back');
  });
  assert.deepEqual(await served(), { served_domain: '' });
});

test('on hold nothing is mailed, posted or changed, although workers run, and the API works', async () => {
  const { api } = service;
  await beginWork();
  const made = await api('POST', '/v1/exports', {});
  await until('an export is written', async () => {
    const { body } = await api('GET', `/v1/exports/${made.body.id}`);
    return body.url !== null;
  });
  assert.deepEqual(service.sink.accepted, []);
  assert.deepEqual(receiver.received, []);
  const action = (await api('GET', `/v1/bulk_actions/${held.action}`)).body;
  assert.deepEqual([action.status, action.done_count], ['not_started', 0]);
  const dry = await api('POST', '/v1/bulk_actions', {
    type: 'apply_tags',
    metadata: { tag: 'x', dry_run: true },
  });
  assert.equal(dry.body.done_count, 4, 'a dry run changes nothing, so it works');
  const [webhook] = (await api('GET', '/v1/webhooks')).body.results;
  const refused = await api('POST', `/v1/webhooks/${webhook.id}/test`, {});
  assert.deepEqual([refused.status, refused.body.code], [409, 'on_hold']);
  assert.equal((await api('GET', '/readyz')).body.sending, 'hold');
  assert.match((await api('GET', '/metrics')).text, /postrider_on_hold 1/);
});

test('everybody who is signed in learns of the hold, and only the installation’s owners see and decide', async () => {
  const { api, keyWith } = service;
  const viewer = await keyWith({ emails: 'read' });
  const shown = await api('GET', '/v1/hold', undefined, viewer);
  assert.equal(shown.status, 200);
  assert.deepEqual([shown.body.status, shown.body.reason], ['hold', 'rolled_back']);
  for (const [method, path] of [
    ['GET', '/v1/hold/pending'],
    ['POST', '/v1/hold/resume'],
  ] as const)
    assert.equal(
      (await api(method, path, method === 'POST' ? { rest: 'send' } : undefined, viewer)).status,
      403,
    );
  const { emails, bulk_actions, webhook_deliveries } = (await api('GET', '/v1/hold/pending')).body;
  const found = Object.fromEntries(emails.map((email: { id: string }) => [email.id, email]));
  assert.deepEqual(
    Object.keys(found).toSorted(),
    [held.begun, held.continued, held.waiting, held.scheduled].toSorted(),
  );
  assert.equal(found[held.begun!].planned, 3);
  assert.equal(found[held.scheduled!].planned, null);
  assert.deepEqual(
    bulk_actions.map(({ remaining }: { remaining: number }) => remaining),
    [4],
  );
  assert.ok(webhook_deliveries > 0);
});

test('each recipient whom a worker had in hand is listed, email by email, and nobody else', async () => {
  const { api, db, keyWith } = service;
  const list = async (query = '') => (await api('GET', `/v1/hold/recipients${query}`)).body;
  assert.equal((await list()).count, 0);
  const email_key = await keyOf(held.begun!);
  const { rows } = await sql<{ in_hand: number[] }>`
    update delivery_chunks set in_hand = array(
      select subscriber_key from deliveries where deliveries.email_key = ${email_key} order by subscriber_key limit 2)
    where email_key = ${email_key} returning in_hand`.execute(db);
  assert.equal(rows[0]!.in_hand.length, 2);
  const [first, second, ...others] = (await list()).results;
  assert.deepEqual(
    [first, second].map(({ email, type, status, email_address }) => [email.id, type, status, email_address]),
    ['ada', 'bo'].map(name => [held.begun, 'in_hand', 'planned', `${name}@example.org`]),
  );
  assert.deepEqual(others, []);
  const { results, count, next } = await list(`?email=${held.begun}&page_size=1`);
  assert.deepEqual([results.length, count, /page=2/.test(next)], [1, 2, true]);
  for (const none of [`?email=${held.continued}`, '?email=nobody', '?type=written_again', '?type=']) {
    const { count } = await list(none);
    assert.equal(count, 0, none);
  }
  const { recipients } = (await api('GET', '/v1/hold/pending')).body;
  assert.deepEqual(
    recipients.map(({ id, written_again, in_hand }: Pending['recipients'][number]) => [
      id,
      written_again,
      in_hand,
    ]),
    [[held.begun, 0, 2]],
  );
  const blind = await keyWith({ installation: 'read' });
  assert.equal((await api('GET', '/v1/hold/recipients', undefined, blind)).status, 403);
});

test('an outcome that a worker writes again is listed once, and never for a later email with the same key', async () => {
  const { api, db } = service;
  const email_key = await keyOf(held.continued!);
  const { rows } = await sql<{ first_key: number }>`
    select first_key from delivery_chunks where email_key = ${email_key}`.execute(db);
  const chunk = { email_key, first_key: rows[0]!.first_key };
  const outcomes = [{ subscriber_key: rows[0]!.first_key, status: 'accepted' as const, reply: '250 OK' }];
  const rewrite = (email_id: string) => rewriteOutcomes(db, { email_id, chunk, outcomes });
  assert.equal(await rewrite(held.begun!), 0);
  assert.equal(await rewrite(held.continued!), 1);
  assert.equal(await rewrite(held.continued!), 0, 'the ledger has it');
  const { results } = (await api('GET', `/v1/hold/recipients?email=${held.continued}`)).body;
  assert.deepEqual(
    results.map(({ type, status, email_address, date }: HeldRecipient) => [
      type,
      status,
      email_address,
      date !== null,
    ]),
    [['written_again', 'accepted', 'ada@example.org', true]],
  );
});

async function keyOf(id: string): Promise<number> {
  const { rows } = await sql<{ key: number }>`select key from emails where id = ${id}`.execute(service.db);
  return rows[0]!.key;
}

test('an operator decides email by email; copies that may be repetitions are not sent, and the rest are sent once', async () => {
  const { api, db, config, log } = service;
  const wrong = await api('POST', '/v1/hold/resume', { rest: 'send', emails: { nothing: 'send' } });
  assert.deepEqual([wrong.status, /nothing is not an email/.test(wrong.body.detail)], [400, true]);
  assert.equal((await api('POST', '/v1/hold/resume', {})).status, 400);
  const { status, body } = await api('POST', '/v1/hold/resume', {
    rest: 'uncertain',
    emails: { [held.continued!]: 'send' },
  });
  assert.equal(status, 200, JSON.stringify(body));
  const { emails_continued, emails_stopped, recipients_uncertain, bulk_actions_stopped } = body;
  assert.deepEqual(
    [emails_continued, emails_stopped, recipients_uncertain, bulk_actions_stopped],
    [1, 3, 3, 1],
  );
  assert.equal((await api('POST', '/v1/hold/resume', { rest: 'send' })).body.code, 'not_on_hold');
  assert.equal(await readSending(db), 'waiting', 'until a worker opens a new epoch');
  const fence = await openFence({
    db,
    log,
    data_dir: config.DATA_DIR,
    is_shared: true,
    name: '',
    onHold: recordHold,
    witness: undefined,
    findRestore: async () => null,
  });
  opened.defer(() => fence.stop());
  await until('the continued email is sent', async () => {
    const email = await api('GET', `/v1/emails/${held.continued}`);
    return email.body.status === 'sent';
  });
  const mailed = () => service.sink.accepted.map(({ to }) => to).toSorted();
  await until('the confirmation and the draft follow', async () => mailed().length === 4);
  assert.deepEqual(
    mailed(),
    ['bo', 'cy', 'di', 'editor'].map(name => `${name}@example.org`),
  );
  const states = await Promise.all(
    [held.begun, held.waiting, held.scheduled].map(
      async id => (await api('GET', `/v1/emails/${id}`)).body.status,
    ),
  );
  assert.deepEqual(states, ['sent', 'errored', 'errored']);
  const { rows } = await sql<{ status: string }>`
    select deliveries.status from deliveries join emails on emails.key = email_key where emails.id = ${held.begun}`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(row => row.status),
    ['uncertain', 'uncertain', 'uncertain'],
  );
  assert.deepEqual(await findDiscrepancies(db), []);
  assert.equal((await api('GET', `/v1/bulk_actions/${held.action}`)).body.status, 'failed');
  await until('webhooks hear of what happens from now on', async () => receiver.received.length > 0);
  const told = receiver.received.map(({ body }) => JSON.parse(body).event_type);
  assert.ok(!told.includes('subscriber.created'), 'what waited was dropped');
  assert.ok(told.includes('installation.resumed'));
  const log_entries = (await api('GET', '/v1/audit_log?page_size=1000')).body.results;
  const actions = log_entries.map(({ action }: { action: string }) => action);
  assert.ok(actions.includes('installation.held') && actions.includes('installation.resumed'));
});
