import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { requestWork } from '../platform/work/request.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let service: TestService;
let tag: string;
before(async () => {
  service = await startTestService({ works: true });
  tag = (await post('/v1/tags', { name: 'beta' })).id;
  for (const [name, fields] of Object.entries({
    ada: { tags: ['beta'], metadata: { city: 'Lisbon' } },
    bob: { metadata: { city: 'Porto' } },
    cleo: { metadata: { city: 'Lisbon' } },
    dan: {},
  }))
    await post('/v1/subscribers', { email_address: `${name}@example.org`, type: 'regular', ...fields });
});
after(() => service.stop());

async function post(path: string, body: object, headers?: Record<string, string>) {
  const answer = await service.api('POST', path, body, headers);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
const draft = (fields: object) => post('/v1/emails', { subject: 'Filters', status: 'draft', ...fields });
const patch = (id: string, changes: object, headers?: Record<string, string>) =>
  service.api('PATCH', `/v1/emails/${id}`, changes, headers);
const is = (field: string, operator: string, value: string) => ({
  field: `subscriber.${field}`,
  operator,
  value,
});
const or = (...filters: object[]) => ({ filters, groups: [], predicate: 'or' });
const lisbon = is('metadata.city', 'equals', 'Lisbon');

/** Returns the people who got the email, once it has been sent. */
async function recipients(id: string): Promise<string> {
  await until(
    `${id} sent`,
    async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === 'sent',
  );
  const { results } = (await service.api('GET', `/v1/emails/${id}/deliveries`)).body;
  return results
    .map(({ email_address }: { email_address: string }) => email_address.split('@')[0])
    .sort()
    .join(' ');
}

test('an email with filters that tags cannot express goes exactly to those who match', async () => {
  for (const [filters, got] of [
    [or(is('tags', 'contains', 'beta'), is('metadata.city', 'equals', 'Porto')), 'ada bob'],
    [{ groups: [or(lisbon)], filters: [is('tags', 'not_contains', 'beta')] }, 'cleo'],
    [{ filters: [lisbon], predicate: 'not' }, 'bob dan'],
    [{ filters: [is('type', 'equals', 'premium')] }, ''],
  ] as const) {
    const { id } = await post('/v1/emails', { subject: `To ${got}`, body: 'Text', filters });
    assert.equal(await recipients(id), got, JSON.stringify(filters));
  }
});

test('filters are returned as sent, with empty tags, and sending them back changes nothing', async () => {
  const filters = {
    filters: [is('tags', 'contains', tag)],
    groups: [or(lisbon, is('domain', 'contains', 'example')), { ...or(), predicate: 'not' }],
    predicate: 'and',
  };
  const made = await draft({ filters });
  assert.deepEqual([made.filters, made.included_tags, made.excluded_tags], [filters, [], []]);
  for (const pushed of [
    made,
    { included_tags: [], excluded_tags: [] },
    { included_tags: null },
    { filters },
    { filters, included_tags: [] },
  ])
    assert.deepEqual((await patch(made.id, pushed)).body, made, JSON.stringify(pushed));
});

test('tags alone do not widen the filters: the filters must be changed', async () => {
  const made = await draft({ filters: or(lisbon, is('tags', 'contains', 'beta')) });
  for (const changes of [{ included_tags: ['beta'] }, { excluded_tags: ['beta'], included_tags: [] }]) {
    const { status, body } = await patch(made.id, changes);
    assert.deepEqual([status, body.code], [400, 'email_invalid'], JSON.stringify(changes));
  }
  assert.deepEqual((await service.api('GET', `/v1/emails/${made.id}`)).body, made);
  const contradicting = await service.api('POST', '/v1/emails', {
    subject: 'x',
    filters: [lisbon],
    included_tags: ['beta'],
  });
  assert.equal(contradicting.body.code, 'email_invalid');
  const tagged = await patch(made.id, { ...made, filters: [is('tags', 'contains', 'beta')] });
  assert.deepEqual(tagged.body.included_tags, [tag], 'from filters to filters that tags can express');
  const filtered = await patch(made.id, { filters: made.filters });
  assert.deepEqual([filtered.body.filters, filtered.body.included_tags], [made.filters, []]);
  assert.deepEqual((await patch(made.id, { filters: null })).body.filters.filters, []);
});

test('the same email to other people is not a duplicate, and to the same people is one', async () => {
  const email = { subject: 'Twice', body: 'Text', filters: [lisbon] };
  await post('/v1/emails', email);
  await post('/v1/emails', { ...email, filters: [is('metadata.city', 'equals', 'Porto')] });
  assert.equal((await service.api('POST', '/v1/emails', email)).body.code, 'email_duplicate');
});

test('a segment used by unsent emails or automations cannot be deleted, and sends use its current filters', async () => {
  const segment = await post('/v1/segments', { name: 'Lisboners', filters: [lisbon] });
  const { id, filters } = await draft({ filters: [is('segment', 'equals', 'lisboners')] });
  assert.deepEqual(filters.filters, [is('segment', 'equals', segment.id)]);
  const refused = await service.api('DELETE', `/v1/segments/${segment.id}`);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.metadata.email_ids],
    [400, 'segment_in_use', id],
  );
  await service.api('PATCH', `/v1/segments/${segment.id}`, {
    filters: [lisbon, is('tags', 'not_contains', 'beta')],
  });
  assert.equal((await patch(id, { status: 'about_to_send' })).status, 200);
  assert.equal(await recipients(id), 'cleo');
  assert.equal((await service.api('DELETE', `/v1/segments/${segment.id}`)).status, 204);
  const sent = (await service.api('GET', `/v1/emails/${id}`)).body;
  assert.deepEqual((await patch(id, sent)).body, sent, 'the whole object sent back is not a change');
});

test('a tag in the filters of an unsent email cannot be deleted', async () => {
  const held = (await post('/v1/tags', { name: 'held' })).id;
  const { id } = await draft({ filters: or(is('tags', 'contains', 'held'), lisbon) });
  const refused = await service.api('DELETE', `/v1/tags/${held}`);
  assert.deepEqual([refused.body.code, refused.body.metadata.email_ids], ['tag_in_use', id]);
});

test('an approval covers the filters and the segments they name', async () => {
  const segment = await post('/v1/segments', {
    name: 'Approved',
    filters: [is('metadata.city', 'is_not_empty', '')],
  });
  const areas = { emails: 'write', sending: 'write', subscribers: 'write' } as const;
  const [editor, second] = [await service.keyWith(areas), await service.keyWith(areas)];
  const newsletter = `/v1/newsletters/${service.newsletter.id}`;
  await service.api('PATCH', newsletter, { approval_threshold: 1 });
  const approved = async (subject: string) => {
    const email = { subject, body: 'Text', status: 'draft', filters: [is('segment', 'equals', segment.id)] };
    const { id } = await post('/v1/emails', email, editor);
    const answer = await service.api('POST', `/v1/emails/${id}/approval`, {}, second);
    assert.deepEqual([answer.status, answer.body.approval.count], [200, 3], answer.text);
    return id;
  };
  const changed = await approved('Other filters');
  const filters = or(lisbon, is('metadata.city', 'equals', 'Porto'));
  assert.equal((await patch(changed, { filters }, editor)).body.approval.state, 'voided');
  const id = await approved('Another segment');
  await service.api('PATCH', `/v1/segments/${segment.id}`, {
    filters: [is('tags', 'contains', 'beta'), lisbon],
  });
  await service.api('PATCH', `/v1/segments/${segment.id}`, {
    filters: or(lisbon, is('tags', 'is_empty', '')),
  });
  const refused = await patch(id, { status: 'about_to_send' }, editor);
  assert.deepEqual([refused.status, refused.body.code], [403, 'approval_required']);
  const right = await service.api('POST', `/v1/emails/${id}/approval`, { count: 4 }, second);
  assert.equal(right.status, 200, right.text);
  assert.equal((await patch(id, { status: 'about_to_send' }, editor)).status, 200);
  assert.equal(await recipients(id), 'ada bob cleo dan');
  await service.api('PATCH', newsletter, { approval_threshold: null });
});

test('a key bounded by tags cannot reach others through filters or a segment', async () => {
  const bounded = await service.keyWith(
    { emails: 'write', sending: 'write', subscribers: 'write' },
    { tags: [tag] },
  );
  const other = (await post('/v1/tags', { name: 'other' })).id;
  const narrow = await post('/v1/segments', {
    name: 'narrow',
    filters: [is('tags', 'contains', 'beta'), lisbon],
  });
  const wide = await post('/v1/segments', {
    name: 'wide',
    filters: or(is('tags', 'contains', 'beta'), lisbon),
  });
  for (const [filters, code] of [
    [or(is('tags', 'contains', 'beta'), lisbon), 'bound_exceeded'],
    [{ filters: [is('tags', 'contains', 'beta')], predicate: 'not' }, 'bound_exceeded'],
    [{ filters: [is('tags', 'not_contains', other), lisbon] }, 'bound_exceeded'],
    [[is('tags', 'is_not_empty', '')], 'bound_exceeded'],
    [[is('segment', 'equals', wide.id)], 'bound_exceeded'],
    [[is('segment', 'not_equals', narrow.id)], 'bound_exceeded'],
    [{ groups: [or()], filters: [lisbon] }, 'bound_exceeded'],
    [[is('segment', 'equals', narrow.id)], undefined],
    [{ groups: [or(is('tags', 'contains', 'beta'))], filters: [lisbon] }, undefined],
  ] as const) {
    const email = { subject: `Bounded ${JSON.stringify(filters)}`, body: 'Text', filters };
    const { body } = await service.api('POST', '/v1/emails', email, bounded);
    assert.equal(body.code, code, JSON.stringify(filters));
    if (code === undefined) assert.equal(await recipients(body.id), 'ada');
  }
});

test('a bounded key’s scheduled email goes to nobody if its segment has grown', async () => {
  const bounded = await service.keyWith({ emails: 'write', sending: 'write' }, { tags: [tag] });
  const segment = await post('/v1/segments', { name: 'grows', filters: [is('tags', 'contains', 'beta')] });
  const { id } = await post(
    '/v1/emails',
    {
      subject: 'Later',
      body: 'Text',
      filters: { filters: [is('segment', 'equals', segment.id), lisbon] },
      publish_date: new Date(Date.now() + 3_600_000).toISOString(),
    },
    bounded,
  );
  await service.api('PATCH', `/v1/segments/${segment.id}`, { filters: [lisbon] });
  // Lets its time come.
  await sql`update emails set publish_date = now() where id = ${id}`.execute(service.db);
  await requestWork(service.db, 'emails', id);
  const email = await until('the end of the send', async () => {
    const { body } = await service.api('GET', `/v1/emails/${id}`);
    return body.status === 'errored' && body;
  });
  assert.match(email.status_reason, /certain tags/);
  assert.equal((await service.api('GET', `/v1/emails/${id}/deliveries`)).body.count, 0);
});
