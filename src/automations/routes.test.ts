import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { post, rss } from '../testing/feed-server.ts';
import { type FeedStage, openFeedStage } from '../testing/feed-stage.ts';
import { assertRefused, notFlag, notList, notObject, notText } from '../testing/refusals.ts';
import { noFilters } from './definition/item-filters.ts';

let stage: FeedStage;
let api: FeedStage['service']['api'];
let path: string;
let count = 0;
before(async () => {
  stage = await openFeedStage();
  api = stage.service.api;
});
after(() => stage.close());
beforeEach(() => {
  count += 1;
  path = `/feed-${count}.xml`;
  stage.feeds.put(path, rss([post('old')]));
});

const publish = (...names: string[]) => stage.feeds.put(path, rss(names.map(post)));
const patch = (id: string, body: object, headers?: Record<string, string>) =>
  api('PATCH', `/v1/automations/${id}`, body, headers);
const run = async (id: string, body: object = {}) =>
  (await api('POST', `/v1/automations/${id}/run`, body)).body;
const weekly = {
  cadence: 'weekly',
  cadence_metadata: { weekday: 'monday', time: '9' },
  body: '{% for item in items %}<p>{{ item.title }}</p>{% endfor %}',
};

test('creation returns every field, with defaults for those omitted', async () => {
  const { id, ...shown } = await stage.follow(path);
  assert.match(id, /^[0-9a-f-]{36}$/);
  const now = stage.now().toISOString();
  const { next_run_date, ping_url, ...rest } = shown;
  assert.match(ping_url, /^http:\/\/news\.example\/feeds\/ping\/[\w-]{43}$/);
  assert.ok(Date.parse(next_run_date) >= stage.now().getTime() + 30 * 60_000);
  assert.deepEqual(rest, {
    kind: 'feed',
    trigger: 'external_feed_item.created',
    actions: [],
    should_evaluate_filter_after_delay: false,
    creation_date: now,
    modification_date: now,
    name: 'The log',
    label: '',
    status: 'active',
    status_reason: '',
    behavior: 'draft',
    cadence: 'every',
    cadence_metadata: {},
    url: stage.feeds.url + path,
    urls: [stage.feeds.url + path],
    feeds: [
      {
        url: stage.feeds.url + path,
        title: 'The log',
        last_checked_date: now,
        last_success_date: now,
        next_poll_date: next_run_date,
        failures: 0,
        last_error: '',
        push_status: 'none',
      },
    ],
    subject: '{{ item.title }}',
    body: '{{ item.content }}\n\n{{ item.url }}',
    included_tags: [],
    excluded_tags: [],
    filters: { filters: [], groups: [], predicate: 'and' },
    email_type: 'public',
    skip_old_items: true,
    item_filters: noFilters,
    poll_minutes: null,
    hold_minutes: 0,
    held_count: 0,
    held_reasons: [],
    push_status: 'none',
    metadata: {},
    last_checked_date: now,
    last_error: '',
  });
});

test('every field that is set at creation is returned, under both names of the resource', async () => {
  const tag = (await api('POST', '/v1/tags', { name: `Readers ${count}` })).body.id;
  const fields = {
    ...weekly,
    behavior: 'emails',
    name: 'Mine',
    included_tags: [tag],
    excluded_tags: [],
    email_type: 'premium',
    status: 'inactive',
    skip_old_items: false,
    item_filters: { ...noFilters, include: { categories: ['Sea'], titles: ['tide'], authors: ['Ada'] } },
    poll_minutes: 15,
    hold_minutes: 60,
    metadata: { a: 'b' },
  };
  const { id, ...shown } = await stage.follow(path, fields);
  assert.deepEqual(Object.fromEntries(Object.keys(fields).map(name => [name, shown[name]])), fields);
  assert.equal(shown.next_run_date, null);
  for (const base of ['automations', 'external_feeds']) {
    assert.deepEqual((await api('GET', `/v1/${base}/${id}`)).body, { id, ...shown });
    const { body } = await api('GET', `/v1/${base}?page_size=1000`);
    assert.ok(body.results.some((one: { id: string }) => one.id === id));
    assert.equal(body.count, body.results.length);
  }
});

test('missing or invalid input is refused with its code, and nothing is created', async () => {
  const good = {
    url: stage.feeds.url + path,
    behavior: 'draft',
    cadence: 'every',
    cadence_metadata: {},
    subject: 's',
    body: 'b',
  };
  for (const field of ['url', 'behavior', 'cadence', 'subject', 'body']) {
    const { [field]: _, ...rest } = good as Record<string, unknown>;
    const { status, body } = await api('POST', '/v1/automations', rest);
    assert.equal(status, 400, field);
    assert.match(body.detail, new RegExp(`^${field}`));
  }
  const day = { weekday: 'monday', time: '9' };
  const refused = {
    url: {
      code: 'url_invalid',
      bad: [...notText, '', 'x', 'ftp://a.example/', 'http://10.0.0.1/feed', `${stage.feeds.url}/#\0`],
    },
    behavior: { code: 'request_invalid', bad: [...notText, '', 'send'] },
    cadence: { code: 'request_invalid', bad: [...notText, '', 'hourly'] },
    subject: {
      code: 'subject_invalid',
      bad: [
        ...notText,
        '',
        ' ',
        'a\nb',
        'x'.repeat(2001),
        '{{ item.title',
        '{% if subscriber.type %}{{ item.title }}{% endif %}',
      ],
    },
    body: {
      code: 'body_invalid',
      bad: [...notText, '', ' ', 'x'.repeat(500_001), '{% for i in items %}', '{{ snippets.none }}'],
    },
    name: { code: 'request_invalid', bad: [...notText, 'x'.repeat(201)] },
    included_tags: { code: 'tag_invalid', bad: [...notList, ['none such']] },
    excluded_tags: { code: 'tag_invalid', bad: [...notList, ['none such']] },
    email_type: { code: 'email_type_invalid', bad: [...notText, 'all'] },
    status: { code: 'request_invalid', bad: [...notText, 'paused'] },
    skip_old_items: { code: 'request_invalid', bad: notFlag },
    poll_minutes: { code: 'request_invalid', bad: ['15', 4, 5.5, 10_081, true, []] },
    hold_minutes: { code: 'request_invalid', bad: ['15', -1, 0.5, 10_081, true, []] },
    metadata: { code: 'metadata_invalid', bad: notObject },
  };
  await assertRefused(stage.service, { method: 'POST', path: '/v1/automations', good, fields: refused });
  await assertRefused(stage.service, {
    method: 'POST',
    path: '/v1/automations',
    good: { ...good, cadence: 'weekly', cadence_metadata: day },
    fields: {
      cadence_metadata: {
        code: 'cadence_metadata_invalid',
        bad: [
          ...notObject.filter(value => value !== undefined),
          {},
          { weekday: 'monday' },
          { ...day, weekday: 'payday' },
          { ...day, time: '24' },
        ],
      },
    },
  });
  const { id } = await stage.follow(path);
  const { behavior, cadence, status, ...others } = refused;
  await assertRefused(stage.service, {
    method: 'PATCH',
    path: `/v1/automations/${id}`,
    good: {},
    fields: {
      ...others,
      behavior,
      cadence: { ...cadence, bad: [null, 'hourly'] },
      status: { ...status, bad: [null, ...status.bad] },
    },
  });
  assert.equal((await patch(id, { cadence: 'weekly' })).body.code, 'cadence_metadata_invalid');
});

test('sending a whole object back changes nothing; null clears a field', async () => {
  const tag = (await api('POST', '/v1/tags', { name: `Readers ${count}` })).body.id;
  const { id } = await stage.follow(path, {
    ...weekly,
    name: 'Mine',
    included_tags: [tag],
    email_type: 'private',
    metadata: { a: 'b' },
  });
  publish('new', 'old');
  await run(id);
  const before = await stage.get(id);
  stage.pass(7 * 24 * 60 + 1);
  const asked = stage.feeds.requests.length;
  const { status, body } = await patch(id, before);
  assert.equal(status, 200);
  assert.deepEqual(body, before);
  assert.equal(stage.feeds.requests.length, asked, 'the feed was not fetched');
  assert.deepEqual(await stage.items(id), [
    ['old', 'irrelevant'],
    ['new', 'queued'],
  ]);
  const cleared = (
    await patch(id, {
      name: null,
      included_tags: null,
      email_type: null,
      metadata: null,
      skip_old_items: null,
    })
  ).body;
  const { name, included_tags, email_type, metadata, skip_old_items } = cleared;
  assert.deepEqual(
    { name, included_tags, email_type, metadata, skip_old_items },
    { name: 'The log', included_tags: [], email_type: 'public', metadata: {}, skip_old_items: true },
  );
  for (const field of ['url', 'behavior', 'cadence', 'subject', 'body', 'status'])
    assert.equal((await patch(id, { [field]: null })).status, 400, field);
});

test('each field can be changed alone; a new cadence gives a new time', async () => {
  const { id } = await stage.follow(path, weekly);
  for (const changes of [
    { name: 'Other', label: 'Other' },
    { behavior: 'emails' },
    { subject: 'S {{ item.title }}' },
    { body: 'B {{ item.title }}' },
    { email_type: 'free' },
    { metadata: { x: 'y' } },
    { skip_old_items: false },
    { cadence: 'monthly', cadence_metadata: { monthday: '15', time: '9' } },
  ]) {
    const before = await stage.get(id);
    const { body } = await patch(id, changes);
    const { next_run_date: _, ...rest } = body;
    const { next_run_date: __, ...expected } = {
      ...before,
      ...changes,
      modification_date: stage.now().toISOString(),
    };
    assert.deepEqual(rest, expected);
  }
  assert.match((await stage.get(id)).next_run_date, /-15T09:00:00.000Z$/);
});

test('run fetches the feed immediately; a digest waits unless told to send, and an inactive automation does not run', async () => {
  const { id } = await stage.follow(path, weekly);
  publish('new', 'old');
  const first = await run(id);
  assert.deepEqual([first.feed, first.email_ids], ['fetched', []]);
  assert.equal(first.automation.id, id);
  const { email_ids } = await run(id, { send: true });
  assert.equal(email_ids.length, 1);
  assert.deepEqual((await run(id, { send: true })).email_ids, []);
  await patch(id, { status: 'inactive' });
  const refused = await api('POST', `/v1/automations/${id}/run`, {});
  assert.deepEqual([refused.status, refused.body.code], [400, 'status_invalid']);
});

test('run with an Idempotency-Key makes its emails once', async () => {
  const { id } = await stage.follow(path);
  publish('new', 'old');
  const again = () => api('POST', `/v1/automations/${id}/run`, {}, { 'idempotency-key': `run-${id}` });
  const first = await again();
  assert.equal(first.body.email_ids.length, 1);
  assert.deepEqual((await again()).body, first.body);
  assert.deepEqual(await stage.subjects(id), ['new']);
});

test('items can be filtered by status and show what happened to them', async () => {
  const { id } = await stage.follow(path);
  publish('new', 'old');
  const { email_ids } = await run(id);
  const { body } = await api('GET', `/v1/automations/${id}/items?status=processed&status=held`);
  const { id: item_id, ...shown } = body.results[0];
  assert.equal(body.count, 1);
  assert.deepEqual(shown, {
    status: 'processed',
    reason: '',
    url: 'https://log.example/new',
    title: 'new',
    feed: { title: 'The log', url: 'https://log.example/' },
    publish_date: stage.now().toISOString(),
    creation_date: stage.now().toISOString(),
    modification_date: stage.now().toISOString(),
    email_id: email_ids[0],
  });
  assert.ok(item_id);
  assert.equal((await api('GET', `/v1/automations/${id}/items?status=nonsense`)).body.count, 0);
  assert.equal((await api('GET', `/v1/automations/${id}/items?page_size=1`)).body.results.length, 1);
  const filtered = await api('GET', `/v1/emails?automations=${id}`);
  assert.deepEqual(
    filtered.body.results.map((email: { id: string }) => email.id),
    email_ids,
  );
});

test('a held item is mailed or skipped on request, and only held items can be decided on', async () => {
  const { id } = await stage.follow(path);
  publish(...Array.from({ length: 13 }, (_, at) => `n${at}`), 'old');
  await run(id);
  assert.equal((await stage.subjects(id)).length, 10);
  const { body } = await api('GET', `/v1/automations/${id}/items?status=held`);
  const [one, two, three] = body.results;
  const decide = (item: { id: string }, status: unknown) =>
    api('PATCH', `/v1/automations/${id}/items/${item.id}`, { status });
  assert.equal((await decide(one, 'queued')).body.status, 'queued');
  assert.equal((await decide(two, 'skipped')).body.status, 'skipped');
  await stage.round();
  assert.equal((await stage.subjects(id)).at(-1), one.title);
  assert.equal((await stage.subjects(id)).length, 11);
  for (const [item, status] of [
    [one, 'queued'],
    [one, 'skipped'],
    [two, 'queued'],
  ] as const) {
    const { status: code, body } = await decide(item, status);
    assert.deepEqual([code, body.code], [400, 'status_invalid'], `${item.title} ${status}`);
  }
  for (const wrong of ['held', 'processed', '', null, 5])
    assert.equal((await decide(three, wrong)).status, 400);
  assert.equal((await decide({ id: 'none' }, 'queued')).status, 404);
});

test('each permission is required; a key that may not send can stop an automation but not change what it mails', async () => {
  const { id } = await stage.follow(path, { behavior: 'emails' });
  const draft = await stage.follow(path);
  const reader = await stage.service.keyWith({ automations: 'read' });
  const writer = await stage.service.keyWith({ automations: 'write' });
  const none = await stage.service.keyWith({ emails: 'write', sending: 'write' });
  const create = { url: stage.feeds.url + path, cadence: 'every', subject: 's', body: 'b' };
  const at = `/v1/automations/${id}`;
  const cases = [
    ['GET', '/v1/automations', undefined, none, 403],
    ['GET', at, undefined, none, 403],
    ['GET', `${at}/items`, undefined, none, 403],
    ['POST', '/v1/automations/preview', { ...create, behavior: 'emails' }, none, 403],
    ['POST', '/v1/automations/preview', { ...create, behavior: 'emails' }, reader, 200],
    ['GET', at, undefined, reader, 200],
    ['PATCH', at, { name: 'x' }, reader, 403],
    ['DELETE', at, undefined, reader, 403],
    ['POST', `${at}/run`, {}, reader, 403],
    ['POST', '/v1/automations', { ...create, behavior: 'emails' }, writer, 403],
    ['POST', '/v1/automations', { ...create, behavior: 'draft' }, writer, 201],
    ['POST', `${at}/run`, {}, writer, 403],
    ['PATCH', at, { body: 'Buy this' }, writer, 403],
    ['PATCH', at, { url: stage.feeds.url + path }, writer, 403],
    ['PATCH', at, { included_tags: [] }, writer, 403],
    ['PATCH', at, { status: 'inactive' }, writer, 200],
    ['PATCH', at, { status: 'active' }, writer, 403],
    ['PATCH', at, { behavior: 'emails' }, writer, 403],
    ['PATCH', `/v1/automations/${draft.id}`, { body: 'x' }, writer, 200],
    ['PATCH', `/v1/automations/${draft.id}`, { behavior: 'emails' }, writer, 403],
    ['POST', `/v1/automations/${draft.id}/run`, {}, writer, 200],
  ] as const;
  for (const [method, where, body, headers, expected] of cases) {
    const { status, text } = await api(method, where, body, headers);
    assert.equal(status, expected, `${method} ${where} ${JSON.stringify(body)}: ${text}`);
  }
});

test('an automation of another newsletter is not found', async () => {
  const { id } = await stage.follow(path);
  const item = (await api('GET', `/v1/automations/${id}/items`)).body.results[0].id;
  const foreign = await stage.service.foreignKey();
  for (const [method, where, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/run', {}],
    ['GET', '/items', undefined],
    ['PATCH', `/items/${item}`, { status: 'skipped' }],
  ] as const)
    assert.equal(
      (await api(method, `/v1/automations/${id}${where}`, body, foreign)).status,
      404,
      method + where,
    );
  assert.deepEqual((await api('GET', '/v1/automations', undefined, foreign)).body.results, []);
  for (const bad of ['x', '00000000-0000-7000-8000-000000000000'])
    assert.equal((await api('GET', `/v1/automations/${bad}`)).status, 404, bad);
});

test('deletion keeps the emails and the id of the automation that made them', async () => {
  const { id } = await stage.follow(path);
  publish('new', 'old');
  const { email_ids } = await run(id);
  assert.equal((await api('DELETE', `/v1/automations/${id}`)).status, 204);
  assert.equal((await api('DELETE', `/v1/automations/${id}`)).status, 404);
  assert.equal((await api('GET', `/v1/emails/${email_ids[0]}`)).body.automation_id, id);
});

test('a tag that an automation names cannot be deleted, as its mail would then go to everyone', async () => {
  const tag = (await api('POST', '/v1/tags', { name: `Readers ${count}` })).body.id;
  const { id } = await stage.follow(path, { excluded_tags: [tag] });
  const refused = await api('DELETE', `/v1/tags/${tag}`);
  assert.deepEqual([refused.status, refused.body.code], [400, 'tag_in_use']);
  await patch(id, { excluded_tags: null });
  assert.equal((await api('DELETE', `/v1/tags/${tag}`)).status, 204);
});

test('an email takes the audience, type and behavior of its automation', async () => {
  const tag = (await api('POST', '/v1/tags', { name: `Readers ${count}` })).body.id;
  const { id } = await stage.follow(path, {
    behavior: 'emails',
    included_tags: [tag],
    email_type: 'private',
  });
  publish('new', 'old');
  const { email_ids } = await run(id);
  const { status, included_tags, email_type, automation_id, source } = (
    await api('GET', `/v1/emails/${email_ids[0]}`)
  ).body;
  assert.deepEqual(
    { status, included_tags, email_type, automation_id, source },
    {
      status: 'about_to_send',
      included_tags: [tag],
      email_type: 'private',
      automation_id: id,
      source: 'automation',
    },
  );
});
