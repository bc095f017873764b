import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pngOf } from '../testing/pictures.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

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
const nothing = { emails: [], email_count: 0, automations: [], segments: [], snippets: [] };

test('a tag is counted, and says which unsent emails, automations and segments use it', async () => {
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
    automations: [{ id, name: 'The log' }],
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

test('a snippet says which emails and automations name it, and no other that begins alike', async () => {
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

test('files are listed with how often they are used, and those that nothing uses', async () => {
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

test('another newsletter sees none of it, and who may not read emails sees no subjects', async () => {
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
