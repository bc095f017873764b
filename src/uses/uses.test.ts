import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pngOf } from '../testing/pictures.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { runSequences } from '../testing/sequences.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const create = async (path: string, body: object) => {
  const answer = await service.api('POST', path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};
const get = async (path: string, headers?: Record<string, string>) => {
  const answer = await service.api('GET', path, undefined, headers);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const draft = (fields: object) => create('/v1/emails', { subject: 'A draft', status: 'draft', ...fields });
const automation = (fields: object) =>
  create('/v1/automations', {
    url: 'http://127.0.0.1:1/feed',
    behavior: 'draft',
    cadence: 'every',
    name: 'The log',
    subject: 'x',
    body: 'x',
    ...fields,
  });
const nothing = { emails: [], email_count: 0, automations: [], segments: [], snippets: [], templates: [] };

test('a tag is counted, and shows which unsent emails, automations and segments use it', async () => {
  const birds = await create('/v1/tags', { name: 'birds' });
  const tides = await create('/v1/tags', { name: 'tides' });
  for (const email of ['ada', 'bo'])
    await create('/v1/subscribers', { email: `${email}@example.org`, type: 'regular', tags: [birds.id] });
  const { results } = await get('/v1/tags/counts');
  assert.deepEqual(
    new Map(results.map((one: { id: string; subscriber_count: number }) => [one.id, one.subscriber_count])),
    new Map([
      [birds.id, 2],
      [tides.id, 0],
    ]),
  );
  const email = await draft({ body: 'x', included_tags: [birds.id] });
  const { id } = await automation({ excluded_tags: [birds.id] });
  const filters = [{ field: 'subscriber.tags', operator: 'contains', value: birds.id }];
  const segment = await create('/v1/segments', {
    name: 'Waders',
    filters: { filters, groups: [], predicate: 'and' },
  });
  assert.deepEqual(await get(`/v1/tags/${birds.id}/uses`), {
    ...nothing,
    emails: [{ id: email.id, subject: 'A draft', status: 'draft' }],
    email_count: 1,
    automations: [{ id, name: 'The log', kind: 'feed' }],
    segments: [{ id: segment.id, name: 'Waders' }],
  });
  assert.deepEqual(await get(`/v1/tags/${tides.id}/uses`), nothing);
  await draft({
    body: 'y',
    filters: {
      filters: [{ field: 'subscriber.segment', operator: 'equals', value: segment.id }],
      groups: [],
      predicate: 'and',
    },
  });
  assert.equal((await get(`/v1/segments/${segment.id}/uses`)).email_count, 1);
});

test('a snippet shows which emails and automations name it, and none with a name that only begins alike', async () => {
  const bye = await create('/v1/snippets', { identifier: 'bye', content: 'Bye' });
  const longer = await create('/v1/snippets', { identifier: 'bye-bye', content: 'Bye, bye' });
  const email = await draft({ subject: 'Named', body: 'x {{- snippets.bye -}}' });
  const { id } = await automation({ body: '{{ snippets.bye }}' });
  const gone = await draft({ body: '{{ snippets.bye }}' });
  await service.api('DELETE', `/v1/emails/${gone.id}`);
  const uses = await get(`/v1/snippets/${bye.id}/uses`);
  assert.deepEqual(
    [uses.emails.map((one: { id: string }) => one.id), uses.automations.map((one: { id: string }) => one.id)],
    [[email.id], [id]],
  );
  assert.deepEqual(await get(`/v1/snippets/${longer.id}/uses`), nothing);
});

const filter = (field: string, value: string) => ({
  predicate: 'and',
  filters: [{ field, operator: field === 'subscriber.tags' ? 'contains' : 'equals', value }],
  groups: [],
});
const sequence = (fields: object) =>
  create('/v1/automations', { name: 'Welcome', trigger: 'subscriber.tags.changed', actions: [], ...fields });
const refusal = async (path: string) => {
  const { status, body } = await service.api('DELETE', path);
  return [status, body?.code, body?.metadata?.automation_ids];
};

for (const [place, fields] of Object.entries({
  'who enters': (id: string) => ({ filters: filter('subscriber.tags', id) }),
  'what happened': (_: string, name: string) => ({ filters: filter('event.added_tag', name.toUpperCase()) }),
  'the goal': (id: string) => ({ exit_filters: filter('subscriber.tags', id) }),
  'a step, by name': (_: string, name: string) => ({
    actions: [{ type: 'add_tags', metadata: { tags: [name.toUpperCase()] } }],
  }),
  'a step, by id': (id: string) => ({ actions: [{ type: 'remove_tags', metadata: { tag_id: id } }] }),
  'the condition of a step': (id: string) => ({
    actions: [
      { type: 'add_metadata', metadata: { metadata: { a: 1 } }, filters: filter('subscriber.tags', id) },
    ],
  }),
}))
  test(`a tag that a sequence names in ${place} is in use, and cannot be deleted before the sequence`, async () => {
    const name = `tag of ${place.replaceAll(',', '')}`;
    const tag = await create('/v1/tags', { name });
    const { id } = await sequence(fields(tag.id, name));
    assert.deepEqual((await get(`/v1/tags/${tag.id}/uses`)).automations, [
      { id, name: 'Welcome', kind: 'event' },
    ]);
    assert.deepEqual(await refusal(`/v1/tags/${tag.id}`), [400, 'tag_in_use', id]);
    await service.api('DELETE', `/v1/automations/${id}`);
    assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}`)).status, 204);
  });

test('a step shows its tag under the tag’s present name', async () => {
  const tag = await create('/v1/tags', { name: 'before' });
  const { id } = await sequence({
    trigger: 'automation.invoked',
    actions: [{ type: 'add_tags', metadata: { tags: ['before'] } }],
  });
  await service.api('PATCH', `/v1/tags/${tag.id}`, { name: 'afterwards' });
  await service.api('PATCH', `/v1/automations/${id}`, { status: 'active' });
  const person = await create('/v1/subscribers', { email: 'renamed@example.org', type: 'regular' });
  await service.api('POST', `/v1/automations/${id}/invoke`, { subscribers: [person.id] });
  await runSequences(service);
  assert.deepEqual((await get(`/v1/subscribers/${person.id}`)).tags, [tag.id]);
  assert.deepEqual((await get(`/v1/automations/${id}`)).actions[0].metadata, { tags: ['before'] });
});

test('a segment that a sequence waits for is in use', async () => {
  const segment = await create('/v1/segments', {
    name: 'Gulls',
    filters: filter('subscriber.metadata.likes', 'gulls'),
  });
  const until = { filters: filter('subscriber.segment', segment.id), at_most: { value: '3', unit: 'days' } };
  const { id } = await sequence({
    actions: [{ type: 'add_metadata', metadata: { metadata: { a: 1 } }, until }],
  });
  assert.deepEqual((await get(`/v1/segments/${segment.id}/uses`)).automations[0].id, id);
  assert.deepEqual(await refusal(`/v1/segments/${segment.id}`), [400, 'segment_in_use', id]);
});

test('a tag stays in use while people are inside an edition that names it', async () => {
  const tag = await create('/v1/tags', { name: 'old edition' });
  const add = { type: 'add_tags', metadata: { tags: ['old edition'] } };
  const timing = { time: 'delay', delay: { value: '3', unit: 'days' } };
  const { id } = await sequence({ trigger: 'automation.invoked', actions: [{ ...add, timing }] });
  const change = (body: object) => service.api('PATCH', `/v1/automations/${id}`, body);
  await change({ status: 'active' });
  const { results } = await get('/v1/subscribers');
  await service.api('POST', `/v1/automations/${id}/invoke`, { subscribers: [results[0].id] });
  await runSequences(service);
  await change({ actions: [] });
  assert.deepEqual(await refusal(`/v1/tags/${tag.id}`), [400, 'tag_in_use', id]);
  const [run] = (await get(`/v1/automations/${id}/runs`)).results;
  await service.api('PATCH', `/v1/automations/${id}/runs/${run.id}`, { status: 'left' });
  assert.equal((await service.api('DELETE', `/v1/tags/${tag.id}`)).status, 204);
});

test('a letter of a sequence shows what it uses, and cannot be deleted or become a draft while the sequence mails it', async () => {
  const snippet = await create('/v1/snippets', { identifier: 'hello', content: 'Hello' });
  const letter = { type: 'send_email', metadata: { subject: 'One', body: '{{ snippets.hello }}' } };
  const { id, steps } = await sequence({ trigger: 'automation.invoked', actions: [letter] });
  const [{ email_id }] = steps;
  assert.deepEqual((await get(`/v1/snippets/${snippet.id}/uses`)).emails, [
    { id: email_id, subject: 'One', status: 'transactional' },
  ]);
  const path = `/v1/emails/${email_id}`;
  assert.deepEqual(await refusal(path), [400, 'status_invalid', id]);
  const drafted = await service.api('PATCH', path, { status: 'draft' });
  assert.deepEqual([drafted.status, drafted.body.code], [400, 'status_invalid']);
  await service.api('DELETE', `/v1/automations/${id}`);
  assert.equal((await service.api('DELETE', path)).status, 204);
});

test('files are listed with how often they are used, and files that nothing uses can be listed alone', async () => {
  const upload = async (path: string, part: string, name: string, end: string) =>
    (await service.upload(path, [{ name: part, value: pngOf(end), filename: name, type: 'image/png' }])).body;
  const wreck = await upload('/v1/images', 'image', 'wreck.png', 'wreck');
  const gull = await upload('/v1/images', 'image', 'gull.png', 'gull');
  const table = await upload('/v1/attachments', 'file', 'tables.pdf', 'tables');
  const shows = await draft({
    subject: 'Shows',
    body: `![The wreck](${wreck.image}) ![Again](${wreck.image})`,
  });
  const has = await draft({ subject: 'Has', body: 'x', attachments: [table.id] });
  const sign = await create('/v1/snippets', {
    identifier: 'sign',
    name: 'Sign',
    content: `<img src="${wreck.image}">`,
  });
  type Listed = { name: string; kind: string; use_count: number; address: string; size: number };
  const shown = ({ results }: { results: Listed[] }) =>
    results.map(({ name, kind, use_count }) => [name, kind, use_count]);
  const all = await get('/v1/files');
  assert.deepEqual(shown(all), [
    ['tables.pdf', 'attachment', 1],
    ['gull.png', 'image', 0],
    ['wreck.png', 'image', 2],
  ]);
  assert.equal(all.results[2].address, wreck.image);
  assert.equal(
    all.size,
    all.results.reduce((sum: number, { size }: Listed) => sum + size, 0),
  );
  const unused = await get('/v1/files?unused=true');
  assert.deepEqual(
    [shown(unused), unused.count, unused.results[0].id],
    [[['gull.png', 'image', 0]], 1, gull.id],
  );
  assert.deepEqual(shown(await get('/v1/files?kind=attachment')), [['tables.pdf', 'attachment', 1]]);
  const second = await get('/v1/files?page_size=2&page=2');
  assert.deepEqual([shown(second), second.count, second.next], [[['wreck.png', 'image', 2]], 3, null]);
  const uses = await get(`/v1/files/${wreck.id}/uses`);
  assert.deepEqual(uses, {
    ...nothing,
    emails: [{ id: shows.id, subject: 'Shows', status: 'draft' }],
    email_count: 1,
    snippets: [{ id: sign.id, name: 'Sign' }],
  });
  assert.equal((await get(`/v1/files/${table.id}/uses`)).emails[0].id, has.id);
  assert.equal((await service.api('GET', '/v1/files?unused=maybe')).status, 400);
});

test('another newsletter sees none of it, and callers who may not read emails see no subjects', async () => {
  const { id } = await create('/v1/tags', { name: 'private' });
  await draft({ body: 'z', included_tags: [id] });
  const headers = await service.foreignKey();
  assert.equal((await service.api('GET', `/v1/tags/${id}/uses`, undefined, headers)).status, 404);
  assert.deepEqual((await get('/v1/files', headers)).results, []);
  const [file] = (await get('/v1/files')).results;
  assert.equal((await service.api('GET', `/v1/files/${file.id}/uses`, undefined, headers)).status, 404);
  const uses = await get(`/v1/tags/${id}/uses`, await service.keyWith({ subscribers: 'read' }));
  assert.deepEqual(uses, { ...nothing, email_count: 1 });
});
