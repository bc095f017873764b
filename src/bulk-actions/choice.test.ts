import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSubscribers } from '../testing/audience.ts';
import { bulkContext, runBulk, runBulkActions, tally } from '../testing/bulk.ts';
import { readContents } from '../testing/contents.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
let all: string[];
before(async () => {
  service = await startTestService({ works: true });
  await addSubscribers(service.db, service.newsletter, 30);
  const rows = await service.db.selectFrom('subscribers').select('id').orderBy('key').execute();
  all = rows.map(row => row.id);
});
after(() => service.stop());

const tagged = async (tag: string) =>
  (
    await service.api('GET', `/v1/subscribers?ordering=creation_date&tag=${tag}&page_size=1000`)
  ).body.results.map((one: { id: string }) => one.id);
const apply = (tag: string, metadata: object) => runBulk(service, 'apply_tags', { tag, ...metadata });
const nobody = '01900000-0000-7000-8000-000000000000';

test('ids are processed in the given order, repeated ones once', async () => {
  const [a, b, c] = all as [string, string, string];
  const given = [c, a, 'no id at all', b, a.toUpperCase(), c, nobody, '', 'ALL'];
  const { action, items } = await apply('some', { ids: given });
  assert.deepEqual(
    items.map(({ position, id, status, reason }) => [position, id, status, reason].join(' ').trim()),
    [
      `1 ${c} done`,
      `2 ${a} done`,
      '3 no id at all failed not_found',
      `4 ${b} done`,
      `5 ${nobody} failed not_found`,
      '6  failed not_found',
      '7 ALL failed not_found',
    ],
  );
  assert.deepEqual([action.status, action.total_count, tally(action)], ['processed', 7, '3/0/4']);
  assert.deepEqual((await tagged('some')).toSorted(), [a, b, c].toSorted());
});

test('an id of another kind of object matches nothing', async () => {
  const { body: tag } = await service.api('POST', '/v1/tags', { name: 'a tag' });
  const { items } = await apply('kind', { ids: [tag.id] });
  assert.equal(items[0].reason, 'not_found');
});

test('10,000 ids are accepted', async () => {
  const ids = Array.from({ length: 9970 }, () => crypto.randomUUID());
  const { action } = await apply('many', { ids: [...ids, ...all] });
  assert.deepEqual([action.total_count, tally(action)], [10_000, '30/0/9970']);
});

test('"all", no ids and an empty list mean everything, oldest first', async () => {
  for (const [at, metadata] of [{ ids: ['all'] }, {}, { ids: [] }].entries()) {
    const { items } = await apply(`all ${at}`, metadata);
    assert.deepEqual(
      items.map(({ id }) => id),
      all,
    );
  }
});

test('exceptions are left out, and unknown ones are reported', async () => {
  const { action, items } = await apply('most', {
    ids: [`-${all[3]}`, `-${nobody}`, `-${all[5]!.toUpperCase()}`],
  });
  assert.equal(tally(action), '28/0/1');
  assert.deepEqual([items[0].id, items[0].reason], [`-${nobody}`, 'not_found']);
  assert.deepEqual((await tagged('most')).length, 28);
  assert.ok(![all[3], all[5]].some(id => items.some(item => item.id === id)));
});

test('parameters narrow "all" and exceptions as they do the list', async () => {
  await apply('weekly', { ids: all.slice(0, 10) });
  const parameterSets = [
    { tag: 'weekly' },
    { '-tag': ['weekly'] },
    { email: 'r1@' },
    { type: 'regular,premium', '-tag': 'weekly' },
    { ids: all.slice(4, 6).join(',') },
    { '-ids': all.slice(2) },
    { type: ['premium'] },
    { date__start: '2999-01-01' },
    { email_address: 'r1@example.com' },
    { domain: 'example.com', "metadata['plan']": 'pro' },
    { creation_date__end: '2999-01-01', "metadata['plan']": ['pro', 'free'] },
  ];
  for (const [at, parameters] of parameterSets.entries()) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      for (const one of [value].flat()) query.append(name, one);
    const listed = (await service.api('GET', `/v1/subscribers?ordering=creation_date&${query}`)).body.results;
    const { items } = await apply(`narrowed ${at}`, { ids: ['all'], parameters });
    assert.deepEqual(
      items.map(({ id }) => id),
      listed.map((one: { id: string }) => one.id),
      String(query),
    );
  }
  const filters = {
    filters: [{ field: 'subscriber.tags', operator: 'contains', value: 'weekly' }],
    groups: [
      {
        filters: [{ field: 'subscriber.email_address', operator: 'equals', value: 'r3@example.org' }],
        predicate: 'not',
      },
    ],
  };
  const saved = await service.api('POST', '/v1/segments', { name: 'most of the weekly', filters });
  assert.equal(saved.status, 201, saved.text);
  for (const parameters of [{ filters }, { segment: 'most of the weekly' }, { tag: 'weekly', filters }]) {
    const { items } = await apply(`filtered ${Object.keys(parameters).join(' ')}`, {
      ids: ['all'],
      parameters,
    });
    assert.deepEqual(
      items.map(({ id }) => id),
      all.slice(0, 10).filter((_, at) => at !== 2),
    );
  }
  const { items } = await apply('narrow exceptions', { ids: [`-${all[0]}`], parameters: { tag: 'weekly' } });
  assert.deepEqual(
    items.map(({ id }) => id),
    all.slice(1, 10),
  );
});

test('items are fixed when the action is created: later objects are not included, and deleted ones are not found', async () => {
  // No other action of this newsletter is processed while the first one is held.
  const quiet = await startTestService();
  await addSubscribers(quiet.db, quiet.newsletter, 3);
  const { body } = await quiet.api('POST', '/v1/bulk_actions', {
    type: 'apply_tags',
    metadata: { tag: 'x' },
  });
  assert.equal(body.total_count, 3);
  await quiet.api('DELETE', '/v1/subscribers/r2@example.org');
  await quiet.api('POST', '/v1/subscribers', { email_address: 'late@example.org', type: 'regular' });
  await runBulkActions(quiet.db, bulkContext, quiet.newsletter.key);
  const { results } = (await quiet.api('GET', `/v1/bulk_actions/${body.id}/items`)).body;
  assert.deepEqual(
    results.map((item: { status: string; reason: string }) => item.reason || item.status),
    ['done', 'not_found', 'done'],
  );
  await quiet.stop();
});

test('a dry run returns the counts and the first refusals, and changes nothing', async () => {
  const before = await readContents(service.db);
  const metadata = { tag: 'brand new', ids: [...all, nobody], dry_run: true };
  const { status, body } = await service.api('POST', '/v1/bulk_actions', { type: 'apply_tags', metadata });
  assert.equal(status, 200);
  const { refusals, ...rest } = body;
  assert.deepEqual(rest, {
    type: 'apply_tags',
    metadata,
    dry_run: true,
    status_reason: '',
    total_count: 31,
    done_count: 30,
    skipped_count: 0,
    failed_count: 1,
    reasons: [
      {
        status: 'failed',
        reason: 'not_found',
        detail: 'There is nothing with this id.',
        detail_sentence: { code: 'bulk_actions.nothing_with_id', values: {} },
        count: 1,
      },
    ],
  });
  assert.deepEqual(
    refusals.map(({ position, id, reason }: { position: number; id: string; reason: string }) => [
      position,
      id,
      reason,
    ]),
    [[31, nobody, 'not_found']],
  );
  assert.deepEqual(await readContents(service.db), before);
});
