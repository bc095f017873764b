import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { assertRefused, notText } from '../../testing/refusals.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const create = async (body: object, headers?: Record<string, string>) => {
  const answer = await service.api('POST', '/v1/templates', body, headers);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

test('a template is returned as it was created, by every route that shows it', async () => {
  const headers = await service.foreignKey();
  const input = {
    name: 'Weekly & <sound>',
    subject: 'Low Water {{ email.secondary_id }}',
    body: '# Tides\n\n{% if unfinished',
    email_type: 'premium',
    template: 'classic',
    locale: 'de',
    archival_mode: 'disabled',
  };
  const { id, creation_date, modification_date, ...fields } = await create(input, headers);
  assert.deepEqual(fields, input);
  const shown = { id, ...input, creation_date, modification_date };
  const get = async (path: string) => (await service.api('GET', path, undefined, headers)).body;
  assert.deepEqual(await get(`/v1/templates/${id}`), shown);
  assert.deepEqual(await get('/v1/templates'), { results: [shown], count: 1, next: null, previous: null });
});

test('fields that a template does not set are as in a new email', async () => {
  const { subject, body, email_type, template, locale, archival_mode } = await create({ name: 'Bare' });
  assert.deepEqual(
    { subject, body, email_type, template, locale, archival_mode },
    { subject: '', body: '', email_type: 'public', template: null, locale: '', archival_mode: 'enabled' },
  );
});

test('PATCH changes the fields it names, and an email that began with the template stays as it was', async () => {
  const { id, name, ...begun } = await create({ name: 'Begun', subject: 'A tide', body: 'Low' });
  const draft = { subject: begun.subject, body: begun.body, status: 'draft' };
  const email = (await service.api('POST', '/v1/emails', draft)).body;
  const path = `/v1/templates/${id}`;
  const changed = (await service.api('PATCH', path, { body: 'High', subject: null })).body;
  assert.deepEqual([changed.name, changed.subject, changed.body], [name, '', 'High']);
  assert.ok(changed.modification_date > begun.modification_date);
  assert.equal((await service.api('DELETE', path)).status, 204);
  assert.equal((await service.api('GET', path)).status, 404);
  assert.equal((await service.api('GET', `/v1/emails/${email.id}`)).body.body, 'Low');
});

test('the list is in the order of names, and each name exists once in a newsletter', async () => {
  const headers = await service.foreignKey();
  for (const name of ['b', 'a', 'c']) await create({ name }, headers);
  const list = (await service.api('GET', '/v1/templates', undefined, headers)).body.results;
  assert.deepEqual(
    list.map(({ name }: { name: string }) => name),
    ['a', 'b', 'c'],
  );
  for (const [method, path] of [
    ['POST', '/v1/templates'],
    ['PATCH', `/v1/templates/${list[0].id}`],
  ] as const) {
    const { status, body } = await service.api(method, path, { name: ' c ' }, headers);
    assert.deepEqual([status, body.code, body.field], [400, 'name_already_exists', 'name']);
  }
});

test('each invalid field is refused by name, and nothing changes', async () => {
  const { id } = await create({ name: 'Unchanged' });
  const code = 'request_invalid';
  const fields = {
    name: { code, bad: [...notText, null, '', ' ', 'a\nb', 'a'.repeat(201)] },
    subject: { code, bad: [...notText, 'a\nb', 'a'.repeat(2001)] },
    email_type: { code, bad: [...notText, 'secret'] },
    archival_mode: { code, bad: [...notText, 'maybe'] },
    template: { code, bad: [...notText, 'baroque'] },
    locale: { code, bad: [...notText, 'not a tag'] },
  };
  await assertRefused(service, { method: 'POST', path: '/v1/templates', good: { name: 'Unmade' }, fields });
  await assertRefused(service, { method: 'PATCH', path: `/v1/templates/${id}`, good: {}, fields });
});

test('another newsletter’s template and an invalid id are 404', async () => {
  const { id } = await create({ name: 'Mine' });
  const headers = await service.foreignKey();
  for (const word of [id, 'Mine', `${id}x`])
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { body: 'taken over' }],
      ['DELETE', undefined],
    ] as const)
      assert.equal((await service.api(method, `/v1/templates/${word}`, body, headers)).status, 404);
});

test('a template uses the files and snippets in its text', async () => {
  const snippet = (await service.api('POST', '/v1/snippets', { identifier: 'bye', content: 'x' })).body;
  const { id } = await create({ name: 'With a snippet', body: '{{ snippets.bye }}' });
  const { body } = await service.api('GET', `/v1/snippets/${snippet.id}/uses`);
  assert.deepEqual(body.templates, [{ id, name: 'With a snippet' }]);
});
