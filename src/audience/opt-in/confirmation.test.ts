import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readMail } from '../../testing/mail-readers.ts';
import { post } from '../../testing/pages.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ works: true });
});
after(() => service.stop());

const change = (fields: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, fields);
async function askedBy(address: string) {
  await post(service, '/api/emails/embed-subscribe/test', { email: address, metadata__name: 'Buy this' });
  const mail = await until(`mail to ${address}`, async () =>
    service.sink.accepted.find(({ to }) => to === address),
  );
  return readMail(Buffer.from(mail.source, 'latin1'));
}

test('the mail that asks to confirm has the newsletter’s words, the button, and nothing that the person wrote', async () => {
  await change({
    confirmation_subject: 'One step left, {{ newsletter.name }}',
    confirmation_text:
      '## Nearly there\n\nPress **the button**, {{ subscriber.metadata.name }}{{ subscriber.email }}.',
    tint_color: '#0b6b3a',
  });
  const { subject, html, text } = await askedBy('words@example.org');
  assert.equal(subject, 'One step left, Test');
  assert.match(html, /<h2[^>]*>Nearly there<\/h2>/);
  assert.match(
    html,
    /<a class="button" href="http:\/\/news\.example\/confirm\/[^"]+"[^>]*background-color:#0b6b3a/,
  );
  assert.match(html, /If it was not you, do nothing/);
  assert.match(text, /http:\/\/news\.example\/confirm\//);
  assert.ok(!/Buy this|words@example/.test(html + text));
});

test('stored text that hides the button is not used: people can always confirm', async () => {
  await service.db
    .updateTable('newsletters')
    .set({ confirmation_subject: '', confirmation_text: '```\ncode' })
    .where('key', '=', service.newsletter.key)
    .execute();
  const { subject, html } = await askedBy('hidden@example.org');
  assert.equal(subject, 'Confirm your subscription to Test');
  assert.match(html, /<a class="button" href="http:\/\/news\.example\/confirm\//);
});
