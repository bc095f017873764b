import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EmailStatus } from '../platform/database/schema.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { emailStatuses } from './email.ts';

let now = new Date('2030-05-01T12:00:00Z');
let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
});
after(() => service.stop());

const ahead = '2030-06-01T12:00:00.000Z';
const later = '2030-07-01T12:00:00.000Z';
const patch = (id: string, body: object, headers?: Record<string, string>) =>
  service.api('PATCH', `/v1/emails/${id}`, body, headers);

let number = 0;
const next = () => {
  number += 1;
  return number;
};
async function make(status: EmailStatus, fields: object = {}) {
  const first = status === 'scheduled' ? { status, publish_date: ahead } : { status: 'draft' };
  const { body } = await service.api('POST', '/v1/emails', {
    subject: `Email ${next()}`,
    ...first,
    ...fields,
  });
  if (status !== body.status) {
    const sent = status === 'sent' ? { publish_date: '2030-04-01T10:00:00.123Z', secondary_id: number } : {};
    await service.db
      .updateTable('emails')
      .set({ status, ...sent })
      .where('id', '=', body.id)
      .execute();
  }
  return (await service.api('GET', `/v1/emails/${body.id}`)).body;
}

async function handOver(id: string) {
  const { key } = await service.db
    .selectFrom('emails')
    .select('key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await service.db
    .insertInto('delivery_chunks')
    .values({ email_key: key, first_key: 1, last_key: 9, passes: 1 })
    .execute();
}

const full = {
  body: 'Text',
  email_type: 'premium',
  description: 'About',
  canonical_url: 'https://example.org',
  image: 'https://example.org/i.png',
  metadata: { a: { b: [1, 2] }, c: null },
  should_send_teaser: true,
  custom_teaser: 'Teaser',
  archival_mode: 'disabled',
  featured: true,
  template: 'naked',
  commenting_mode: 'enabled',
};

test('PATCH changes the fields it names and leaves the rest', async () => {
  await service.api('POST', '/v1/tags', { name: 'vip' });
  const before = await make('draft', full);
  const changes = {
    subject: 'Other',
    body: 'New',
    email_type: 'free',
    included_tags: ['vip'],
    slug: 'own',
    metadata: { z: 1 },
    secondary_id: 4,
  };
  const after = (await patch(before.id, changes)).body;
  const expected = {
    ...before,
    ...changes,
    included_tags: after.included_tags,
    filters: after.filters,
    modification_date: after.modification_date,
  };
  const address = 'http://news.example/test/archive/own/';
  assert.deepEqual(after, { ...expected, absolute_url: address, external_url: address });
  assert.equal(after.included_tags.length, 1);
});

test('null clears every field that can be empty', async () => {
  const before = await make('draft', { ...full, publish_date: ahead, excluded_tags: ['vip'] });
  await patch(before.id, { secondary_id: 44 });
  const fields = [
    ...Object.keys(full),
    'publish_date',
    'included_tags',
    'excluded_tags',
    'attachments',
    'secondary_id',
    'filters',
  ];
  const after = (await patch(before.id, Object.fromEntries(fields.map(field => [field, null])))).body;
  const empty = {
    body: '',
    email_type: 'public',
    description: '',
    canonical_url: '',
    image: '',
    metadata: {},
    should_send_teaser: false,
    custom_teaser: '',
    archival_mode: 'enabled',
    featured: false,
    template: null,
    commenting_mode: 'disabled',
  };
  const lists = {
    included_tags: [],
    excluded_tags: [],
    attachments: [],
    publish_date: null,
    secondary_id: null,
    filters: { filters: [], groups: [], predicate: 'and' },
  };
  assert.deepEqual(after, { ...before, ...empty, ...lists, modification_date: after.modification_date });
});

for (const status of emailStatuses) {
  test(`sending back an email that is ${status} unchanged changes nothing`, async () => {
    const gone = (await service.api('POST', '/v1/tags', { name: `gone ${status}` })).body.id;
    const email = await make(status, { ...full, included_tags: ['vip', gone], excluded_tags: [gone] });
    // In states where a tag may be deleted, deleting it must not change the email.
    await service.api('DELETE', `/v1/tags/${gone}`);
    if (status === 'about_to_send' || status === 'in_flight' || status === 'sent') await handOver(email.id);
    const shown = (await service.api('GET', `/v1/emails/${email.id}`)).body;
    const before = await readContents(service.db);
    now = new Date('2030-06-15T00:00:00Z'); // the scheduled email is overdue, and still nothing changes
    const {
      status: code,
      text,
      body,
    } = await patch(email.id, { ...shown, included_tags: shown.included_tags.toReversed() });
    now = new Date('2030-05-01T12:00:00Z');
    assert.equal(code, 200, text);
    assert.deepEqual(body, shown);
    assert.deepEqual(await readContents(service.db), before);
  });
}

const closed = {
  subject: 'x',
  body: 'x',
  included_tags: ['vip'],
  excluded_tags: ['vip'],
  publish_date: later,
  should_send_teaser: true,
  custom_teaser: 'x',
};
const alwaysOpen = {
  description: 'x',
  canonical_url: 'https://x.example',
  image: 'https://x.example',
  metadata: { x: 1 },
  email_type: 'private',
};

for (const status of ['in_flight', 'sent', 'imported'] as const) {
  test(`only the open fields of an email that is ${status} change; a request with a closed one changes nothing`, async () => {
    const { id } = await make(status);
    const archive = status === 'in_flight' ? {} : { subject: 'New subject', body: 'New body' };
    for (const [field, value] of Object.entries({
      ...alwaysOpen,
      slug: `slug-${status}`,
      secondary_id: 900 + number,
      ...archive,
    })) {
      const answer = await patch(id, { [field]: value });
      assert.deepEqual([answer.status, answer.body[field]], [200, value], `${field}: ${answer.text}`);
    }
    for (const [field, value] of Object.entries(closed).filter(([field]) => !(field in archive))) {
      const before = await readContents(service.db);
      const answer = await patch(id, { description: 'changed?', [field]: value });
      assert.deepEqual([answer.status, answer.body.code], [400, 'email_invalid'], field);
      assert.ok(answer.body.detail.startsWith(`${field}: `), answer.body.detail);
      assert.deepEqual(await readContents(service.db), before, field);
    }
  });
}

test('a scheduled email can be moved by a new publish_date alone, but not into the past', async () => {
  const { id } = await make('scheduled');
  const moved = (await patch(id, { publish_date: '2030-07-01T14:00:00+02:00' })).body;
  assert.deepEqual([moved.status, moved.publish_date], ['scheduled', later]);
  for (const [publish_date, code] of [
    [null, 'publish_date_missing'],
    ['2030-05-01T12:00:00Z', 'publish_date_invalid'],
    ['2001-01-01T00:00:00Z', 'publish_date_invalid'],
    ['soon', 'publish_date_invalid'],
  ]) {
    const { status, body } = await patch(id, { publish_date });
    assert.deepEqual([status, body.code], [400, code], `${publish_date}`);
  }
  assert.equal((await service.api('GET', `/v1/emails/${id}`)).body.publish_date, later);
});

test('a draft becomes scheduled only with a future time, its own or one in the request', async () => {
  const { id } = await make('draft');
  assert.equal((await patch(id, { status: 'scheduled' })).body.code, 'publish_date_missing');
  await patch(id, { publish_date: '2001-01-01T00:00:00Z' });
  assert.equal((await patch(id, { status: 'scheduled' })).body.code, 'publish_date_invalid');
  await patch(id, { publish_date: ahead });
  assert.deepEqual((await patch(id, { status: 'scheduled' })).body.publish_date, ahead);
  assert.equal((await patch(id, { status: 'draft' })).body.publish_date, ahead, 'the draft keeps its date');
  const now_or_later = await patch(id, { status: 'about_to_send', publish_date: later });
  assert.deepEqual([now_or_later.status, now_or_later.body.code], [400, 'status_invalid']);
  const sent = (await patch(id, { status: 'about_to_send' })).body;
  assert.deepEqual([sent.status, sent.publish_date], ['about_to_send', null]);
});

test('an errored email that is resumed keeps the time at which it first went out', async () => {
  const { id } = await make('errored');
  const publish_date = '2030-04-30T08:00:00.000Z';
  await service.db.updateTable('emails').set({ publish_date }).where('id', '=', id).execute();
  await handOver(id);
  const { body } = await patch(id, { status: 'about_to_send' });
  assert.deepEqual([body.status, body.publish_date], ['about_to_send', publish_date]);
});

test('a key without permission to send may edit, undo, delete and send objects back, but cannot make anything go out', async () => {
  const editor = await service.keyWith({ emails: 'write', sending: 'read' });
  const [draft, scheduled] = [await make('draft'), await make('scheduled')];
  for (const [id, body] of [
    [draft.id, { status: 'about_to_send' }],
    [draft.id, { status: 'scheduled', publish_date: ahead }],
    [scheduled.id, { status: 'about_to_send' }],
    [scheduled.id, { publish_date: later }],
  ]) {
    const before = await readContents(service.db);
    const answer = await patch(id, body, editor);
    assert.deepEqual([answer.status, answer.body.code], [403, 'forbidden'], JSON.stringify(body));
    assert.match(answer.body.detail, /sending:write/);
    assert.deepEqual(await readContents(service.db), before);
  }
  assert.equal((await patch(scheduled.id, { ...scheduled, description: 'edited' }, editor)).status, 200);
  assert.equal((await patch(scheduled.id, { status: 'draft' }, editor)).status, 200);
  assert.equal((await service.api('DELETE', `/v1/emails/${scheduled.id}`, undefined, editor)).status, 204);
});

test('a partly sent email can be resumed although a snippet that it names is gone', async () => {
  const snippet = (await service.api('POST', '/v1/snippets', { identifier: 'once', content: 'x' })).body.id;
  const { id } = await make('errored', { body: '{{ snippets.once }}' });
  await service.api('DELETE', `/v1/snippets/${snippet}`);
  assert.equal((await patch(id, { status: 'about_to_send' })).body.code, 'body_invalid');
  await handOver(id);
  assert.equal((await patch(id, { status: 'about_to_send' })).body.status, 'about_to_send');
});
