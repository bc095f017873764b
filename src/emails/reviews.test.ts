import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let colleague: Record<string, string>;
before(async () => {
  service = await startTestService();
  colleague = await service.keyWith({ emails: 'write', settings: 'read' });
});
after(() => service.stop());

type Headers = Record<string, string>;
const draft = async (body: string): Promise<string> =>
  (await service.api('POST', '/v1/emails', { subject: `Seen ${Math.random()}`, body, status: 'draft' })).body
    .id;
const review = (id: string, headers?: Headers) =>
  service.api('POST', `/v1/emails/${id}/reviews`, undefined, headers);
const reviews = async (id: string, headers?: Headers) =>
  (await service.api('GET', `/v1/emails/${id}/reviews`, undefined, headers)).body.results;
const patch = (id: string, fields: object) => service.api('PATCH', `/v1/emails/${id}`, fields);
const bodyAt = async (id: string, number: number) =>
  (await service.api('GET', `/v1/emails/${id}/revisions/${number}`)).body.body;

test('the reviewed text is kept, although its author goes on at once', async () => {
  const id = await draft('first');
  assert.deepEqual(await reviews(id), []);
  assert.equal((await review(id)).status, 200);
  await patch(id, { body: 'second' });
  await patch(id, { body: 'third' });
  const [seen] = await reviews(id);
  assert.equal(await bodyAt(id, seen.revision), 'first');
  await review(id);
  await patch(id, { body: 'fourth' });
  const [again, ...others] = await reviews(id);
  assert.deepEqual(others, []);
  assert.equal(await bodyAt(id, again.revision), 'third');
});

test('each reviewer has a review of their own, with a name for those who may see names', async () => {
  const id = await draft('first');
  await review(id);
  await patch(id, { body: 'second' });
  await review(id, colleague);
  const [theirs, mine] = await reviews(id, colleague);
  assert.deepEqual([await bodyAt(id, theirs.revision), await bodyAt(id, mine.revision)], ['second', 'first']);
  assert.equal(theirs.reviewer.type, 'key');
  assert.ok(mine.reviewer.name);
  const nameless = await service.keyWith({ emails: 'read' });
  assert.equal((await reviews(id, nameless))[0].reviewer.name, null);
});

test('a review is of the version that was seen, with the snippets as they were', async () => {
  await service.api('POST', '/v1/snippets', { identifier: 'farewell', name: 'farewell', content: 'Bye' });
  const id = await draft('{{ snippets.farewell }}');
  const seen = await service.api('GET', `/v1/emails/${id}`);
  const etag = seen.headers.get('etag')!;
  assert.equal((await review(id, { 'if-match': etag })).status, 200);
  assert.deepEqual((await reviews(id))[0].parts, seen.body.parts);
  await patch(id, { body: 'changed' });
  const late = await review(id, { 'if-match': etag });
  assert.deepEqual([late.status, late.body.current.body], [412, 'changed']);
  assert.equal((await service.api('GET', '/v1/emails/nowhere/reviews')).status, 404);
});

test('a text that was reviewed and then sent is kept as the sent text', async () => {
  const id = await draft('sent words');
  await review(id);
  await patch(id, { publish_date: '2099-01-01T00:00:00Z', status: 'scheduled' });
  await patch(id, { body: 'other words' });
  const { results } = (await service.api('GET', `/v1/emails/${id}/revisions`)).body;
  assert.deepEqual(
    results.map(({ kept_for }: { kept_for: string }) => kept_for),
    [null, 'send'],
  );
});
