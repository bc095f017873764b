import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import PostalMime from 'postal-mime';
import { readContents } from '../../testing/contents.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { until } from '../../testing/until.ts';

let service: TestService;
let draft: { id: string };
before(async () => {
  service = await startTestService({ works: true });
  await service.api('POST', '/v1/subscribers', {
    email_address: 'ada@example.org',
    type: 'regular',
    metadata: { first_name: 'Ada' },
  });
  const body = 'Hello {{ subscriber.metadata.first_name | default: "you" }}\n\n[out]({{ unsubscribe_url }})';
  draft = (await service.api('POST', '/v1/emails', { subject: 'News', body, status: 'draft' })).body;
});
beforeEach(() => {
  service.sink.accepted.length = 0;
});
after(() => service.stop());

const sendDraft = (body?: unknown, id = draft.id) => service.api('POST', `/v1/emails/${id}/send-draft`, body);
const arrived = (count: number) =>
  until('the previews', async () => service.sink.accepted.length >= count && service.sink.accepted);

test('a draft goes once to each named recipient, as they would see it, and not to the audience', async () => {
  const { id } = (await service.api('GET', '/v1/subscribers/ada@example.org')).body;
  const { status, body } = await sendDraft({
    subscribers: [id],
    recipients: ['boss@example.org', 'ADA@example.org', 'boss@example.org'],
  });
  assert.deepEqual([status, body], [200, {}]);
  const mails = await arrived(2);
  assert.deepEqual(mails.map(mail => mail.to).toSorted(), ['ada@example.org', 'boss@example.org']);
  for (const { to, source } of mails) {
    const { subject, text, headers } = await PostalMime.parse(source);
    assert.equal(subject, '[PREVIEW] News');
    assert.match(String(text), to.startsWith('ada') ? /Hello Ada/ : /Hello you/);
    assert.equal(
      headers.find(header => header.key.startsWith('list-unsubscribe')),
      undefined,
    );
    assert.match(String(text), /\/unsubscribe\/preview/);
  }
});

test('without recipients or a body, a draft goes to the newsletter’s own address', async () => {
  assert.equal((await sendDraft()).status, 200);
  assert.equal((await arrived(1))[0]!.to, service.newsletter.from_address);
});

test('if one recipient is unknown or invalid, nobody is mailed', async () => {
  const tables = await readContents(service.db);
  const wrong = [
    [
      { subscribers: ['01900000-0000-7000-8000-000000000000'], recipients: ['boss@example.org'] },
      'request_invalid',
    ],
    [{ recipients: ['boss@example.org', 'no address'] }, 'email_address_invalid'],
    [{ recipients: 'boss@example.org' }, 'request_invalid'],
  ] as const;
  for (const [body, code] of wrong) {
    const answer = await sendDraft(body);
    assert.deepEqual([answer.status, answer.body.code], [400, code]);
  }
  assert.deepEqual(await readContents(service.db), tables);
  assert.deepEqual(service.sink.accepted, []);
});

test('a preview counts nothing and leaves the draft as it is', async () => {
  const before = (await service.api('GET', `/v1/emails/${draft.id}`)).body;
  await sendDraft({ recipients: ['boss@example.org'] });
  await arrived(1);
  assert.deepEqual((await service.api('GET', `/v1/emails/${draft.id}`)).body, before);
  assert.equal((await service.api('GET', `/v1/emails/${draft.id}/analytics`)).body.recipients, 0);
});

test('a sent email cannot be sent as a draft, and another newsletter’s email is not found', async () => {
  const { body } = await service.api('POST', '/v1/emails', { subject: 'Sent' });
  await until('sent', async () => (await service.api('GET', `/v1/emails/${body.id}`)).body.status === 'sent');
  assert.deepEqual(
    [(await sendDraft({}, body.id)).status, (await sendDraft({}, body.id)).body.code],
    [400, 'status_invalid'],
  );
  const foreign = await service.api(
    'POST',
    `/v1/emails/${draft.id}/send-draft`,
    {},
    await service.foreignKey(),
  );
  assert.equal(foreign.status, 404);
});

test('a preview over the API shows the three parts, the size and the findings', async () => {
  const { status, body } = await service.api('POST', `/v1/emails/${draft.id}/preview`, {
    subscriber: 'ada@example.org',
    subject: 'For {{ subscriber.metadata.first_name }} TODO',
  });
  assert.equal(status, 200);
  assert.equal(body.subject, 'For Ada TODO');
  assert.match(body.html, /Hello Ada/);
  assert.match(body.text, /Hello Ada/);
  assert.ok(body.size > body.html.length / 2);
  assert.ok(body.findings.some((finding: { kind: string }) => finding.kind === 'placeholder_left'));
  assert.equal((await service.api('GET', `/v1/emails/${draft.id}`)).body.subject, 'News', 'nothing is kept');
  const unwritten = await service.api('POST', '/v1/emails/preview', {
    subject: 'New',
    body: '# Hi {{ subscriber.email }}',
  });
  assert.match(unwritten.body.text, /Hi reader@example.org/);
  const broken = await service.api('POST', '/v1/emails/preview', { subject: 'New', body: '{% if %}' });
  assert.deepEqual([broken.status, broken.body.code], [400, 'body_invalid']);
});

test('a preview and a test mail have the number that the issue will get', async () => {
  const headers = await service.foreignKey();
  const api = async (method: string, path: string, body?: object) =>
    (await service.api(method, path, body, headers)).body;
  await api('POST', '/v1/emails', { subject: 'Past', status: 'imported', secondary_id: 41 });
  const fields = { subject: 'Low Water {{ email.secondary_id }}', body: 'Number {{ email.secondary_id }}' };
  const { id } = await api('POST', '/v1/emails', { ...fields, status: 'draft' });
  for (const path of ['/v1/emails/preview', `/v1/emails/${id}/preview`]) {
    const { subject, text } = await api('POST', path, fields);
    assert.equal(subject, 'Low Water 42');
    assert.match(text, /Number 42/);
  }
  await api('POST', `/v1/emails/${id}/send-draft`, { recipients: ['boss@example.org'] });
  assert.equal((await PostalMime.parse((await arrived(1))[0]!.source)).subject, '[PREVIEW] Low Water 42');
  assert.equal((await api('GET', `/v1/emails/${id}`)).secondary_id, null);
});

test('a preview for a free subscriber shows the teaser of a premium email', async () => {
  const premium = {
    subject: 'P',
    email_type: 'premium',
    should_send_teaser: true,
    body: 'For all\n\n<!-- paywall -->\n\nFor members',
  };
  const { body } = await service.api('POST', '/v1/emails/preview', {
    ...premium,
    subscriber: 'ada@example.org',
  });
  assert.match(body.text, /For all/);
  assert.doesNotMatch(body.text, /For members/);
});
