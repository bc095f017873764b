import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openFeedServer, rss } from '../../../testing/feed-server.ts';
import { pixel } from '../../../testing/forms.ts';
import { startTestService, type TestService } from '../../../testing/postrider.ts';
import { until } from '../../../testing/until.ts';

let service: TestService;
let ids: Record<string, string>;
before(async () => {
  service = await startTestService({ works: true });
  ids = await furnish();
});
after(() => service.stop());

async function make(path: string, body: object): Promise<string> {
  const { status, body: made, text } = await service.api('POST', path, body);
  assert.equal(status, 201, text);
  return made.id;
}

const tagged = (id: string) => ({
  predicate: 'and',
  filters: [{ field: 'subscriber.tags', operator: 'contains', value: id }],
  groups: [],
});

/** Adds one of everything that a newsletter may have, with an email that was sent and one that is scheduled. */
async function furnish() {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    welcome_body: 'Hello',
    tint_color: '#336699',
    undo_seconds: 0,
    postal_address: 'Tideway 1',
  });
  const tag = await make('/v1/tags', { name: 'Birds' });
  const segment = await make('/v1/segments', { name: 'Bird people', filters: tagged(tag) });
  await make('/v1/snippets', { identifier: 'bye', content: 'Bye' });
  const { body: image } = await service.upload('/v1/images', [
    { name: 'image', value: pixel, filename: 'one.png', type: 'image/png' },
  ]);
  const { body: attachment } = await service.upload('/v1/attachments', [
    { name: 'file', value: 'text', filename: 'a.txt', type: 'text/plain' },
  ]);
  const person = await make('/v1/subscribers', {
    email_address: 'ada@example.org',
    type: 'regular',
    tags: ['Birds'],
    metadata: { id: tag },
  });
  await make('/v1/subscribers', { email_address: 'gone@example.org', type: 'unsubscribed' });
  await make('/v1/subscribers', { email_address: 'erased@example.org', type: 'regular' });
  await service.api('DELETE', '/v1/subscribers/erased@example.org');
  const sent = await make('/v1/emails', { subject: 'Sent', body: `![](${image.image})` });
  await until('it is sent', async () => {
    const { body } = await service.api('GET', `/v1/emails/${sent}`);
    return body.status === 'sent';
  });
  const scheduled = await make('/v1/emails', {
    subject: 'Scheduled',
    body: `![](${image.image})`,
    status: 'scheduled',
    publish_date: '2099-01-01T00:00:00Z',
    filters: tagged(tag),
    included_tags: [tag],
    attachments: [attachment.id],
    related_email_ids: [sent],
  });
  const feeds = await openFeedServer();
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  const automation = await make('/v1/automations', {
    url: `${feeds.url}/feed.xml`,
    behavior: 'draft',
    cadence: 'every',
    skip_old_items: false,
    subject: '{{ item.title }}',
    body: '{{ item.url }}',
    status: 'active',
  });
  await until('the feed was read', async () => {
    const { body } = await service.api('GET', `/v1/automations/${automation}/items`);
    return body.count === 1 && body.results[0].email_id !== null;
  });
  await feeds.close();
  await make('/v1/webhooks', { url: 'https://hooks.example/all', event_types: [] }).catch(() => '');
  return { tag, segment, sent, scheduled, automation, image: image.id, person };
}

type Key = Record<string, string>;

/** Duplicates the newsletter. Returns a key of the copy, and the import once it has ended. */
async function duplicate(username: string, include: string[]) {
  const { status, body, text } = await service.api(
    'POST',
    `/v1/newsletters/${service.newsletter.id}/duplicate`,
    { username, name: 'Second', include },
  );
  assert.equal(status, 201, text);
  const key: Key = { authorization: `Token ${body.api_key}` };
  const ended = await until('it is copied', async () => {
    const { body: now } = await service.api('GET', `/v1/imports/${body.import_id}`, undefined, key);
    return ['succeeded', 'failed'].includes(now.status) && now;
  });
  assert.equal(ended.status, 'succeeded', ended.status_reason);
  return { key, ended, id: body.id as string };
}

const list = async (path: string, key: Key) => {
  const { status, body, text } = await service.api('GET', path, undefined, key);
  assert.equal(status, 200, text);
  return body.results;
};

test('a newsletter is duplicated with new ids that refer to each other, and nothing of the copy is sent', async () => {
  const before = service.sink.accepted.length;
  const { key, ended, id } = await duplicate('second', ['drafts', 'emails', 'automations', 'people']);
  const { body: settings } = await service.api('GET', `/v1/newsletters/${id}`, undefined, key);
  assert.deepEqual(
    [settings.username, settings.name, settings.tint_color, settings.welcome_body, settings.from_address],
    ['second', 'Second', '#336699', 'Hello', service.newsletter.from_address],
  );
  const [tag] = await list('/v1/tags', key);
  assert.equal(tag.name, 'Birds');
  assert.notEqual(tag.id, ids.tag);
  const [segment] = await list('/v1/segments', key);
  assert.equal(segment.filters.filters[0].value, tag.id);
  const emails = await list('/v1/emails?ordering=creation_date', key);
  const bySubject = (subject: string) => emails.find((one: { subject: string }) => one.subject === subject);
  const scheduled = bySubject('Scheduled');
  const sent = bySubject('Sent');
  assert.deepEqual(
    [sent.status, scheduled.status, bySubject('One').status],
    ['imported', 'draft', 'draft'],
    'what was sent is in the archive, and the rest are drafts',
  );
  assert.equal(scheduled.filters.filters[0].value, tag.id);
  assert.deepEqual(scheduled.included_tags, [tag.id]);
  assert.deepEqual(scheduled.related_email_ids, [sent.id]);
  const images = await list('/v1/images', key);
  assert.ok(images.length === 1 && images[0].id !== ids.image);
  assert.ok(scheduled.body.includes(images[0].id) && !scheduled.body.includes(ids.image));
  assert.equal((await fetch(`${service.url}${new URL(images[0].image).pathname}`)).status, 200);
  const [attachment] = await list('/v1/attachments', key);
  assert.deepEqual(scheduled.attachments, [attachment.id]);
  const [automation] = await list('/v1/automations', key);
  assert.equal(automation.status, 'inactive');
  const [item] = await list(`/v1/automations/${automation.id}/items`, key);
  assert.equal(item.email_id, bySubject('One').id);
  const people = await list('/v1/subscribers', key);
  assert.deepEqual(people.map((one: Record<string, string>) => [one.email_address, one.type]).toSorted(), [
    ['ada@example.org', 'regular'],
    ['gone@example.org', 'unsubscribed'],
  ]);
  const ada = people.find((one: Record<string, string>) => one.email_address === 'ada@example.org');
  assert.deepEqual(ada.tags, [tag.id]);
  assert.notEqual(ada.id, ids.person);
  const again = await service.api('POST', '/v1/imports?dry_run=false', 'Email\nerased@example.org\n', {
    ...key,
    'content-type': 'text/csv',
  });
  const refused = await until('the import has ended', async () => {
    const { body } = await service.api('GET', `/v1/imports/${again.body.id}`, undefined, key);
    return body.status === 'succeeded' && body;
  });
  assert.equal(refused.report.counts.skipped, 1, 'who was erased does not come back in the copy either');
  assert.deepEqual(await list('/v1/webhooks', key), []);
  assert.equal((await list('/v1/api_keys', key)).length, 1);
  assert.equal(ended.report.counts.subscribers, 2);
  assert.match(ended.report.notes.join(), /scheduled are drafts.*inactive.*were not copied/);
  assert.equal(ended.undo_until, null);
  assert.equal(service.sink.accepted.length, before);
  const original = await service.api('GET', `/v1/emails/${ids.scheduled}`);
  assert.deepEqual([original.body.status, original.body.filters.filters[0].value], ['scheduled', ids.tag]);
});

test('people, emails and automations are copied only on request', async () => {
  const { key, ended } = await duplicate('bare', []);
  for (const path of ['/v1/subscribers', '/v1/emails', '/v1/automations'])
    assert.deepEqual(await list(path, key), [], path);
  assert.deepEqual(Object.keys(ended.report.counts).toSorted(), [
    'files',
    'newsletter',
    'segments',
    'snippets',
    'tags',
    'templates',
  ]);
  const drafts = await duplicate('drafts', ['drafts']);
  const emails = await list('/v1/emails', drafts.key);
  assert.deepEqual(emails.map((one: { subject: string }) => one.subject).toSorted(), ['One', 'Scheduled']);
  assert.deepEqual(
    emails.map((one: { related_email_ids: string[] }) => one.related_email_ids),
    [[], []],
  );
  const { rows } = await sql`
    select from emails join newsletters on newsletters.key = newsletter_key
    where username = 'drafts' and automation_id is not null`.execute(service.db);
  assert.equal(rows.length, 0);
});

test('a name that is taken, an unknown kind, another newsletter and a key with few rights are refused', async () => {
  const path = `/v1/newsletters/${service.newsletter.id}/duplicate`;
  const asked = async (at: string, body: object, key: Key = {}) => {
    const answer = await service.api('POST', at, body, key);
    return [answer.status, answer.body.code];
  };
  const wish = { username: 'third', name: 'Third' };
  assert.deepEqual(await asked(path, { ...wish, username: service.newsletter.username }), [
    400,
    'username_already_exists',
  ]);
  const bad = await service.api('POST', path, { ...wish, include: ['readers'] });
  assert.equal(bad.status, 400);
  assert.match(bad.body.detail, /include\.0: use one of drafts, emails, automations, people/);
  assert.deepEqual(await asked('/v1/newsletters/none/duplicate', wish), [404, 'not_found']);
  const few = await service.keyWith({ settings: 'write', installation: 'write' });
  assert.deepEqual(await asked(path, wish, few), [403, 'forbidden']);
  const { rows } = await sql`select from newsletters where username = 'third'`.execute(service.db);
  assert.equal(rows.length, 0);
});
