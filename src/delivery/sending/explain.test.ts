import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { emailTypes } from '../../emails/email.ts';
import { openDice } from '../../platform/dice.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { type RandomAudience, randomFilter, seedRandomAudience } from '../../testing/random-audience.ts';
import { giveGrants, typed } from '../../testing/typed.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
let audience: RandomAudience;
const chance = openDice(Number(process.env.SEED ?? 3));
before(async () => {
  service = await startTestService({ works: true });
  audience = await seedRandomAudience(service.db, service.newsletter, chance, 25);
  await until(
    'the relay is known',
    async () => (await service.db.selectFrom('relays').selectAll().execute()).length > 0,
  );
});
after(() => service.stop());

const call = async (method: string, path: string, body?: object, headers?: Record<string, string>) => {
  const answer = await service.api(method, path, body, headers);
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.body;
};
const explain = (body: object, headers?: Record<string, string>) =>
  call('POST', '/v1/audience/explain', body, headers);
const explainPerson = (id: string, person: string) =>
  call('GET', `/v1/emails/${id}/explain?subscriber=${encodeURIComponent(person)}`);
const tagged = (name: string) => ({ field: 'subscriber.tags', operator: 'contains', value: name });

async function send(email: object): Promise<string> {
  const { id } = await call('POST', '/v1/emails', { body: 'Text', ...email });
  await until('the end', async () => (await call('GET', `/v1/emails/${id}`)).status === 'sent');
  return id;
}

/** Returns a filter whose meaning does not change within moments, and that uses only existing objects. */
async function timeless(): Promise<object> {
  const filters = randomFilter(chance, audience, 2);
  const { status } = await service.api('POST', '/v1/subscribers/search', { filters });
  return status === 400 || JSON.stringify(filters).includes('day') ? timeless() : filters;
}

test('explain agrees with the frozen audience on random audiences, in number and for every person', async () => {
  await giveGrants(service.db);
  const people = await service.db.selectFrom('subscribers').select(['key', 'id']).orderBy('key').execute();
  let some = 0;
  for (let tried = 0; tried < 8; tried += 1) {
    const rule = { filters: await timeless(), email_type: chance.pick(emailTypes) };
    const told = await explain(rule);
    const excluded = told.rules.reduce((sum: number, one: { excluded: number }) => sum + one.excluded, 0);
    assert.equal(told.recipients + excluded, people.length, 'everybody is counted once');
    for (const { filters, count } of [
      { filters: told.filters, count: told.audience },
      ...told.rules.map((one: { filters: object; excluded: number }) => ({ ...one, count: one.excluded })),
    ])
      if (filters)
        assert.equal((await call('POST', '/v1/subscribers/search', { filters })).count, count, 'found');
    const judged = [];
    for (const { id } of people)
      judged.push((await explain({ ...rule, subscriber: id })).subscriber.receives);
    const id = await send({ subject: `Random ${tried}`, ...rule });
    const { rows } = await sql<{ key: number }>`
      select subscriber_key as key from deliveries join emails on emails.key = email_key where id = ${id}`.execute(
      service.db,
    );
    const frozen = new Set(rows.map(({ key }) => key));
    assert.equal(told.audience, frozen.size, JSON.stringify(rule));
    assert.deepEqual(
      judged,
      people.map(({ key }) => frozen.has(key)),
      JSON.stringify(rule),
    );
    if (frozen.size > 0 && frozen.size < people.length) some += 1;
    for (const person of people.slice(0, 5)) {
      const { outcome, rules } = await explainPerson(id, person.id);
      assert.equal(outcome, frozen.has(person.key) ? 'delivered' : 'not_in_audience');
      const passes = rules.every((one: { passes: boolean }) => one.passes);
      if (rule.filters && !JSON.stringify(rule.filters).includes('last'))
        assert.equal(passes, frozen.has(person.key));
    }
  }
  assert.ok(some > 0, 'some of these audiences are neither nobody nor everybody');
});

test('each person is counted under the first rule that excludes them', async () => {
  const other = await service.foreignKey();
  const post = (path: string, body: object) => call('POST', path, body, other);
  await post('/v1/tags', { name: 'beta' });
  const people = {
    a: 'regular',
    b: 'regular',
    c: 'unactivated',
    d: 'paused',
    jürgen: 'regular',
    e: 'regular',
    f: 'unsubscribed',
  };
  for (const [name, type] of Object.entries(people))
    await post('/v1/subscribers', {
      email_address: `${name}@example.org`,
      type,
      tags: name === 'b' || name === 'f' ? [] : ['beta'],
    });
  // Only the reader pauses mail.
  await service.db
    .updateTable('subscribers')
    .set(typed('paused'))
    .where('email_address', '=', 'd@example.org')
    .execute();
  const told = await explain({ included_tags: ['beta'], subscriber: 'd@example.org' }, other);
  assert.deepEqual([told.subscribers, told.audience, told.recipients], [7, 3, 2]);
  assert.deepEqual(
    told.rules.map((rule: { detail: string; excluded: number; failing: number }) =>
      [rule.excluded, rule.failing, rule.detail].join(' '),
    ),
    [
      '2 2 lack the tag “beta”',
      '1 1 have not confirmed',
      '1 1 are paused',
      '0 1 have unsubscribed',
      '1 1 cannot be served by this mail server because of non-ASCII letters before the @ of the address',
    ],
  );
  const found = async (filters: object) =>
    (await call('POST', '/v1/subscribers/search', { filters }, other)).results
      .map((one: { email_address: string }) => one.email_address.split('@')[0])
      .toSorted();
  assert.deepEqual(await found(told.filters), ['a', 'e', 'jürgen'], 'the audience');
  const lists = [['b', 'f'], ['c'], ['d'], []];
  for (const [at, names] of lists.entries())
    assert.deepEqual(await found(told.rules[at].filters), names, told.rules[at].detail);
  assert.equal(told.rules.at(-1).filters, null, 'no filter tells what a mail server can do');
  assert.equal(told.subscriber.receives, false);
  assert.deepEqual(
    told.subscriber.rules.map((rule: { passes: boolean }) => rule.passes),
    [true, false, true],
  );
  const draft = await post('/v1/emails', { subject: 'Saved', status: 'draft', included_tags: ['beta'] });
  const { subscriber, ...counts } = told;
  assert.deepEqual(await explain({ email_id: draft.id }, other), {
    ...counts,
    needs_approval: false,
    subscriber: null,
  });
});

test('after the send there is an answer for everyone: recipients, excluded, later, changed and erased people', async () => {
  const person = async (name: string, fields: object = {}) =>
    (
      await call('POST', '/v1/subscribers', {
        email_address: `${name}@example.net`,
        type: 'regular',
        ...fields,
      })
    ).id;
  await call('POST', '/v1/tags', { name: 'answers' });
  const got = await person('got', { tags: ['answers'] });
  const lacks = await person('lacks');
  const changes = await person('changes', { tags: ['answers'], type: 'regular' });
  await service.db.updateTable('subscribers').set(typed('paused')).where('id', '=', changes).execute();
  const erased = await person('erased', { tags: ['answers'] });
  const erasedOutside = await person('outside');
  const draft = await call('POST', '/v1/emails', {
    subject: 'Unsent',
    status: 'draft',
    filters: [tagged('answers')],
  });
  assert.equal((await explainPerson(draft.id, got)).outcome, 'would_get');
  assert.equal((await explainPerson(draft.id, lacks)).outcome, 'would_not_get');
  const id = await send({ subject: 'Answers', included_tags: ['answers'] });
  const later = await person('later', { tags: ['answers'] });
  await call('PATCH', `/v1/subscribers/${changes}`, { type: 'regular' });
  for (const gone of [erased, erasedOutside]) await service.api('DELETE', `/v1/subscribers/${gone}`);
  const answers: Record<string, string> = {};
  for (const [name, who] of Object.entries({
    got,
    lacks,
    later,
    changes,
    erased,
    erasedOutside,
    address: 'GOT@example.net',
  }))
    answers[name] = (await explainPerson(id, who)).outcome;
  assert.deepEqual(answers, {
    got: 'delivered',
    lacks: 'not_in_audience',
    later: 'joined_later',
    changes: 'not_in_audience',
    erased: 'delivered',
    erasedOutside: 'not_in_audience',
    address: 'delivered',
  });
  assert.match((await explainPerson(id, lacks)).detail, /lack the tag “answers”/);
  const changed = await explainPerson(id, changes);
  assert.match(changed.detail, /They were paused when sending began\. They would be in it now/);
  assert.ok(
    changed.changes.some((one: { event_type: string }) => one.event_type === 'subscriber.type.changed'),
  );
  const gone = await explainPerson(id, erased);
  assert.deepEqual(
    [gone.subscriber, gone.rules, gone.delivery.status],
    [{ id: erased, email_address: null }, [], 'accepted'],
  );
  assert.equal(
    (await service.api('GET', `/v1/emails/${id}/explain?subscriber=erased@example.net`)).status,
    404,
  );
  assert.equal((await service.api('GET', `/v1/emails/${id}/explain`)).status, 400);
});

test('the filters in an explanation are ones that a search accepts, however large the explained filters are', async () => {
  const nest = (levels: number): object =>
    levels === 0 ? { filters: [tagged('answers')] } : { groups: [nest(levels - 1)], predicate: 'not' };
  const long = Array.from({ length: 1990 }, (_, at) => ({
    field: 'subscriber.metadata.number',
    operator: 'not_equals',
    value: String(at),
  }));
  await service.api('POST', '/v1/tags', { name: 'answers' });
  for (const [filters, isFindable] of [
    [nest(3), true],
    [nest(10), false],
    [{ filters: long, predicate: 'or' }, false],
  ] as const) {
    const { rules, ...told } = await explain({ filters });
    assert.equal(told.filters !== null, isFindable);
    for (const { filters } of [told, ...rules])
      if (filters !== null) await call('POST', '/v1/subscribers/search', { filters });
  }
});

test('deleting an email changes no answer about it; an email that was never sent went to nobody', async () => {
  const [got, lacks] = ['stays@example.net', 'without@example.net'];
  await call('POST', '/v1/tags', { name: 'kept' });
  await call('POST', '/v1/subscribers', { email_address: got, type: 'regular', tags: ['kept'] });
  await call('POST', '/v1/subscribers', { email_address: lacks, type: 'regular' });
  const id = await send({ subject: 'Deleted later', included_tags: ['kept'] });
  const later = 'latest@example.net';
  await call('POST', '/v1/subscribers', { email_address: later, type: 'regular', tags: ['kept'] });
  const answers = async (email_id: string) => {
    const said = [];
    for (const who of [got, lacks, later]) said.push((await explainPerson(email_id, who)).outcome);
    return said;
  };
  const before = await answers(id);
  assert.deepEqual(before, ['delivered', 'not_in_audience', 'joined_later']);
  await service.api('DELETE', `/v1/emails/${id}`);
  assert.deepEqual(await answers(id), before);
  const unsent = await call('POST', '/v1/emails', { subject: 'Never sent', status: 'draft' });
  await service.api('DELETE', `/v1/emails/${unsent.id}`);
  assert.deepEqual(await answers(unsent.id), ['never_mailed', 'never_mailed', 'never_mailed']);
});

test('an invalid question is refused, and figures about people need subscribers:read', async () => {
  const author = await service.keyWith({ emails: 'write' });
  const ask = async (body: object) => {
    const { status, body: answer } = await service.api('POST', '/v1/audience/explain', body, author);
    return status === 200 ? 'answered' : answer.code;
  };
  assert.equal(await ask({ email_type: 'free' }), 'answered');
  assert.equal(
    await ask({ filters: [{ field: 'subscriber.type', operator: 'equals', value: 'premium' }] }),
    'answered',
  );
  const spying = [{ field: 'subscriber.email_address', operator: 'equals', value: 'a@example.org' }];
  assert.equal(await ask({ filters: spying }), 'forbidden');
  assert.equal(await ask({ subscriber: 'a@example.org' }), 'forbidden');
  const draft = await call(
    'POST',
    '/v1/emails',
    { subject: 'Spying', status: 'draft', filters: spying },
    author,
  );
  assert.equal(await ask({ email_id: draft.id }), 'forbidden');
  assert.equal(await ask({ filter: [] }), 'request_invalid');
  assert.equal(await ask({ filters: [{ field: 'price' }] }), 'filter_invalid');
  assert.equal(await ask({ email_id: draft.id, email_type: 'free' }), 'request_invalid');
  assert.equal(await ask({ email_id: 'none' }), 'not_found');
  const { status } = await service.api(
    'GET',
    `/v1/emails/${draft.id}/explain?subscriber=x`,
    undefined,
    author,
  );
  assert.equal(status, 403);
});

test('an explanation says whether the caller would need approval to send the email now', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}`;
  const threshold = (approval_threshold: number | null) => call('PATCH', path, { approval_threshold });
  const { id } = await call('POST', '/v1/emails', { subject: 'To approve', body: 'Text', status: 'draft' });
  const needs = async (headers?: Record<string, string>) =>
    (await explain({ email_id: id }, headers)).needs_approval;
  const { audience } = await explain({ email_id: id });
  assert.ok(audience > 1);
  assert.equal((await explain({})).needs_approval, null, 'without an email');
  assert.equal(await needs(), false);
  const areas = { emails: 'write', sending: 'write', subscribers: 'read' } as const;
  assert.equal(await needs(await service.keyWith(areas, { needs_approval: true })), true);
  await threshold(audience);
  assert.equal(await needs(), false);
  await threshold(audience - 1);
  assert.equal(await needs(), true);
  await call('POST', `/v1/emails/${id}/approval`, {}, await service.keyWith(areas));
  assert.equal(await needs(), false, 'approved');
  await call('PATCH', `/v1/emails/${id}`, { body: 'Another text' });
  assert.equal(await needs(), true);
  await threshold(null);
});
