import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { replyMailbox } from '../links/return-path.ts';
import { newId } from '../platform/ids.ts';
import { startInbox } from '../platform/inbox/inbox.ts';
import { openTransport } from '../platform/mail/smtp/transport.ts';
import { signInOwner } from './browser-session.ts';
import { openFeedServer, rss } from './feed-server.ts';
import { pixel } from './forms.ts';
import { type ReadMail, readMail } from './mail-readers.ts';
import { post } from './pages.ts';
import type { TestService } from './postrider.ts';
import { openReceiver } from './receiver.ts';
import { until } from './until.ts';

/**
 * Creates one of every kind of object that a path can name in a working service, and makes it send one of every kind of mail. Returns the
 * ids by the word before them in paths, once no work is left.
 */
export async function furnish(service: TestService): Promise<Record<string, string>> {
  const create = creatorOn(service);
  const { id, from_address } = service.newsletter;
  const settings = { track_opens: true, track_clicks: true, undo_seconds: 0, welcome_body: '# Hello' };
  await service.api('PATCH', `/v1/newsletters/${id}`, settings);
  const subscribers = await create('/v1/subscribers', { email: 'ada@example.org', type: 'premium' });
  await service.api('POST', `/v1/subscribers/${subscribers}/private-feed`);
  const surveys = await create('/v1/surveys', {
    identifier: 'best',
    question: 'Which is best?',
    answers: ['Tea', 'Milk'],
  });
  const emails = await mailAll(service);
  await create('/v1/survey_responses', { survey_id: surveys, subscriber_id: subscribers, answer: 0 });
  await service.api('PATCH', `/v1/emails/${emails}`, { commenting_mode: 'enabled' });
  const comments = await create('/v1/comments', {
    email_id: emails,
    subscriber_id: subscribers,
    text: 'Hello',
  });
  await create('/v1/comments', { parent_id: comments, text: 'Hello yourself' });
  const replies = await receiveReply(service);
  const automations = await followFeed(service);
  const sequences = await startSequence(service);
  const images = (await uploadImage(service)).body.id;
  const people = await member(service);
  const ids = {
    newsletters: id,
    subscribers,
    surveys,
    comments,
    replies,
    emails,
    automations,
    sequences,
    external_feeds: automations,
    notes: await create('/v1/notes', { body: 'Called', model_type: 'subscriber', model_id: subscribers }),
    forms: await create('/v1/forms', {
      title: 'Walks',
      slug: 'walks',
      fields: [{ name: 'day', label: 'Day', type: 'date' }],
    }),
    relays: await idleRelay(service),
    tags: await create('/v1/tags', { name: 'Birds', subscriber_editable: true }),
    snippets: await create('/v1/snippets', { identifier: 'bye', content: 'Bye' }),
    templates: await create('/v1/templates', { name: 'Weekly', body: '## Tides' }),
    bulk_actions: await create('/v1/bulk_actions', {
      type: 'apply_metadata',
      metadata: { action: 'set', metadata: { a: 1 } },
    }),
    webhooks: await refuseEvents(service),
    messages: await fillInbox(service),
    images,
    files: images,
    attachments: (await service.upload('/v1/attachments', [{ ...png, name: 'file' }])).body.id,
    events: (await service.api('GET', '/v1/events')).body.results[0].id,
    api_keys: (await service.api('GET', '/v1/api_keys')).body.results[0].id,
    people,
    users: people,
    exports: await create('/v1/exports', {}),
    imports: await failedImport(service),
    segments: await create('/v1/segments', {
      name: 'Premium',
      filters: {
        predicate: 'and',
        filters: [{ field: 'subscriber.type', operator: 'equals', value: 'premium' }],
        groups: [],
      },
    }),
  };
  await untilMailed(service, from_address, 'A webhook');
  await until('all work is done', async () => (await countUndone(service)) === 0);
  // The attempt was logged before the mail about the webhook was sent.
  const log = await service.api('GET', `/v1/webhooks/${ids.webhooks}/attempts`);
  return { ...ids, attempts: log.body.results[0].id };
}

/** Makes a reader reply by mail, and answers. Returns the id of the reply. */
export async function receiveReply({ api, secret, newsletter }: TestService): Promise<string> {
  const recipient = replyMailbox(secret, 'bounces.example.org', newsletter.key);
  const message = `From: Ada <ada@example.org>\nTo: ${recipient}\nSubject: Low water\nMessage-ID: <${newId()}@example.org>\n\nThank you!\n`;
  await api('POST', `/v1/feedback/messages?recipient=${encodeURIComponent(recipient)}`, message, {
    'content-type': 'message/rfc822',
  });
  const { id } = (await api('GET', '/v1/replies')).body.results[0];
  await api('POST', `/v1/replies/${id}/answers`, { text: 'You are welcome.' });
  return id;
}

/** Adds somebody to the newsletter's team. Returns their id. */
async function member(service: TestService): Promise<string> {
  await signInOwner(service);
  return (await service.api('GET', '/v1/people')).body.results[0].id;
}

/** Adds an import whose file could not be read. Returns its id. */
async function failedImport({ db, newsletter }: TestService): Promise<string> {
  const { id } = await db
    .insertInto('imports')
    .values({
      id: newId(),
      newsletter_key: newsletter.key,
      format: 'postrider',
      file_name: 'a.zip',
      size: 1,
      folder: 'imports/none',
      status: 'failed',
      completion_date: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const png = { value: pixel, filename: 'one.png', type: 'image/png' };

/** Uploads an image. The same image again has the same id. */
function uploadImage(service: TestService) {
  return service.upload('/v1/images', [{ ...png, name: 'image' }]);
}

/** Returns the service's addresses in a text, as paths. */
export function linksIn(text: string): string[] {
  return [...text.matchAll(/http:\/\/news\.example(\/[\w./-]*)/g)].map(([, path]) => path!);
}

/**
 * Sends issues, a preview, a confirmation, a reminder, a welcome, sign-in links and a change of address and back. Returns
 * the issue's id.
 */
async function mailAll(service: TestService): Promise<string> {
  const create = creatorOn(service);
  const { image: picture } = (await uploadImage(service)).body;
  const body = `![](${picture}) [Go](https://example.org/) and [on](https://example.net/)`;
  const email = await create('/v1/emails', { subject: 'Open', body });
  await create('/v1/emails', {
    subject: 'Paid',
    body: 'One <!-- paywall --> two\n\n{{ survey.best }}',
    email_type: 'premium',
  });
  const old = { subject: 'Moved', body: 'x', status: 'imported', slug: 'renamed' };
  await service.api('PATCH', `/v1/emails/${await create('/v1/emails', old)}`, { slug: 'moved' });
  const draft = await create('/v1/emails', { subject: 'Draft', body, status: 'draft' });
  const colleague = await service.keyWith({ emails: 'write' });
  await service.api('PATCH', `/v1/emails/${draft}`, { description: 'About' }, colleague);
  await create(`/v1/emails/${draft}/send-draft`, { recipients: ['owner@example.org'] });
  await untilMailed(service, 'owner@example.org', '[PREVIEW] Draft');
  await untilMailed(service, 'ada@example.org', 'Paid');
  const issue = await untilMailed(service, 'ada@example.org', 'Open');

  await post(service, pick(issue, '/manage/'), { do: 'address', email: 'new@example.org' });
  await untilMailed(service, 'new@example.org', 'Confirm your new address');
  await post(service, '/test/sign-in', { email: 'ada@example.org' });
  await untilMailed(service, 'ada@example.org', 'Sign in');

  const form = '/api/emails/embed-subscribe/test';
  await create('/v1/subscribers', { email: 'eve@example.org', type: 'unsubscribed' });
  for (const name of ['eve', 'joe']) await post(service, form, { email: `${name}@example.org` });
  await untilMailed(service, 'eve@example.org', 'Confirm');
  const confirmation = await untilMailed(service, 'joe@example.org', 'Confirm');
  await post(service, pick(confirmation, '/confirm/'), { confirm: 'subscription' });
  await untilMailed(service, 'joe@example.org', 'Welcome');
  const bob = await create('/v1/subscribers', { email: 'bob@example.org' });
  await untilMailed(service, 'bob@example.org', 'Confirm');
  await create(`/v1/subscribers/${bob}/send-reminder`, {});
  await untilMailed(service, 'bob@example.org', 'Confirm', 2);
  return email;
}

/** Creates a sequence in which somebody waits. */
async function startSequence(service: TestService): Promise<string> {
  const create = creatorOn(service);
  const id = await create('/v1/automations', {
    name: 'Welcome',
    trigger: 'automation.invoked',
    actions: [
      { type: 'add_metadata', metadata: { metadata: { welcomed: 'yes' } }, timing: null },
      {
        type: 'send_notification',
        metadata: { text: 'A week' },
        timing: { time: 'delay', delay: { value: '7', unit: 'days' } },
      },
    ],
  });
  await service.api('PATCH', `/v1/automations/${id}`, { status: 'active' });
  await service.api('POST', `/v1/automations/${id}/invoke`, { subscribers: ['ada@example.org'] });
  const path = `/v1/automations/${id}/runs`;
  await until(
    'somebody waits',
    async () => (await service.api('GET', path)).body.results[0]?.steps.length === 1,
  );
  return id;
}

async function followFeed(service: TestService): Promise<string> {
  const feeds = await openFeedServer();
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  const id = await creatorOn(service)('/v1/automations', {
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.url }}',
  });
  await feeds.close();
  return id;
}

/** Creates a webhook that the service finds gone, so that its owner is mailed. Returns its id. */
async function refuseEvents(service: TestService): Promise<string> {
  const create = creatorOn(service);
  const receiver = await openReceiver();
  receiver.answer = response => void response.writeHead(410).end();
  const id = await create('/v1/webhooks', { url: receiver.url });
  await create('/v1/subscribers', { email_address: 'event@reader.example', type: 'paused' });
  await until('the webhook is refused', async () => receiver.received.length > 0);
  await receiver.close();
  return id;
}

/** A mail with an attachment. */
const withFile = [
  ...['From: owner@example.org', 'To: ada@example.org', 'Subject: Notes', 'MIME-Version: 1.0'],
  ...['Content-Type: multipart/mixed; boundary=part', '', '--part', 'Content-Type: text/html', ''],
  ...['<p>Here they are.</p>', '--part'],
  ...['Content-Disposition: attachment; filename=notes.txt', '', 'High water at noon', '--part--', ''],
].join('\r\n');

/** Adds a relay that takes nobody's mail, and to which no connection can be opened. */
async function idleRelay(service: TestService): Promise<string> {
  const id = await creatorOn(service)('/v1/relays', { name: 'Old one', host: '127.0.0.1', port: 1 });
  await until(
    'it has been tried',
    async () => (await service.api('GET', `/v1/relays/${id}`)).body.trouble !== '',
  );
  return id;
}

/** Puts a mail into the inbox and returns its id. */
async function fillInbox(service: TestService): Promise<string> {
  const inbox = await startInbox(service.db, { on_error: () => {} });
  const transport = openTransport(inbox.smtp_url, { connections: 1 });
  const { from, to } = service.sink.accepted[0]!;
  await transport.handOver({ from, to }, Buffer.from(withFile, 'latin1'), { priority: false });
  transport.close();
  await inbox.close();
  return (await service.api('GET', '/inbox/messages')).body.results[0].id;
}

/** Creates objects and returns their ids. Throws if one is refused. */
function creatorOn(service: TestService) {
  return async (path: string, body: object): Promise<string> => {
    const answer = await service.api('POST', path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body.id;
  };
}

/** Waits for the mail, or for the last of `count` mails. */
async function untilMailed(service: TestService, to: string, subject: string, count = 1): Promise<ReadMail> {
  const { source } = await until(`mail ${subject} to ${to}`, async () => {
    const fits = service.sink.accepted.filter(
      mail => mail.to === to && mail.source.includes(`\r\nSubject: ${subject}`),
    );
    return fits.length >= count && fits.at(-1)!;
  });
  return readMail(Buffer.from(source, 'latin1'));
}

function pick({ text }: ReadMail, start: string): string {
  return linksIn(text).find(path => path.startsWith(start))!;
}

/** Counts the waiting letters, the emails being sent, and the work in the background. */
async function countUndone({ db }: TestService): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from letters)
      + (select count(*) from imports where work_date is not null) + (select count(*) from exports where work_date is not null)
      + (select count(*) from emails where status in ('about_to_send', 'in_flight'))
      + (select count(*) from bulk_actions where status in ('not_started', 'in_progress')) as count`.execute(
    db,
  );
  return rows[0]!.count;
}
