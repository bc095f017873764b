import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { tally } from '../testing/bulk.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { bulkTypeNames, bulkTypes } from './types.ts';

let service: TestService;
let subscriber: string;
let draft: string;
let tag: string;
before(async () => {
  service = await startTestService();
  const make = async (path: string, body: object) => (await service.api('POST', path, body)).body.id;
  subscriber = await make('/v1/subscribers', { email_address: 'a@example.org', type: 'regular' });
  draft = await make('/v1/emails', { subject: 'Draft', status: 'draft' });
  tag = await make('/v1/tags', { name: 'there' });
});
after(() => service.stop());

/** Valid metadata of each type, apart from ids. */
const good: Record<string, object> = {
  apply_tags: { tag: 'there' },
  apply_metadata: { action: 'add', metadata: {} },
  update_email_types: { email_type: 'free' },
  update_archival_modes: { archival_mode: 'disabled' },
  add_notes: { notes: 'Met' },
  rename_metadata: { from: 'plan', to: 'tier' },
};
const create = (type: unknown, metadata?: unknown, headers?: Record<string, string>) =>
  service.api('POST', '/v1/bulk_actions', { type, metadata }, headers);

let contents: object;
beforeEach(async () => {
  contents = await readContents(service.db);
});

async function assertRefused(code: string, type: unknown, metadata: unknown, detail = /./): Promise<void> {
  for (const dry_run of [false, true]) {
    const object = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
    const answer = await create(type, dry_run && object ? { ...metadata, dry_run } : metadata);
    const what = `${JSON.stringify(type)} ${JSON.stringify(metadata)?.slice(0, 100)}: ${answer.text}`;
    assert.deepEqual([answer.status, answer.body.code], [400, code], what);
    assert.match(answer.body.detail, detail, what);
  }
  assert.deepEqual(await readContents(service.db), contents, 'nothing is left of it');
}

test('an unknown or missing type is refused', async () => {
  for (const type of ['apply_tag', '', null, undefined, 5, ['apply_tags'], 'constructor', '__proto__'])
    await assertRefused('bulk_action_invalid_type', type, { ids: [subscriber] }, /^type\b.*apply_tags/);
});

test('ids of the wrong shape, too many of them, and mixtures are refused', async () => {
  const many = Array.from({ length: 10_001 }, (_, at) => `id ${at}`);
  const mixtures = [
    ['all', subscriber],
    [subscriber, `-${subscriber}`],
    ['-all'],
    ['-'],
    ['all', `-${subscriber}`],
  ];
  for (const ids of ['all', { 0: 'all' }, 5, true, [5], [null], [['all']], many, ...mixtures])
    await assertRefused('bulk_action_invalid_ids', 'ban_subscribers', { ids }, /^metadata\.ids: /);
});

test('actions that delete, unsubscribe, revive or mail people require ids', async () => {
  const wanting = bulkTypeNames.filter(name => bulkTypes[name].without_ids === 'refused');
  assert.equal(wanting.length, 14);
  for (const type of wanting)
    for (const metadata of [{}, undefined, null, { ids: [] }, { ids: null }, { parameters: {} }])
      await assertRefused(
        'bulk_action_invalid_ids',
        type,
        metadata,
        /^metadata\.ids: this field is required/,
      );
});

const wrong: Record<string, unknown[]> = {
  apply_tags: [
    {},
    { tag: '' },
    { tag: 5 },
    { tag_ids: [] },
    { tag_ids: 'there' },
    { tag: 'there', action: 'toggle' },
    { tag: 'new', action: 'remove' },
    { tag_id: 'new' },
    { tag_ids: ['there', 'new'] },
    { tag: '01900000-0000-7000-8000-000000000000' },
    { tag: 'a,b' },
  ],
  apply_metadata: [
    {},
    { metadata: {} },
    { action: 'merge', metadata: {} },
    { action: 'add', metadata: [] },
    { action: 'set', metadata: 'x' },
    { action: 'remove', metadata: 'x' },
    { action: 'remove', metadata: [5] },
    { action: 'add' },
  ],
  send_emails: [{}, { email_id: 5 }, { email_id: 'x' }, { email_id: '01900000-0000-7000-8000-000000000000' }],
  update_email_types: [{}, { email_type: 'secret' }, { email_type: 5 }],
  update_archival_modes: [{}, { archival_mode: 'secret' }, { archival_mode: 5 }],
  gift_subscribers: [{ end_date: 'soon' }, { end_date: 5 }, { message: 5 }, { message: 'x'.repeat(2001) }],
  add_notes: [{}, { notes: ' ' }, { notes: 5 }, { notes: 'x'.repeat(20_001) }],
  rename_metadata: [{}, { from: 'a' }, { from: 'a', to: '' }, { from: 'a', to: 'a' }],
};
for (const [type, metadatas] of Object.entries(wrong)) {
  test(`${type} refuses metadata of the wrong shape, and says what is wrong`, async () => {
    for (const metadata of metadatas)
      await assertRefused(
        'bulk_action_invalid_metadata',
        type,
        { ids: [subscriber], ...(metadata as object) },
        /^metadata\.\w+.*: (?!Invalid input)/,
      );
  });
}

test('metadata that is not an object is refused, and so is a dry_run that is not a boolean', async () => {
  for (const metadata of [5, 'x', [], true])
    await assertRefused('bulk_action_invalid_metadata', 'apply_tags', metadata, /^metadata\b/);
  for (const dry_run of ['true', 1, []]) {
    const { status, body } = await create('apply_tags', { tag: 'there', dry_run });
    assert.deepEqual([status, body.code], [400, 'bulk_action_invalid_metadata']);
  }
});

test('a parameter or value unknown to the list is refused, not ignored', async () => {
  const unknown = [
    { colour: 'red' },
    { page: 1 },
    { ordering: 'type' },
    { subscriber_type: 'regulra' },
    { emial: 'ada@example.org' },
    { domain: 'no domain' },
    { open_rate__start: 50 },
    { metadata: 'pro' },
    { metadata: {} },
    { metadata: { plan: '' } },
    { "metadata['plan']": [] },
    { creation_date__end: '' },
    { expand: 'stripe_customer' },
    { type: 'regulra' },
    { type: ['regular', 'regulra'] },
    { '-type': 'nobody' },
    { tag: 'nowhere' },
    { '-tag': ['there', 'nowhere'] },
    { tag: '' },
    { type: [] },
    { email: '' },
    { date__start: 'yesterday' },
    { date__start: '' },
    { ids: ['01900000-0000-7000-8000-000000000000'] },
    { '-ids': [subscriber, 'x'] },
    { type: 5 },
    { type: null },
    { segment: 'nowhere' },
    { segment: '' },
    { filters: {} },
    { filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'nowhere' }] },
    { filters: [{ field: 'subscriber.cost', operator: 'equals', value: '5' }] },
    { filters: { groups: [{}] } },
    [],
    'type=regular',
    { metadata: { plan: Array(1001).fill('pro') } },
    { metadata: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`key${at}`, 'pro'])) },
  ];
  for (const parameters of unknown)
    await assertRefused(
      'bulk_action_invalid_metadata',
      'ban_subscribers',
      { ids: ['all'], parameters },
      /^metadata\.parameters.*: /,
    );
  for (const parameters of [
    { status: 'snet' },
    { source: 'post' },
    { excluded_fields: 'body' },
    { automations: 'x' },
  ])
    await assertRefused('bulk_action_invalid_metadata', 'delete_emails', { ids: ['all'], parameters });
  for (const parameters of [{ event_type: 'subscriber.delivered' }, { email_id: 'x' }])
    await assertRefused('bulk_action_invalid_metadata', 'replay_events', { parameters });
  await assertRefused('bulk_action_invalid_metadata', 'delete_tags', {
    ids: ['all'],
    parameters: { type: 'x' },
  });
});

test('parameters next to named ids are refused, because they would filter nothing', async () => {
  const parameters = { type: 'regular' };
  await assertRefused('bulk_action_invalid_metadata', 'ban_subscribers', { ids: [subscriber], parameters });
  await assertRefused('bulk_action_invalid_metadata', 'send_emails', { email_id: draft, parameters });
});

test('send_emails requires an email that is draft, in_flight or sent', async () => {
  for (const status of ['imported', 'deleted', 'scheduled', 'about_to_send', 'errored'] as const) {
    await service.db.updateTable('emails').set({ status }).where('id', '=', draft).execute();
    contents = await readContents(service.db);
    const metadata = { email_id: draft, ids: [subscriber] };
    await assertRefused('bulk_action_invalid_metadata', 'send_emails', metadata, /email_id: .*draft/);
  }
  await service.db.updateTable('emails').set({ status: 'draft' }).where('id', '=', draft).execute();
});

test('a key needs write permission for bulk actions and for the objects of the action', async () => {
  await service.api('PUT', '/v1/payments', { mode: 'practice' });
  const price_id = (await service.api('GET', '/v1/prices')).body.results[0].id;
  for (const type of bulkTypeNames) {
    const metadata = { ids: ['all'], ...good[type], email_id: draft, price_id };
    const needs = ['bulk_actions', ...bulkTypes[type].needs];
    for (const missing of needs) {
      const permissions = Object.fromEntries(needs.map(area => [area, area === missing ? 'read' : 'write']));
      const refused = await create(type, metadata, await service.keyWith(permissions));
      assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], `${type} without ${missing}`);
      assert.match(refused.body.detail, new RegExp(`${missing}:write`));
    }
    const enough = Object.fromEntries(needs.map(area => [area, 'write']));
    const dry = await create(type, { ...metadata, dry_run: true }, await service.keyWith(enough));
    assert.equal(dry.status, 200, `${type}: ${dry.text}`);
  }
});

test('an action and its items are visible in their own newsletter only', async () => {
  const { body } = await create('delete_tags', { ids: [tag] });
  const headers = await service.foreignKey();
  for (const path of [
    `/v1/bulk_actions/${body.id}`,
    `/v1/bulk_actions/${body.id}/items`,
    '/v1/bulk_actions/x',
  ])
    assert.equal((await service.api('GET', path, undefined, headers)).status, 404, path);
  assert.equal((await service.api('GET', '/v1/bulk_actions', undefined, headers)).body.count, 0);
  const foreign = await create('ban_subscribers', { ids: [subscriber] }, headers);
  const { body: items } = await service.api(
    'GET',
    `/v1/bulk_actions/${foreign.body.id}/items`,
    undefined,
    headers,
  );
  assert.equal(items.results[0].id, subscriber);
  const [row] = await service.db
    .selectFrom('bulk_action_items')
    .selectAll()
    .where('target_id', '=', subscriber)
    .execute();
  assert.equal(row!.target_key, null, 'another newsletter cannot even name it');
});

test('the same request sent twice with one Idempotency-Key is one action', async () => {
  const headers = { 'idempotency-key': 'once' };
  const metadata = { ids: [subscriber], tag: 'there' };
  const [one, two] = [
    await create('apply_tags', metadata, headers),
    await create('apply_tags', metadata, headers),
  ];
  assert.deepEqual([one.status, two.status, two.body], [201, 201, one.body]);
  assert.equal((await create('apply_tags', { ...metadata, action: 'remove' }, headers)).status, 409);
  assert.equal((await service.api('GET', '/v1/bulk_actions?type=apply_tags')).body.count, 1);
});

test('a waiting action can be retrieved and listed, with its metadata as sent', async () => {
  const { body } = await service.api('GET', '/v1/bulk_actions?status=not_started&type=apply_tags');
  const [action] = body.results;
  assert.deepEqual(
    [action.status, tally(action), action.rate, action.start_date, action.expected_completion_date],
    ['not_started', '0/0/0', null, null, null],
  );
  assert.deepEqual(action.metadata, { ids: [subscriber], tag: 'there' }, 'as it was sent');
  const { results } = (await service.api('GET', `/v1/bulk_actions/${action.id}/items`)).body;
  const item = { position: 1, id: subscriber, name: 'a@example.org', status: null, reason: '', detail: '' };
  assert.deepEqual(results, [item]);
});
