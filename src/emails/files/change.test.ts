import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTransaction, untilBlocked } from '../../testing/barriers.ts';
import type { Part } from '../../testing/forms.ts';
import { pngOf } from '../../testing/pictures.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

const quota = 5000;
let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { UPLOAD_QUOTA_BYTES: String(quota) } });
});
after(() => service.stop());

const image = (value: Uint8Array, filename = 'a.png'): Part => ({ name: 'image', filename, value });
const picture = (...more: number[]) => pngOf(Buffer.from(more));
const attachment = (size = 10): Part => ({
  name: 'file',
  filename: 'a.txt',
  value: 'x'.repeat(size),
  type: 'text/plain',
});
const attach = async (headers?: Record<string, string>) =>
  (await service.upload('/v1/attachments', [attachment()], headers)).body;
const statusOf = async (address: string) =>
  (await fetch(service.url + new URL(address, 'http://news.example').pathname)).status;

test('the same bytes uploaded again are the same image, even concurrently', async () => {
  const first = await service.upload('/v1/images', [image(picture(1))]);
  const again = await service.upload('/v1/images', [image(picture(1), 'another name.png')]);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  const both = await Promise.all([1, 2, 3, 4].map(() => service.upload('/v1/images', [image(picture(2))])));
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(both.map(({ body }) => body.id)).size, 1);
  assert.equal(await statusOf(both[0]!.body.image), 200);
  const foreign = await service.upload('/v1/images', [image(picture(1))], await service.foreignKey());
  assert.notEqual(foreign.body.id, first.body.id);
  await service.api('DELETE', `/v1/images/${first.body.id}`);
  const made = await service.upload('/v1/images', [image(picture(1))]);
  assert.notEqual(made.body.id, first.body.id);
  assert.equal(await statusOf(made.body.image), 200);
});

test('an image has metadata; an attachment can be renamed, and its old address still works', async () => {
  const { id } = (await service.upload('/v1/images', [image(picture(3))])).body;
  const set = await service.api('PATCH', `/v1/images/${id}`, { metadata: { alt: 'A hill' } });
  assert.deepEqual([set.status, set.body.metadata], [200, { alt: 'A hill' }]);
  assert.deepEqual((await service.api('PATCH', `/v1/images/${id}`, {})).body, set.body);
  assert.deepEqual((await service.api('GET', `/v1/images/${id}`)).body, set.body);
  assert.deepEqual((await service.api('PATCH', `/v1/images/${id}`, { metadata: null })).body.metadata, {});
  const wrong = await service.api('PATCH', `/v1/images/${id}`, { metadata: 'x' });
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'metadata_invalid']);
  const file = await attach();
  const named = await service.api('PATCH', `/v1/attachments/${file.id}`, { name: '../März.pdf' });
  assert.deepEqual([named.status, named.body.name, named.body.size], [200, 'März.pdf', file.size]);
  assert.deepEqual([await statusOf(file.file), await statusOf(named.body.file)], [200, 200]);
  assert.deepEqual((await service.api('GET', `/v1/attachments/${file.id}`)).body, named.body);
});

test('a deleted file and its bytes are gone, and files of another kind or newsletter are 404', async () => {
  const file = await attach();
  const { body: shown } = await service.upload('/v1/images', [image(picture(4))]);
  const foreign = await service.foreignKey();
  for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
    for (const [path, headers] of [
      [`/v1/attachments/${file.id}`, foreign],
      [`/v1/images/${shown.id}`, foreign],
      [`/v1/images/${file.id}`, {}],
      [`/v1/attachments/${shown.id}`, {}],
      ['/v1/attachments/x', {}],
    ] as const)
      assert.equal((await service.api(method, path, body, headers)).status, 404, `${method} ${path}`);
  for (const [path, address] of [
    [`/v1/attachments/${file.id}`, file.file],
    [`/v1/images/${shown.id}`, shown.image],
  ]) {
    assert.equal((await service.api('DELETE', path!)).status, 204);
    assert.deepEqual(
      [(await service.api('DELETE', path!)).status, (await service.api('GET', path!)).status],
      [404, 404],
    );
    assert.equal(await statusOf(address!), 404);
  }
  await assert.rejects(service.store.getBytes(file.id));
  const reader = await service.keyWith({ emails: 'read' });
  const { id } = await attach();
  assert.equal((await service.api('DELETE', `/v1/attachments/${id}`, undefined, reader)).status, 403);
});

test('an attachment cannot be deleted while an email has yet to send it', async () => {
  const { id } = await attach();
  await service.api('POST', '/v1/subscribers', { email: 'ada@example.org', type: 'regular' });
  const draft = await service.api('POST', '/v1/emails', { subject: 'A', status: 'draft', attachments: [id] });
  const refused = await service.api('DELETE', `/v1/attachments/${id}`);
  assert.deepEqual([refused.status, refused.body.code], [400, 'attachment_in_use']);
  assert.deepEqual(refused.body.metadata, { email_ids: draft.body.id });
  const path = `/v1/emails/${draft.body.id}`;
  await service.api('PATCH', path, { status: 'about_to_send' });
  await until('it is sent', async () => (await service.api('GET', path)).body.status === 'sent');
  assert.equal((await service.api('DELETE', `/v1/attachments/${id}`)).status, 204);
  const push = await service.api('PATCH', path, { attachments: [id], description: 'Later' });
  assert.deepEqual([push.status, push.body.attachments], [200, [id]]);
  const late = (await service.api('POST', '/v1/subscribers', { email: 'late@example.org', type: 'regular' }))
    .body;
  assert.equal((await service.api('POST', `/v1/subscribers/${late.id}/emails/${draft.body.id}`)).status, 200);
  await until('the late one gets a copy', async () => service.sink.accepted.length === 2);
  assert.deepEqual(
    service.sink.accepted.map(({ source }) => source.includes('filename="a.txt"')),
    [true, false],
  );
});

test('an email cannot gain an attachment that is being deleted: one of the two requests fails', async () => {
  const { id } = await attach();
  const holding = await holdTransaction(service.db, trx =>
    trx.selectFrom('files').select('key').where('id', '=', id).forUpdate().execute(),
  );
  const both = [
    service.api('POST', '/v1/emails', { subject: 'B', status: 'draft', attachments: [id] }),
    service.api('DELETE', `/v1/attachments/${id}`),
  ];
  await untilBlocked(service.db, 2);
  await holding.release();
  const [created, deleted] = (await Promise.all(both)).map(({ status }) => status);
  assert.ok(
    (created === 201 && deleted === 400) || (created === 400 && deleted === 204),
    `${created} ${deleted}`,
  );
});

test('a list can be limited to ids, and an unknown id adds nothing', async () => {
  const headers = await service.foreignKey();
  const [one, , three] = [await attach(headers), await attach(headers), await attach(headers)];
  const ask = async (query: string) =>
    (await service.api('GET', `/v1/attachments?${query}`, undefined, headers)).body;
  const both = await ask(`ids=${one.id}&ids=${three.id}&ids=x`);
  assert.deepEqual([both.count, both.results], [2, [one, three]]);
  assert.equal((await ask('ids=x')).count, 0);
});

test('a newsletter’s files stay within its quota, even with concurrent uploads; deleting makes room', async () => {
  const headers = await service.foreignKey();
  const upload = (size: number) => service.upload('/v1/attachments', [attachment(size)], headers);
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(1000)));
  const taken = answers.filter(({ status }) => status === 201);
  assert.equal(taken.length, quota / 1000);
  for (const { body } of answers.filter(({ status }) => status !== 201)) {
    assert.equal(body.code, 'upload_quota_exceeded');
    assert.match(body.detail, /5,000 bytes.*UPLOAD_QUOTA_BYTES/);
  }
  const { results } = (await service.api('GET', '/v1/attachments', undefined, headers)).body;
  assert.equal(results.length, taken.length);
  await service.api('DELETE', `/v1/attachments/${taken[0]!.body.id}`, undefined, headers);
  assert.deepEqual([(await upload(1001)).status, (await upload(1000)).status], [400, 201]);
});
