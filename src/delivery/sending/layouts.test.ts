import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pixel } from '../../testing/forms.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { assertForm } from '../../testing/message-form.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { postal_address: 'Quay 1' });
  await service.api('POST', '/v1/subscribers', { email_address: 'ada@example.org', type: 'regular' });
});
after(() => service.stop());

async function mailOf(fields: object) {
  const before = service.sink.accepted.length;
  const { body, text } = await service.api('POST', '/v1/emails', fields);
  assert.ok(body.id, text);
  const mail = await until('the mail', async () => service.sink.accepted[before]);
  return {
    id: body.id as string,
    source: mail.source,
    ...(await readMail(Buffer.from(mail.source, 'latin1'))),
  };
}

const body = '# Dear reader\n\nÜnïcödé and [a link](https://a.example/).';
const seen = new Set<string>();
for (const template of [null, 'modern', 'classic', 'naked'] as const) {
  test(`the template ${template} is a separate layout with the postal address and unsubscribe links`, async () => {
    const { html, text } = await mailOf({ subject: `Layout ${template}`, body, template });
    assert.match(html, /<h1[^>]*>Dear reader<\/h1>/);
    for (const part of [html, text]) {
      assert.match(part, /Quay 1/);
      assert.match(part, /\/unsubscribe\/[^"\s]+/);
      assert.match(part, /\/manage\/[^"\s]+/);
    }
    const look = html.replace(/Layout \w+|#\d+|https?:[^"]*/g, '');
    assert.equal(seen.has(look), template === 'modern', 'modern is the only default');
    seen.add(look);
  });
}

test('a plaintext email has one text part, with or without attachments, and an unsubscribe link', async () => {
  const upload = await service.upload('/v1/attachments', [{ name: 'file', filename: 'a.png', value: pixel }]);
  for (const attachments of [[], [upload.body.id]]) {
    const fields = { subject: `Text ${attachments.length}`, body, template: 'plaintext', attachments };
    const mail = await mailOf(fields);
    assertForm(mail.source);
    assert.equal(mail.html, '');
    assert.match(
      mail.text,
      /Ünïcödé and a link[\s\S]*https:\/\/a\.example\/[\s\S]*Quay 1[\s\S]*\/unsubscribe\//,
    );
    assert.doesNotMatch(mail.source, /text\/html|multipart\/alternative/);
    assert.match(mail.source, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.match(
      mail.source,
      attachments.length > 0
        ? /^Content-Type: multipart\/mixed; boundary="(.*)"\r\n[\s\S]*\r\n\r\n--\1\r\nContent-Type: text\/plain[\s\S]*\r\n--\1--/m
        : /^Content-Type: text\/plain; charset=utf-8\r$/m,
    );
    assert.deepEqual(
      mail.attachments.map(({ name, bytes }) => [name, Buffer.compare(bytes, pixel)]),
      attachments.map(() => ['a.png', 0]),
    );
  }
  const { body: draft } = await service.api('POST', '/v1/emails', {
    subject: 'Text preview',
    body,
    template: 'plaintext',
    status: 'draft',
  });
  const preview = await service.api('POST', `/v1/emails/${draft.id}/preview`, {});
  assert.deepEqual([preview.body.html, preview.body.text.includes('Ünïcödé')], ['', true]);
});
