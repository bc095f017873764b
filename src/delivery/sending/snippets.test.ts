import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { requestWork } from '../../platform/work/request.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { readMail } from '../../testing/mail-readers.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

/** More readers than a worker takes in hand at once. */
const readers = 8;
let service: TestService;
before(async () => {
  service = await startTestService({ works: true, env: { UNCERTAIN_WINDOW: '1', SMTP_CONNECTIONS: '1' } });
  await addSubscribers(service.db, service.newsletter, readers);
});
beforeEach(() => {
  service.sink.accepted.length = 0;
});
after(() => service.stop());

async function makeSnippet(identifier: string, content: string): Promise<string> {
  return (await service.api('POST', '/v1/snippets', { identifier, content })).body.id;
}

const publish = (id: string) => service.api('POST', `/v1/emails/${id}/publish`);
const emailOf = async (id: string) => (await service.api('GET', `/v1/emails/${id}`)).body;
const untilStatus = (id: string, status: string) =>
  until(status, async () => (await emailOf(id)).status === status && emailOf(id));
/** Makes a scheduled email due early. */
async function comeDue(id: string): Promise<void> {
  const publish_date = new Date().toISOString();
  await service.db.updateTable('emails').set({ publish_date }).where('id', '=', id).execute();
  await requestWork(service.db, 'emails', id);
}
const mails = () =>
  Promise.all(service.sink.accepted.map(({ source }) => readMail(Buffer.from(source, 'latin1'))));

test('a snippet’s Markdown and Liquid are read as part of the body', async () => {
  await makeSnippet('greeting', '## Dear *{{ subscriber.metadata.first_name }}*');
  await makeSnippet('money', '$& stays');
  const body = '{{ snippets.greeting }}\n\nText. {{snippets.money}}';
  const { id } = (await service.api('POST', '/v1/emails', { subject: 'Greeting', body })).body;
  assert.equal((await emailOf(id)).body, body, 'the email keeps what was written');
  await untilStatus(id, 'sent');
  for (const [at, { html, text }] of (await mails()).entries()) {
    const reader = `Reader ${service.sink.accepted[at]!.to.slice(1, 2)}`;
    assert.match(html, new RegExp(`<h2[^>]*>Dear <em[^>]*>${reader}</em></h2>`));
    assert.match(text, new RegExp(reader));
    assert.match(text, /\$& stays/);
    assert.doesNotMatch(text, /snippets\./);
  }
  assert.equal(service.sink.accepted.length, readers);
});

test('a preview shows snippets', async () => {
  await makeSnippet('shown', '**{{ subscriber.email }}**');
  const { body } = await service.api('POST', '/v1/emails/preview', {
    subject: 'x',
    body: '{{ snippets.shown }}',
  });
  assert.match(body.html, /<strong[^>]*>reader@example\.org<\/strong>/);
});

test('an unknown snippet is refused in a new email, in a change and in a preview', async () => {
  const theirs = await service.foreignKey();
  await service.api('POST', '/v1/snippets', { identifier: 'theirs', content: 'x' }, theirs);
  const { body: draft } = await service.api('POST', '/v1/emails', { subject: 'Draft', status: 'draft' });
  for (const [method, path] of [
    ['POST', '/v1/emails'],
    ['PATCH', `/v1/emails/${draft.id}`],
    ['POST', '/v1/emails/preview'],
  ] as const) {
    for (const word of ['unknown', 'theirs', 'constructor']) {
      const email = { subject: 'Draft', status: 'draft', body: `Hello\n{{ snippets.${word} }}` };
      const answer = await service.api(method, path, email);
      assert.deepEqual([answer.status, answer.body.code], [400, 'body_invalid'], `${method} ${word}`);
      assert.match(answer.body.detail, new RegExp(`^body: .*"${word}"`));
    }
  }
  assert.deepEqual(await emailOf(draft.id), draft);
});

test('an email uses its snippets as they are when sending begins, in the last copy as in the first', async () => {
  const snippet = await makeSnippet('changing', 'as it was written');
  const email = {
    subject: 'Changing',
    body: '{{ snippets.changing }}',
    publish_date: '2999-01-01T00:00:00Z',
  };
  const { id } = (await service.api('POST', '/v1/emails', email)).body;
  await service.api('PATCH', `/v1/snippets/${snippet}`, { content: 'as it was when sending began' });
  const first = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  service.sink.heard = () => first.resolve();
  service.sink.treat = () => ({ before_dot: rest.promise });
  await publish(id);
  await first.promise;
  await service.api('PATCH', `/v1/snippets/${snippet}`, { content: 'as it was later' });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { name: 'Prepared again' });
  rest.resolve();
  await untilStatus(id, 'sent');
  service.sink.treat = () => ({});
  assert.equal(service.sink.accepted.length, readers);
  for (const { text } of await mails()) assert.match(text, /as it was when sending began/);
});

test('a scheduled email whose snippet is gone becomes errored with the reason, and can be sent once the snippet is back', async () => {
  const snippet = await makeSnippet('gone', 'x');
  const email = { subject: 'Gone', body: '{{ snippets.gone }}', publish_date: '2999-01-01T00:00:00Z' };
  const { id } = (await service.api('POST', '/v1/emails', email)).body;
  await service.api('DELETE', `/v1/snippets/${snippet}`);
  const refused = await service.api('POST', `/v1/emails/${id}/publish`);
  assert.deepEqual([refused.status, refused.body.code], [400, 'body_invalid']);
  await comeDue(id);
  const errored = await untilStatus(id, 'errored');
  assert.match(errored.status_reason, /^body: there is no snippet "gone"/);
  assert.equal(service.sink.accepted.length, 0);
  await makeSnippet('gone', 'back again');
  assert.equal((await service.api('PATCH', `/v1/emails/${id}`, { status: 'about_to_send' })).status, 200);
  assert.equal((await untilStatus(id, 'sent')).status_reason, '');
  for (const { text } of await mails()) assert.match(text, /back again/);
});

test('a snippet that no longer compiles makes a scheduled email errored with the reason', async () => {
  const snippet = await makeSnippet('broken', 'x');
  const email = { subject: 'Broken', body: '{{ snippets.broken }}', publish_date: '2999-01-01T00:00:00Z' };
  const { id } = (await service.api('POST', '/v1/emails', email)).body;
  await service.api('PATCH', `/v1/snippets/${snippet}`, { content: '{% if x %}' });
  await comeDue(id);
  assert.match((await untilStatus(id, 'errored')).status_reason, /^body, line 1/);
});

test('a custom teaser is compiled like the body, and an invalid one is refused when the email is made', async () => {
  const premium = { subject: 'Premium', email_type: 'premium', should_send_teaser: true, body: 'All of it' };
  await makeSnippet('teaser', 'from a snippet');
  for (const custom_teaser of ['{% if x %}', '{{ snippets.unknown }}']) {
    const { status, body } = await service.api('POST', '/v1/emails', { ...premium, custom_teaser });
    assert.deepEqual([status, body.code], [400, 'email_invalid'], custom_teaser);
    assert.match(body.detail, /^custom_teaser\b/);
  }
  const custom_teaser = 'Teaser {{ snippets.teaser }}';
  const { id } = (await service.api('POST', '/v1/emails', { ...premium, custom_teaser })).body;
  await untilStatus(id, 'sent');
});
