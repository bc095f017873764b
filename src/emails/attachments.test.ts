import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pixel } from '../testing/forms.ts';
import { type ReadMail, readMail, readMailsByPython } from '../testing/mail-readers.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular' });
  await service.api('POST', '/v1/subscribers', { email_address: 'bob@example.org', type: 'regular' });
});
after(() => service.stop());

async function upload(name = 'a.txt', value: string | Uint8Array = 'bytes', headers = {}): Promise<string> {
  const file = { name: 'file', filename: 'x', value, type: 'application/pdf' };
  const { body } = await service.upload('/v1/attachments', [file, { name: 'name', value: name }], headers);
  return body.id;
}

let drafts = 0;
const makeDraft = (attachments: unknown) =>
  service.api('POST', '/v1/emails', { subject: `Draft ${++drafts}`, status: 'draft', attachments });

test('an email keeps its attachments in order, each of them once', async () => {
  const [a, b, c] = [await upload(), await upload(), await upload()];
  const { body } = await makeDraft([c, a, b]);
  assert.deepEqual(body.attachments, [c, a, b]);
  const path = `/v1/emails/${body.id}`;
  for (const [given, kept] of [
    [
      [b, c],
      [b, c],
    ],
    [
      [b, c],
      [b, c],
    ],
    [
      [a, b.toUpperCase(), a, b],
      [a, b],
    ],
    [null, []],
  ]) {
    const answer = await service.api('PATCH', path, { attachments: given });
    assert.deepEqual([answer.status, answer.body.attachments], [200, kept]);
    assert.deepEqual((await service.api('GET', path)).body.attachments, kept);
  }
});

test('an id that is not an attachment of this newsletter is refused, in a new email and in a change', async () => {
  const good = await upload();
  const image = await service.upload('/v1/images', [{ name: 'image', filename: 'x.png', value: pixel }]);
  const { body: draft } = await makeDraft([good]);
  for (const id of [
    '01900000-0000-7000-8000-000000000000',
    await upload('theirs', 'x', await service.foreignKey()),
    image.body.id,
    'a.txt',
    `${good} `,
    '',
  ]) {
    for (const [method, path] of [
      ['POST', '/v1/emails'],
      ['PATCH', `/v1/emails/${draft.id}`],
    ] as const) {
      const email = { subject: 'Refused', status: 'draft', attachments: [good, id] };
      const { status, body } = await service.api(method, path, email);
      assert.deepEqual([status, body.code], [400, 'attachment_invalid'], `${method} ${id}`);
      assert.ok(body.detail.startsWith('attachments: ') && body.detail.includes(`"${id}"`), body.detail);
    }
  }
  assert.deepEqual((await service.api('GET', `/v1/emails/${draft.id}`)).body, draft);
});

test('a hundred attachments are accepted and one more is refused', async () => {
  const id = await upload();
  assert.equal((await makeDraft(Array(100).fill(id))).status, 201);
  const { status, body } = await makeDraft(Array(101).fill(id));
  assert.deepEqual([status, body.code], [400, 'attachment_invalid']);
});

test('a sent email carries its attachments in order, with names of any script and length and every byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 10_001 }, (_, at) => (at * 7) % 256));
  const files = [
    { name: '第一号のニュースレター.pdf', bytes },
    { name: '👩‍👩‍👧‍👦 🌍.png', bytes: Buffer.from('.') },
    { name: 'say "hi"; it\'s a=b.txt', bytes: Buffer.from('a\n.\n\r\nFrom me\r\n.') },
    { name: `${'長'.repeat(196)}.pdf`, bytes: Buffer.from('x'.repeat(57)) },
  ];
  const attachments = [];
  for (const file of files) attachments.push(await upload(file.name, file.bytes));
  const { body } = await service.api('POST', '/v1/emails', {
    subject: 'With files',
    body: 'See.',
    attachments,
  });
  await untilStatus(body.id, 'sent');
  const sources = service.sink.accepted.map(({ source }) => Buffer.from(`${source}\r\n`, 'latin1'));
  assert.equal(sources.length, 2);
  const expected = files.map(file => ({ ...file, type: 'application/pdf' }));
  const byPython = await readMailsByPython(sources);
  for (const read of [...(await Promise.all(sources.map(readMail))), ...(byPython ?? [])]) {
    assert.deepEqual(read.attachments, expected satisfies ReadMail['attachments']);
    assert.match(read.text, /^See\.$/m);
  }
});

test('teaser readers get no attachments, in the preview or the mail', async () => {
  await service.api('POST', '/v1/subscribers', { email_address: 'eve@example.org', type: 'premium' });
  const attachments = [await upload()];
  const premium = { email_type: 'premium', should_send_teaser: true, body: 'One\n\nTwo', attachments };
  for (const status of ['draft', 'about_to_send']) {
    service.sink.accepted.length = 0;
    const { body } = await service.api('POST', '/v1/emails', { subject: 'For members', status, ...premium });
    if (status === 'draft')
      await service.api('POST', `/v1/emails/${body.id}/send-draft`, {
        recipients: ['ada@example.org', 'bob@example.org', 'eve@example.org'],
      });
    await until('three copies', async () => service.sink.accepted.length === 3);
    for (const { to, source } of service.sink.accepted) {
      const read = await readMail(Buffer.from(source, 'latin1'));
      assert.equal(read.attachments.length, to.startsWith('eve') ? 1 : 0, `${status}: ${to}`);
    }
  }
  await service.api('DELETE', '/v1/subscribers/eve@example.org');
});

test('an email with an unreadable attachment waits with the reason and goes once it can be read', async () => {
  service.sink.accepted.length = 0;
  const id = await upload('a.txt', 'kept');
  await service.store.delete(id);
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Lost', attachments: [id] });
  await untilStatus(body.id, 'in_flight');
  await service.store.put(id, Buffer.from('kept'));
  await untilStatus(body.id, 'sent');
  assert.equal(service.sink.accepted.length, 2);
});

function untilStatus(id: string, status: string) {
  return until(status, async () => (await service.api('GET', `/v1/emails/${id}`)).body.status === status);
}
