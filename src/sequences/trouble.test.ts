import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { recordEvent } from '../journal/record.ts';
import { newId } from '../platform/ids.ts';
import { addSubscribers } from '../testing/audience.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { letTimePass, mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';
import { sequenceRunsPart } from './bundle.ts';
import { lockSequence } from './definition/queries.ts';
import { findRequest } from './engine/requests.ts';
import { continueSequencesAfterSetBack } from './engine/set-back.ts';
import { settleEntries } from './engine/settle.ts';

const people = 3;
let service: TestService;
before(async () => {
  service = await startTestService();
  await addSubscribers(service.db, service.newsletter, people);
});
after(() => service.stop());

const invoked = (actions: object[], more: object = {}) =>
  makeSequence(service, { trigger: 'automation.invoked', actions, ...more });
async function startEverybody(sequence: { id: string }) {
  const answer = await service.api('POST', `/v1/automations/${sequence.id}/invoke`, { filters: [] });
  assert.equal(answer.status, 200, answer.text);
  return runSequences(service);
}
const change = (sequence: { id: string }, fields: object, headers = {}) =>
  service.api('PATCH', `/v1/automations/${sequence.id}`, fields, headers);
const countsOf = async (sequence: { id: string }) =>
  (await service.api('GET', `/v1/automations/${sequence.id}`)).body.counts;

test('callers who may not change subscribers, send or change emails cannot make a sequence do it', async () => {
  const tagging = stepAfter(0, 'add_tags', { tags: ['vip'] });
  for (const [lacking, action] of [
    ['subscribers', tagging],
    ['subscribers', stepAfter(0, 'unsubscribe_subscriber', {})],
    ['sending', mailAfter(0, 'Hello')],
    ['emails', stepAfter(0, 'update_email_type', { email_type: 'public' })],
  ] as const) {
    const trigger = lacking === 'emails' ? 'email.sent' : 'automation.invoked';
    const headers = await service.keyWith({
      automations: 'write',
      subscribers: 'write',
      sending: 'write',
      emails: 'write',
      [lacking]: 'read',
    });
    const idle = await makeSequence(service, { trigger, actions: [action] }, false);
    const refused = await change(idle, { status: 'active' }, headers);
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], action.type);
    assert.match(refused.body.detail, new RegExp(lacking));
    const active = await makeSequence(service, { trigger, actions: [] });
    assert.equal((await change(active, { actions: [action] }, headers)).status, 403, action.type);
    await change(idle, { status: 'active' });
    const body = lacking === 'emails' ? {} : { filters: [] };
    const started = await service.api('POST', `/v1/automations/${idle.id}/invoke`, body, headers);
    assert.equal(started.status, 403, action.type);
    for (const one of [idle, active]) await service.api('DELETE', `/v1/automations/${one.id}`);
  }
});

test('no decision about a passage makes an inactive sequence go on', async () => {
  const sequence = await invoked([mailAfter(1, 'One')]);
  await startEverybody(sequence);
  await letTimePass(service, 4);
  await runSequences(service);
  assert.equal((await countsOf(sequence)).late, people);
  await change(sequence, { status: 'inactive' });
  const [run] = (await service.api('GET', `/v1/automations/${sequence.id}/runs`)).body.results;
  const path = `/v1/automations/${sequence.id}`;
  await service.api('POST', `${path}/held`, { decision: 'send' });
  const due_date = new Date().toISOString();
  const moved = await service.api('PATCH', `${path}/runs/${run.id}`, { due_date });
  assert.deepEqual([moved.body.status, moved.body.reason], ['held', 'inactive']);
  await runSequences(service);
  assert.deepEqual([(await countsOf(sequence)).held, (await countsOf(sequence)).done], [people, 0]);
  await change(sequence, { status: 'active' });
  await runSequences(service);
  assert.equal((await countsOf(sequence)).done, people);
});

test('a sequence that fails in an unforeseen way holds up no other one', async () => {
  const failing = await invoked([stepAfter(0, 'add_tags', { tags: ['never'] })]);
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'unforeseen'; end $$`.execute(
    service.db,
  );
  await sql`
    create trigger fail before insert on sequence_steps for each row
    when (new.step_id = ${sql.lit(failing.steps[0].id)}) execute function fail()`.execute(service.db);
  await assert.rejects(startEverybody(failing), /unforeseen/);
  const other = await invoked([stepAfter(0, 'add_tags', { tags: ['other'] })]);
  await startEverybody(other);
  assert.equal((await countsOf(other)).done, people);
  await sql`drop trigger fail on sequence_steps`.execute(service.db);
  await letTimePass(service, 0.01);
  await runSequences(service);
  assert.equal((await countsOf(failing)).done, people);
});

test('a slug that somebody has given to another email holds up no passage', async () => {
  const sequence = await invoked([mailAfter(0, 'Again')], { entry: 'every' });
  await startEverybody(sequence);
  await sql`update emails set slug = 'again' where id = ${sequence.steps[0].email_id}`.execute(service.db);
  const slug = `again-2-${sequence.steps[0].id.slice(-6)}`;
  assert.equal((await service.api('POST', '/v1/emails', { subject: 'x', body: 'x', slug })).status, 201);
  await startEverybody(sequence);
  assert.equal((await countsOf(sequence)).done, 2 * people);
});

test('people who enter a sequence with the trigger automation.invoked start it once, and enter no other sequence through it', async () => {
  const other = await invoked([stepAfter(0, 'add_tags', { tags: ['other'] })], { entry: 'every' });
  const sequence = await invoked([stepAfter(0, 'add_tags', { tags: ['once'] })], { entry: 'every' });
  await startEverybody(sequence);
  const { rows } = await sql`select from sequence_entries`.execute(service.db);
  assert.deepEqual(
    [(await countsOf(sequence)).entered, (await countsOf(other)).entered, rows.length],
    [people, 0, 0],
  );
});

test('sign-ups do not wait for somebody who changes the sequence that they trigger', async () => {
  const sequence = await makeSequence(service, { trigger: 'subscriber.confirmed' });
  await service.db.transaction().execute(async editing => {
    await lockSequence(editing, service.newsletter.key, sequence.id);
    await service.db.transaction().execute(async joining => {
      await sql`set local lock_timeout = '2s'`.execute(joining);
      const event = { event_type: 'subscriber.confirmed', subscriber_id: newId() } as const;
      await recordEvent(joining, service.newsletter.key, event);
    });
  });
  await runSequences(service);
});

test('nobody enters a sequence at the moment when it is deactivated', async () => {
  const sequence = await invoked([stepAfter(0, 'add_tags', { tags: ['late'] })]);
  const { body } = await service.api('POST', `/v1/automations/${sequence.id}/invoke`, { filters: [] });
  assert.equal(body.entering, people);
  await service.db.transaction().execute(async trx => {
    await lockSequence(trx, service.newsletter.key, sequence.id);
    await sql`update sequences set is_active = false where id = ${sequence.id}`.execute(trx);
    assert.equal(await settleEntries(service), 0, 'they wait for the decision');
  });
  await runSequences(service);
  assert.equal((await countsOf(sequence)).entered, 0);
});

test('in a bundle, nobody goes on in a sequence without a decision', () => {
  const date = '2026-01-01T00:00:00.000Z';
  const run = {
    ...{
      id: newId(),
      sequence_id: newId(),
      subscriber_id: newId(),
      edition: 1,
      passage: 1,
      cause: newId(),
      data: {},
    },
    ...{ mails: true, entered_date: date, anchor_date: date, status: 'held', reason: 'inactive', step: 0 },
    ...{ planned_date: date, due_date: date, completed_date: null, steps: [] },
  };
  assert.equal(sequenceRunsPart.line.safeParse(run).success, true);
  assert.equal(sequenceRunsPart.line.safeParse({ ...run, status: 'waiting' }).success, false);
});

test('a request is signed only with a key of its own sequence', async () => {
  const posting = (signing_key: string) =>
    invoked([stepAfter(0, 'send_post_request', { url: 'http://127.0.0.1:9/hook', signing_key })]);
  const [own, other] = [await posting('own key'), await posting('another key')];
  await startEverybody(own);
  const { rows } = await sql<{ id: string }>`
    select request.id from sequence_requests request join sequence_runs run on run.key = run_key
    join sequences on sequences.key = run.sequence_key where sequences.id = ${own.id} limit 1`.execute(
    service.db,
  );
  const { id } = rows[0]!;
  assert.ok((await findRequest(service.db, id))?.signing_key);
  await sql`
    update sequence_requests set signing_key_id = (
      select keys.id from sequence_signing_keys keys join sequences on sequences.key = sequence_key where sequences.id = ${other.id})
    where id = ${id}`.execute(service.db);
  assert.equal((await findRequest(service.db, id))?.signing_key, null);
});

test('an approval ends with any change of a mail, and the author of the mail cannot give it', async () => {
  const sequence = await invoked([mailAfter(0, 'Approved')]);
  const path = `/v1/automations/${sequence.id}/approval`;
  const all = { automations: 'write', sending: 'write', emails: 'write', subscribers: 'write' } as const;
  const [writer, second] = [await service.keyWith(all), await service.keyWith(all)];
  const email = `/v1/emails/${sequence.steps[0].email_id}`;
  assert.equal((await service.api('POST', path, undefined, second)).body.approval, 'approved');
  for (const fields of [{ description: 'Another preview' }, { image: 'https://example.org/other.png' }]) {
    assert.equal((await service.api('PATCH', email, fields, writer)).status, 200);
    const { body } = await service.api('GET', `/v1/automations/${sequence.id}`);
    assert.equal(body.approval, 'none', JSON.stringify(fields));
    assert.equal((await service.api('POST', path, undefined, writer)).status, 403);
    assert.equal((await service.api('POST', path, undefined, second)).body.approval, 'approved');
  }
});

test('after the clock was set back, people who wait to enter do so, and days begin when they should', async () => {
  const birthday = { key: 'birthday', yearly: true, days_before: 0 };
  const dated = await makeSequence(service, { trigger: 'subscriber.date', trigger_date: birthday });
  const sequence = await invoked([stepAfter(0, 'add_tags', { tags: ['ahead'] })]);
  await service.api('POST', `/v1/automations/${sequence.id}/invoke`, { filters: [] });
  assert.equal(
    await continueSequencesAfterSetBack(service.db, new Date()),
    0,
    'usually there is nothing to do',
  );
  await sql`update sequence_entries set settle_date = settle_date + interval '1 year'`.execute(service.db);
  const look = async () =>
    (
      await sql<{ look_date: string }>`select look_date from sequences where id = ${dated.id}`.execute(
        service.db,
      )
    ).rows;
  const before = await look();
  await sql`update sequences set look_date = look_date + interval '1 year' where id = ${dated.id}`.execute(
    service.db,
  );
  assert.equal(await continueSequencesAfterSetBack(service.db, new Date()), people + 1);
  assert.deepEqual(await look(), before);
  await runSequences(service);
  assert.equal((await countsOf(sequence)).done, people);
});

test('people who ask for their data get what sequences did with them', async () => {
  const sequence = await invoked([stepAfter(0, 'add_tags', { tags: ['asked'] })], { name: 'Told' });
  await startEverybody(sequence);
  const [{ id }] = (await service.api('GET', '/v1/subscribers?page_size=1')).body.results;
  const { body } = await service.api('GET', `/v1/subscribers/${id}/data`);
  const told = body.sequences.find(({ name }: { name: string }) => name === 'Told');
  assert.deepEqual([told.status, told.steps.length, told.steps[0].result], ['done', 1, 'done']);
});
