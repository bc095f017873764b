import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

// Programs written for Buttondown's API: the requests that they send, and the results that their authors expect.
let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

async function create(path: string, input: object) {
  const { status, body, text } = await service.api('POST', path, input);
  assert.equal(status, 201, text);
  return body;
}

test('PUT changes the fields it names, as PATCH does', async () => {
  const tag = await create('/v1/tags', { name: 'put', description: 'kept' });
  const subscriber = await create('/v1/subscribers', {
    email_address: 'put@example.org',
    type: 'regular',
    notes: 'kept',
  });
  for (const [path, changes, kept] of [
    [`/v1/tags/${tag.id}`, { color: '#123456' }, { description: 'kept' }],
    [`/v1/subscribers/${subscriber.id}`, { metadata: { a: 1 } }, { notes: 'kept' }],
    [`/v1/newsletters/${service.newsletter.id}`, { description: 'put' }, { name: service.newsletter.name }],
  ] as const) {
    const { status, body, text } = await service.api('PUT', path, changes);
    assert.equal(status, 200, text);
    assert.deepEqual({ ...body, ...changes, ...kept }, body, path);
  }
});

test('a change with empty texts for all fields that its client does not set leaves fields that cannot be empty', async () => {
  const email = await create('/v1/emails', {
    subject: 'Kept',
    status: 'draft',
    slug: 'kept',
    commenting_mode: 'enabled',
    template: 'classic',
  });
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { timezone: 'Europe/Berlin' });
  const feed = await create('/v1/external_feeds', {
    url: 'http://feed.invalid/rss',
    behavior: 'draft',
    cadence: 'every',
    subject: '{{ item.title }}',
    body: '{{ item.content }}',
    status: 'inactive',
  });
  const snippet = await create('/v1/snippets', { identifier: 'kept', content: 'x', mode: 'fancy' });
  // A Terraform provider sends these when only the first field has changed.
  for (const [path, changes, kept] of [
    [
      `/v1/emails/${email.id}`,
      {
        subject: 'Changed',
        description: '',
        slug: '',
        canonical_url: '',
        image: '',
        commenting_mode: '',
        template: '',
      },
      { subject: 'Changed', slug: 'kept', commenting_mode: 'enabled', template: 'classic' },
    ],
    [
      `/v1/newsletters/${service.newsletter.id}`,
      {
        name: 'Changed',
        domain: '',
        css: '',
        footer: '',
        header: '',
        from_name: '',
        locale: '',
        template: '',
        archive_theme: '',
        tint_color: '',
        timezone: '',
      },
      { name: 'Changed', timezone: 'Europe/Berlin' },
    ],
    [
      `/v1/external_feeds/${feed.id}`,
      { subject: 'Changed', label: '', status: '' },
      { subject: 'Changed', status: 'inactive' },
    ],
    [`/v1/snippets/${snippet.id}`, { name: 'Changed', mode: '' }, { name: 'Changed', mode: 'fancy' }],
  ] as const) {
    const { status, body, text } = await service.api('PATCH', path, changes);
    assert.equal(status, 200, text);
    assert.deepEqual({ ...body, ...kept }, body, path);
  }
});

test('the description of a webhook or tag cannot be null', async () => {
  const webhook = { url: 'https://127.0.0.1:8443/hook', event_types: ['email.sent'], description: null };
  assert.equal((await create('/v1/webhooks', webhook)).description, '');
  const tag = await create('/v1/tags', { name: 'null', description: null, public_description: null });
  assert.deepEqual([tag.description, tag.public_description], ['', '']);
});

test('automations that act on events are pulled and pushed without a difference, like automations of feeds', async () => {
  const sent = {
    name: 'Welcome',
    trigger: 'subscriber.confirmed',
    actions: [
      {
        type: 'send_email',
        metadata: { subject: 'Hello', body: 'Hello' },
        timing: { time: 'immediate', delay: null },
      },
      {
        type: 'send_email',
        metadata: { subject: 'More', body: 'More' },
        timing: { time: 'delay', delay: { value: '2', unit: 'days', time_of_day: '' } },
      },
    ],
    filters: { filters: [], groups: [], predicate: 'and' },
    metadata: { folder: 'welcome' },
    should_evaluate_filter_after_delay: false,
  };
  const made = await create('/v1/automations', sent);
  const bare = await create('/v1/automations', {
    name: 'Bare',
    trigger: 'subscriber.created',
    actions: [],
    filters: sent.filters,
  });
  const pull = async () => (await service.api('GET', '/v1/automations?page=1&page_size=100')).body.results;
  const pulled = (await pull()).find(({ id }: { id: string }) => id === made.id);
  assert.deepEqual({ ...pulled, ...sent, status: 'inactive' }, pulled);
  const { id: _, creation_date: __, ...pushed } = pulled;
  const answer = await service.api('PATCH', `/v1/automations/${made.id}`, pushed);
  assert.equal(answer.status, 200, answer.text);
  const again = (await pull()).find(({ id }: { id: string }) => id === made.id);
  assert.deepEqual(
    { ...again, modification_date: '', edition: 0, edit: undefined },
    { ...pulled, modification_date: '', edition: 0, edit: undefined },
  );
  for (const row of await pull()) {
    assert.deepEqual(
      [typeof row.status, typeof row.trigger, Array.isArray(row.actions)],
      ['string', 'string', true],
    );
    assert.equal(row.should_evaluate_filter_after_delay, false);
  }
  const older = {
    name: 'Older',
    trigger: 'subscriber.confirmed',
    timing: { time: 'delay', delay: { value: '2', unit: 'days' } },
    actions: [{ type: 'send_email', metadata: { subject: 'Hi', body: 'Hi' } }],
  };
  assert.equal((await create('/v1/automations', older)).actions[0].timing.delay.value, '2');
  for (const [changes, code, detail] of [
    [{ trigger: 'subscriber.confirmd' }, 'trigger_action_invalid', /did you mean subscriber\.confirmed/],
    [
      { actions: [{ type: 'send_email', metadata: {} }] },
      'action_invalid__missing_body_or_subject',
      /email_id/,
    ],
    [{ actions: [{ type: 'shopify_set_tags' }] }, 'trigger_action_invalid', /Use one of add_tags/],
    [{ name: '!!!' }, 'request_invalid', /^name/],
  ] as const) {
    const refused = await service.api('POST', '/v1/automations', { ...sent, ...changes });
    assert.deepEqual([refused.status, refused.body.code], [400, code]);
    assert.match(refused.body.detail, detail);
  }
  for (const { id } of [made, bare])
    assert.equal((await service.api('DELETE', `/v1/automations/${id}`)).status, 204);
  const { body } = await service.api('POST', '/v1/automations', { behavior: 'emails' });
  assert.equal(body.code, 'url_invalid');
});

test('sending back any object unchanged changes nothing', async () => {
  const tag = await create('/v1/tags', { name: 'pushed' });
  const gone = await create('/v1/tags', { name: 'gone' });
  const subscriber = await create('/v1/subscribers', {
    email_address: 'pushed@example.org',
    type: 'regular',
    tags: ['pushed', 'gone'],
    metadata: { a: { b: 1 } },
  });
  assert.equal((await service.api('DELETE', `/v1/tags/${gone.id}`)).status, 204);
  const email = await create('/v1/emails', {
    subject: 'Pushed',
    status: 'draft',
    included_tags: ['pushed'],
    metadata: { z: [] },
  });
  const webhook = await create('/v1/webhooks', {
    url: 'https://127.0.0.1:8443/hook',
    event_types: ['subscriber.created', 'email.sent'],
  });
  const snippet = await create('/v1/snippets', { identifier: 'pushed', name: 'Pushed', content: 'x' });
  const feed = await create('/v1/external_feeds', {
    url: 'http://127.0.0.1:9/feed.xml', // nothing listens there
    behavior: 'draft',
    cadence: 'daily',
    cadence_metadata: { time: '9' },
    subject: '{{ item.title }}',
    body: '{{ item.content }}',
    filters: { filters: [], groups: [], predicate: 'and' },
    metadata: { kept: true },
  });
  assert.deepEqual([feed.name, feed.label, feed.metadata], ['127.0.0.1', '', { kept: true }]);
  for (const path of [
    `/v1/tags/${tag.id}`,
    `/v1/subscribers/${subscriber.id}`,
    `/v1/emails/${email.id}`,
    `/v1/webhooks/${webhook.id}`,
    `/v1/snippets/${snippet.id}`,
    `/v1/external_feeds/${feed.id}`,
    `/v1/newsletters/${service.newsletter.id}`,
  ]) {
    const pulled = (await service.api('GET', path)).body;
    const pushed = await service.api('PATCH', path, pulled);
    assert.deepEqual([pushed.status, pushed.body], [200, pulled], path);
    assert.deepEqual((await service.api('GET', path)).body, pulled, path);
  }
});

const feedAt = (path: string) => ({
  url: `http://127.0.0.1:9/${path}.xml`,
  behavior: 'draft',
  cadence: 'every',
  subject: '{{ item.title }}',
  body: '{{ item.content }}',
});
const hook = 'https://127.0.0.1:8443/hook';
const twoNames = [
  ['/v1/webhooks', { url: hook }, 'event_types', ['email.sent'], 'event_type', 'email.sent', 'email.created'],
  ['/v1/subscribers', { type: 'regular' }, 'email_address', 'ADDRESS', 'email', 'ADDRESS', 'z@example.org'],
  [
    '/v1/subscribers',
    { email_address: 'ADDRESS' },
    'type',
    'premium',
    'subscriber_type',
    'premium',
    'regular',
  ],
  ['/v1/external_feeds', feedAt('named'), 'name', 'Mine', 'label', 'Mine', 'Yours'],
  [
    '/v1/newsletters',
    { username: 'NAME', name: 'Two names' },
    'from_address',
    'a@writer.example',
    'email_address',
    'a@writer.example',
    'b@writer.example',
  ],
  [
    '/v1/newsletters',
    { username: 'NAME', name: 'Two names' },
    'reply_to',
    'a@writer.example',
    'reply_to_address',
    'a@writer.example',
    'b@writer.example',
  ],
] as const;
for (const [path, rest, name, value, other, alike, unlike] of twoNames) {
  test(`${other} of ${path} is another name of ${name}, and different values for both are refused`, async () => {
    let count = 0;
    const filled = (input: object) => {
      count += 1;
      const own = `${name}-${count}`.replaceAll('_', '-');
      return JSON.parse(
        JSON.stringify({ ...rest, ...input })
          .replaceAll('ADDRESS', `${own}@example.org`)
          .replaceAll('NAME', own),
      );
    };
    const input = filled({ [other]: alike });
    const made = await create(path, input);
    assert.deepEqual(made[name], name === 'event_types' ? value : input[other]);
    await create(path, filled({ [name]: value, [other]: alike }));
    const refused = await service.api('POST', path, filled({ [name]: value, [other]: unlike }));
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.body.detail, new RegExp(`^${other}: contradicts ${name}`));
    if (path === '/v1/newsletters') return; // a key changes only its own newsletter

    const change = (changes: object) => service.api('PATCH', `${path}/${made.id}`, changes);
    const changed = await change({ [other]: unlike });
    assert.deepEqual(changed.body[name], name === 'event_types' ? [unlike] : unlike);
    if (name === 'event_types') return; // it is not returned under the older name
    const back = await change({ ...changed.body, [name]: input[other] });
    assert.equal(back.body[other], input[other], back.text);
    const both = await change({ [name]: unlike, [other]: name === 'type' ? 'gifted' : 'y@example.org' });
    assert.equal(both.status, 400, both.text);
  });
}

test('an automation takes its audience as filters and shows them', async () => {
  const readers = await create('/v1/tags', { name: 'feed readers' });
  const filters = {
    filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'feed readers' }],
    groups: [],
    predicate: 'and',
  };
  const feed = await create('/v1/external_feeds', { ...feedAt('filtered'), filters });
  assert.deepEqual(feed.included_tags, [readers.id]);
  assert.equal(feed.filters.filters[0].value, readers.id);
  const change = (changes: object) => service.api('PATCH', `/v1/external_feeds/${feed.id}`, changes);
  for (const wrong of [
    { filters: { ...filters, filters: [] }, included_tags: [readers.id] },
    { filters: { ...filters, filters: [{ ...filters.filters[0], field: 'subscriber.shoe_size' }] } },
  ]) {
    const { status, body } = await change(wrong);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], JSON.stringify(wrong));
  }
  assert.deepEqual((await service.api('GET', `/v1/external_feeds/${feed.id}`)).body, feed);
  const nested = await change({ filters: { ...filters, groups: [{ ...filters, predicate: 'or' }] } });
  assert.equal(nested.body.filters.groups[0].predicate, 'or', 'groups are kept as they were sent');
  assert.deepEqual((await change({ filters: { ...filters, filters: [] } })).body.included_tags, []);
});

test('emails can be filtered by archival_mode', async () => {
  const { id } = await create('/v1/emails', { subject: 'Off', status: 'draft', archival_mode: 'disabled' });
  const { body } = await service.api('GET', '/v1/emails?archival_mode=disabled');
  assert.deepEqual(
    body.results.map((email: { id: string }) => email.id),
    [id],
  );
});
