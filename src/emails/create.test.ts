import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../testing/postrider.ts';

const now = new Date('2030-05-01T12:00:00Z');
const past = '2030-05-01T11:59:59.999Z';
const ahead = '2030-05-01T12:00:00.001Z';

let service: TestService;
before(async () => {
  service = await startTestService({ clock: () => now });
});
after(() => service.stop());

const post = (body: object) => service.api('POST', '/v1/emails', body);
const create = async (body: object) => {
  const answer = await post(body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

test('only a subject is required: the email is about to be sent and public, and all else is empty', async () => {
  const { id, creation_date, modification_date, parts, ...fields } = await create({ subject: 'Bare' });
  assert.deepEqual(fields, {
    included_tags: [],
    excluded_tags: [],
    filters: { filters: [], groups: [], predicate: 'and' },
    publish_date: null,
    attachments: [],
    subject: 'Bare',
    canonical_url: '',
    image: '',
    description: '',
    source: 'api',
    automation_id: null,
    second_try_of: null,
    second_try_to: null,
    body: '',
    secondary_id: null,
    email_type: 'public',
    slug: 'bare',
    external_url: 'http://news.example/test/archive/bare/',
    absolute_url: 'http://news.example/test/archive/bare/',
    status: 'about_to_send',
    status_reason: '',
    metadata: {},
    should_send_teaser: false,
    custom_teaser: '',
    archival_mode: 'enabled',
    featured: false,
    related_email_ids: [],
    template: null,
    locale: '',
    ignores_cap: false,
    reader_time: null,
    ab_test: null,
    commenting_mode: 'disabled',
    should_trigger_pay_per_email_billing: false,
    approval: {
      state: 'none',
      requested_by: null,
      requested_date: null,
      by: null,
      count: null,
      reason: '',
      changes: [],
    },
    deliveries_dropped_date: null,
    analytics: null,
  });
  assert.ok(parts.every(({ part }: { part: string }) => part === 'newsletter'));
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  for (const date of [creation_date, modification_date]) assert.match(date, /\.\d{3}Z$/);
});

test('an email is returned as it was created, by every route that shows it', async () => {
  const [vip, old] = await Promise.all(
    ['vip', 'old'].map(async name => (await service.api('POST', '/v1/tags', { name })).body.id),
  );
  const related = (await create({ subject: 'Related', status: 'draft' })).id;
  const input = {
    subject: 'Grüße 🎉 {{ subscriber.metadata.x }}',
    body: '# Title\r\n\n**bold** {{ subscriber.email }} <b>html</b>\n',
    status: 'draft',
    publish_date: '2031-01-01T00:00:00.000Z',
    email_type: 'premium',
    included_tags: [vip],
    excluded_tags: [old],
    attachments: [],
    description: 'Two\nlines',
    canonical_url: 'https://example.org/ü?a=b',
    image: 'https://example.org/i.png',
    slug: 'My_Slug-1',
    metadata: { a: { b: [1, null, 'ü'] } },
    should_send_teaser: true,
    custom_teaser: '<p>Read</p>',
    secondary_id: 41,
    archival_mode: 'enabled_for_subscribers',
    featured: true,
    related_email_ids: [related],
    template: 'classic',
    ignores_cap: true,
    commenting_mode: 'enabled',
    reader_time: { at: '09:00', if_passed: 'with_newsletter' },
  };
  const made = await create({
    ...input,
    included_tags: ['VIP'],
    excluded_tags: [old, 'old'],
    nobody: 'knows',
  });
  for (const [field, value] of Object.entries(input)) assert.deepEqual(made[field], value, field);
  assert.deepEqual((await service.api('GET', `/v1/emails/${made.id}`)).body, made);
  const { results } = (await service.api('GET', `/v1/emails?ids=${made.id}`)).body;
  assert.deepEqual(results, [{ ...made, parts: [] }]);
});

test('null means the same as a missing field', async () => {
  const optional = [
    'body',
    'publish_date',
    'email_type',
    'included_tags',
    'excluded_tags',
    'attachments',
    'description',
  ];
  const more = [
    'canonical_url',
    'image',
    'slug',
    'metadata',
    'should_send_teaser',
    'custom_teaser',
    'filters',
    'secondary_id',
    'archival_mode',
    'featured',
    'related_email_ids',
    'template',
    'commenting_mode',
    'should_trigger_pay_per_email_billing',
    'suppression_reason',
  ];
  const body = Object.fromEntries([...optional, ...more].map(field => [field, null]));
  const { status, email_type, slug } = await create({ subject: 'Nulls', ...body });
  assert.deepEqual([status, email_type, slug], ['about_to_send', 'public', 'nulls']);
});

test('status and publish_date together decide when an email goes out', async () => {
  for (const [status, publish_date, expected] of [
    [undefined, undefined, ['about_to_send', null]],
    [undefined, past, ['about_to_send', null]],
    [undefined, now.toISOString(), ['about_to_send', null]],
    [undefined, ahead, ['scheduled', ahead]],
    [undefined, '2030-05-01T16:00:00+02:00', ['scheduled', '2030-05-01T14:00:00.000Z']],
    [undefined, '2030-05-01T12:00:00', ['about_to_send', null]],
    ['about_to_send', undefined, ['about_to_send', null]],
    ['about_to_send', past, ['about_to_send', null]],
    ['about_to_send', ahead, 'status_invalid'],
    ['scheduled', ahead, ['scheduled', ahead]],
    ['scheduled', undefined, 'publish_date_missing'],
    ['scheduled', null, 'publish_date_missing'],
    ['scheduled', past, 'publish_date_invalid'],
    ['scheduled', now.toISOString(), 'publish_date_invalid'],
    ['scheduled', 'soon', 'publish_date_invalid'],
    ['draft', undefined, ['draft', null]],
    ['draft', past, ['draft', past]],
    ['draft', ahead, ['draft', ahead]],
    ['imported', past, ['imported', past]],
    ['imported', undefined, ['imported', now.toISOString()]],
    ['in_flight', undefined, 'status_invalid'],
    ['sent', past, 'status_invalid'],
    ['errored', undefined, 'status_invalid'],
    ['deleted', undefined, 'status_invalid'],
  ] as const) {
    const what = `${status} ${publish_date}`;
    const { body } = await post({ subject: `When ${what}`, status, publish_date });
    assert.deepEqual(body.code ?? [body.status, body.publish_date], expected, what);
  }
});

test('an email to be sent is due at its time; a draft never is', async () => {
  const datesOf = async (id: string) => {
    const { rows } = await sql<{ work_date: string }>`
      select work_date from emails where id = ${id} and work_date is not null`.execute(service.db);
    return rows.map(row => row.work_date);
  };
  assert.deepEqual(await datesOf((await create({ subject: 'Job', status: 'draft' })).id), []);
  assert.equal((await datesOf((await create({ subject: 'Job' })).id)).length, 1);
  assert.deepEqual(await datesOf((await create({ subject: 'Job', publish_date: ahead, body: 'later' })).id), [
    ahead,
  ]);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { undo_seconds: 60 });
  assert.deepEqual(await datesOf((await create({ subject: 'Job with undo' })).id), [
    '2030-05-01T12:01:00.000Z',
  ]);
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { undo_seconds: 0 });
});

test('an imported email has the source import, and any other the source api', async () => {
  assert.equal((await create({ subject: 'Source', status: 'imported' })).source, 'import');
  assert.equal((await create({ subject: 'Source', status: 'draft', source: 'app' })).source, 'api');
});
