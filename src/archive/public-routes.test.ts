import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

const make = async (fields: object) => (await service.api('POST', '/v1/emails', fields)).body;
const read = async (path: string) => {
  const answer = await fetch(service.url + path);
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  return { status: answer.status, body: (await answer.json()) as any };
};

test('anybody may list and search what the archive shows, and nothing else', async () => {
  const shown = await make({ subject: 'Tides', body: 'The harbour at noon', status: 'imported' });
  await make({ subject: 'Draft', body: 'harbour' });
  await make({ subject: 'Private', body: 'harbour', status: 'imported', email_type: 'private' });
  const all = await read('/v1/public/emails/test');
  assert.deepEqual([all.status, all.body.count], [200, 1]);
  const [email] = all.body.results;
  assert.deepEqual(
    [email.id, email.subject, email.slug, email.absolute_url],
    [shown.id, 'Tides', shown.slug, shown.absolute_url],
  );
  assert.equal((await read('/v1/public/emails/test?q=harbour')).body.count, 1);
  assert.equal((await read('/v1/public/emails/test?q=mountains')).body.count, 0);
  assert.equal((await read('/v1/public/emails/nobody')).status, 404);
});

test('an email is rendered, and former values of its fields are listed, as other clients ask for them', async () => {
  const { id } = await make({ subject: 'First', body: 'One **tide**', status: 'draft' });
  const { content } = (await service.api('GET', `/v1/emails/${id}/renders`)).body;
  assert.match(content, /<strong[^>]*>tide<\/strong>/);
  assert.match((await service.api('GET', `/v1/emails/${id}/renders?target=web`)).body.content, /tide/);
  await service.api(
    'PATCH',
    `/v1/emails/${id}`,
    { body: 'Two tides' },
    await service.keyWith({ emails: 'write' }),
  );
  const { results, count } = (await service.api('GET', `/v1/emails/${id}/history`)).body;
  assert.deepEqual(
    [count, results.map(({ value }: { value: string }) => value)],
    [2, ['Two tides', 'One **tide**']],
  );
  const found = (await service.api('GET', `/v1/emails/${id}/history?query=one`)).body;
  assert.deepEqual([found.count, found.results[0].value], [1, 'One **tide**']);
  const one = await service.api('GET', `/v1/emails/${id}/history/body/${found.results[0].history_id}`);
  assert.deepEqual([one.status, one.body.value], [200, 'One **tide**']);
  assert.equal((await service.api('GET', `/v1/emails/${id}/history/body/99`)).status, 404);
});

test('a tag says how many subscribers have it, and how they read', async () => {
  const tag = (await service.api('POST', '/v1/tags', { name: 'Waders', color: '#4f6d8f' })).body;
  await service.api('POST', '/v1/subscribers', {
    email_address: 'w@example.org',
    type: 'regular',
    tags: [tag.id],
  });
  const { body } = await service.api('GET', `/v1/tags/${tag.id}/analytics`);
  assert.deepEqual(body, { created_subscribers: 1, open_rate: 0, click_rate: 0 });
});

test('a subscriber is mailed a link to sign in, unless they may not', async () => {
  const { id } = (
    await service.api('POST', '/v1/subscribers', { email_address: 'm@example.org', type: 'regular' })
  ).body;
  assert.equal((await service.api('POST', `/v1/subscribers/${id}/send-magic-link`)).status, 200);
  const links = await service.db.selectFrom('reader_links').select(['purpose', 'address']).execute();
  assert.deepEqual(links, [{ purpose: 'sign_in', address: 'm@example.org' }]);
  const gone = (
    await service.api('POST', '/v1/subscribers', { email_address: 'g@example.org', type: 'unactivated' })
  ).body;
  const refused = await service.api('POST', `/v1/subscribers/${gone.id}/send-magic-link`);
  assert.deepEqual([refused.status, refused.body.code], [400, 'status_invalid']);
});
