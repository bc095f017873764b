import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { signInOwner } from '../testing/browser-session.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { letTimePass, mailAfter, makeSequence, runSequences, stepAfter } from '../testing/sequences.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { BASE_URL: 'http://localhost' } });
});
after(() => service.stop());

const ask = async (status: number, method: string, path: string, body?: object, headers = {}) => {
  const answer = await service.api(method, path, body, headers);
  assert.equal(answer.status, status, answer.text);
  return answer.body;
};
const join = (name: string, fields: object = {}) =>
  ask(201, 'POST', '/v1/subscribers', { email: `${name}@example.org`, type: 'regular', ...fields });
const person = (id: string) => ask(200, 'GET', `/v1/subscribers/${id}`);

/** Lets one person pass through a sequence with this step, and returns the passage. */
async function pass(id: string, type: string, metadata: object) {
  const actions = [stepAfter(0, type, metadata)];
  const sequence = await makeSequence(service, { trigger: 'automation.invoked', actions });
  const path = `/v1/automations/${sequence.id}`;
  await ask(200, 'POST', `${path}/invoke`, { subscribers: [id] });
  await runSequences(service);
  const { results } = await ask(200, 'GET', `${path}/runs`);
  await ask(204, 'DELETE', path);
  return results[0];
}

test('steps note and forget metadata, and unsubscribe', async () => {
  const { id } = await join('metadata', { metadata: { plan: 'trial', keep: 1 } });
  await pass(id, 'add_metadata', { metadata: { plan: 'paid', at: 2 } });
  assert.deepEqual((await person(id)).metadata, { plan: 'paid', keep: 1, at: 2 });
  await pass(id, 'remove_metadata', { keys: ['plan', 'nothing'] });
  assert.deepEqual((await person(id)).metadata, { keep: 1, at: 2 });
  const again = await pass(id, 'remove_metadata', { keys: ['plan'] });
  assert.deepEqual([again.steps[0].result, again.steps[0].reason], ['done', 'unchanged']);
  assert.equal((await pass(id, 'unsubscribe_subscriber', {})).status, 'done');
  assert.equal((await person(id)).type, 'unsubscribed');
});

test('a step reminds people who have not confirmed, and skips those who have', async () => {
  const waiting = await join('waiting', { type: 'unactivated' });
  const run = await pass(waiting.id, 'send_confirmation_reminder', {});
  assert.deepEqual([run.status, run.steps[0].result], ['done', 'done']);
  const { rows } = await sql<{ is_reminded: boolean }>`
    select reminder_date is not null as is_reminded from subscribers where id = ${waiting.id}`.execute(
    service.db,
  );
  assert.deepEqual(rows, [{ is_reminded: true }]);
  const again = await pass(waiting.id, 'send_confirmation_reminder', {});
  assert.deepEqual([again.steps[0].result, again.steps[0].reason], ['skipped', 'too_soon']);
  const known = await join('known');
  const skipped = await pass(known.id, 'send_confirmation_reminder', {});
  assert.deepEqual([skipped.steps[0].result, skipped.steps[0].reason], ['skipped', 'not_unactivated']);
});

test('a step subscribes people to another newsletter, if the person who set it up may add people there', async () => {
  const { browser, here } = await signInOwner(service);
  const made = await browser.ask('POST', '/v1/newsletters', { name: 'Sister', username: 'sister' }, here);
  assert.equal(made.status, 201, made.text);
  const { id: newsletter_id, api_key } = made.body;
  const actions = [stepAfter(0, 'create_subscriber', { newsletter_id, tags: ['from the first'] })];
  const given = { name: 'Sister', trigger: 'automation.invoked', actions };
  const refused = await service.api('POST', '/v1/automations', given);
  assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_newsletter_id']);
  const created = await browser.ask('POST', '/v1/automations', given, here);
  assert.equal(created.status, 201, created.text);
  const path = `/v1/automations/${created.body.id}`;
  const active = await browser.ask('PATCH', path, { status: 'active' }, here);
  assert.equal(active.status, 200, active.text);
  const { id } = await join('both');
  await ask(200, 'POST', `${path}/invoke`, { subscribers: [id] });
  await runSequences(service);
  const there = { authorization: `Token ${api_key}` };
  const { results } = await ask(200, 'GET', '/v1/subscribers', undefined, there);
  assert.deepEqual(
    results.map(({ email_address, type }: Record<string, string>) => [email_address, type]),
    [['both@example.org', 'unactivated']],
  );
  const tags = await ask(200, 'GET', '/v1/tags', undefined, there);
  assert.deepEqual(results[0].tags, [tags.results[0].id]);
  await ask(204, 'DELETE', path);
});

test('exports are made without a person, and an email that was sent changes its type', async () => {
  const actions = [
    stepAfter(0, 'create_export', { collections: ['subscribers'], format: 'json' }),
    stepAfter(0, 'update_email_type', { email_type: 'premium' }),
  ];
  const sequence = await makeSequence(service, { trigger: 'email.created', actions });
  const email = await ask(201, 'POST', '/v1/emails', { subject: 'New', body: 'x', status: 'draft' });
  await runSequences(service);
  assert.equal((await ask(200, 'GET', `/v1/emails/${email.id}`)).email_type, 'premium');
  const { results } = await ask(200, 'GET', '/v1/exports');
  assert.deepEqual([results.length, results[0].collections], [1, ['subscribers']]);
  await ask(204, 'DELETE', `/v1/automations/${sequence.id}`);
});

test('an approval covers what the sequence does and says, and a change ends the approval', async () => {
  const everything = {
    automations: 'write',
    sending: 'write',
    subscribers: 'write',
    emails: 'write',
  } as const;
  const agent = await service.keyWith(everything, { needs_approval: true });
  const given = { name: 'Asked', trigger: 'automation.invoked', actions: [mailAfter(0, 'Asked')] };
  const sequence = await ask(201, 'POST', '/v1/automations', given, agent);
  const path = `/v1/automations/${sequence.id}`;
  const activate = () => service.api('PATCH', path, { status: 'active' }, agent);
  assert.equal((await activate()).body.code, 'approval_required');
  const own = await service.api('POST', `${path}/approval`, {}, agent);
  assert.equal(own.status, 403);
  assert.equal((await ask(200, 'POST', `${path}/approval`)).approval, 'approved');
  assert.equal((await activate()).status, 200);

  const { id } = await join('asked');
  const editor = await service.keyWith(everything);
  await ask(200, 'PATCH', `/v1/emails/${sequence.steps[0].email_id}`, { body: 'Other words' }, editor);
  assert.equal((await ask(200, 'GET', path)).approval, 'none');
  await ask(200, 'POST', `${path}/invoke`, { subscribers: [id] });
  await runSequences(service);
  const runs = async () => (await ask(200, 'GET', `${path}/runs`)).results;
  assert.deepEqual([(await runs())[0].status, (await runs())[0].reason], ['held', 'approval_required']);
  await ask(200, 'POST', `${path}/approval`);
  await letTimePass(service, 0.01);
  await runSequences(service);
  assert.equal((await runs())[0].status, 'done');
  await ask(204, 'DELETE', path);
});
