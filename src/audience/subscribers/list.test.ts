import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/connect.ts';
import { addSubscribers } from '../../testing/audience.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { sumCounts } from './counts.ts';

let service: TestService;
const ids: Record<string, string> = {};
before(async () => {
  service = await startTestService();
  for (const [name, fields] of Object.entries({
    ada: { type: 'regular', tags: ['vip', 'Oslo Straße'] },
    bob: { type: 'premium', tags: ['vip'] },
    cat: { type: 'unsubscribed', tags: [] },
    dan: { type: 'regular', tags: ['Oslo Straße'] },
    'per_cent%x': { type: 'paused' },
  })) {
    const { body } = await service.api('POST', '/v1/subscribers', {
      email: `${name}@example.org`,
      ...fields,
    });
    ids[name] = body.id;
  }
  for (const [at, name] of Object.keys(ids).entries()) {
    const creation_date = `2026-01-0${at + 1}T12:00:00Z`;
    await service.db.updateTable('subscribers').set({ creation_date }).where('id', '=', ids[name]!).execute();
  }
});
after(() => service.stop());

const list = async (query: string) => {
  const { status, body } = await service.api('GET', `/v1/subscribers?${query}`);
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
  const names: string[] = body.results.map((one: { email: string }) => one.email.split('@')[0]);
  if (!query.includes('page')) assert.equal(body.count, names.length, query);
  return names;
};

test('a search finds any part of the address or of a value in the metadata, ignoring case', async () => {
  const { api } = service;
  const person = { email: 'searched+tag@Searched.example', type: 'regular' };
  const metadata = {
    first_name: 'Zoë "Zo" O\'Hara',
    city: 'São Paulo',
    n: 4711,
    list: ['inner'],
    back: 'a\\b',
  };
  const { body } = await api('POST', '/v1/subscribers', { ...person, metadata });
  for (const text of ['ARCHED+T', 'zoë', 'ZOË "ZO" o', 'ão pau', '471', 'inner', 'a\\b', 'se', "o'hara"])
    assert.deepEqual(await list(`search=${encodeURIComponent(text)}`), ['searched+tag'], text);
  for (const text of ['first_name', 'zoe', 'ar', '%', '_%_', '   ', '', 'nobody at all'])
    assert.deepEqual(await list(`search=${encodeURIComponent(text)}`), [], text);
  assert.deepEqual(await list('search=example.org&type=premium'), ['bob']);
  const found = await api('POST', '/v1/subscribers/search?search=paulo', {
    filters: [{ field: 'subscriber.type', operator: 'equals', value: 'regular' }],
  });
  assert.equal(found.body.count, 1);
  await api('DELETE', `/v1/subscribers/${body.id}`);
});

test('pages that follow each other by their cursors contain everybody once, even while others join', async () => {
  for (const ordering of [
    '',
    '-creation_date',
    'email_address',
    '-type',
    'secondary_id',
    '-modification_date',
  ]) {
    const all = await list(`ordering=${ordering}`);
    const names: string[] = [];
    let path: string | null = `/v1/subscribers?page_size=2&cursor=*&ordering=${ordering}`;
    for (let page = 0; path; page += 1) {
      const { body }: { body: { results: { email: string }[]; next: string | null; count: number } } =
        await service.api('GET', path);
      names.push(...body.results.map(({ email }) => email.split('@')[0]!));
      assert.equal(body.count, all.length, 'as counted on the first page');
      path = body.next?.replace('http://news.example', '') ?? null;
      if (page === 0)
        await service.api('POST', '/v1/subscribers', { email: 'joins@example.org', type: 'regular' });
    }
    await service.api('DELETE', '/v1/subscribers/joins@example.org');
    const old = names.filter(name => name !== 'joins');
    assert.deepEqual(old.slice(0, all.length), all.slice(0, old.length), ordering);
    assert.equal(new Set(names).size, names.length, ordering);
  }
  const { body } = await service.api('GET', '/v1/subscribers?page_size=2&cursor=*&ordering=type');
  const cursor = new URL(body.next).searchParams.get('cursor');
  for (const wrong of [
    `ordering=-type&cursor=${cursor}`,
    'cursor=x',
    `cursor=${btoa('["creation_date desc","x",1,1]')}`,
  ])
    assert.equal((await service.api('GET', `/v1/subscribers?${wrong}`)).status, 400, wrong);
});

test('each filter keeps those who match, alone and combined, and its negation keeps the rest', async () => {
  const vip = (await service.api('GET', '/v1/tags')).body.results.find(
    (tag: { name: string }) => tag.name === 'vip',
  ).id;
  for (const [query, expected] of [
    ['type=regular', ['ada', 'dan']],
    ['type=regular&type=premium', ['ada', 'bob', 'dan']],
    ['type[]=regular&type[]=premium', ['ada', 'bob', 'dan']],
    ['type=regular,premium', ['ada', 'bob', 'dan']],
    ['type=regular,nonsense', ['ada', 'dan']],
    ['type=nonsense', []],
    ['-type=regular,premium', ['cat', 'per_cent%x']],
    ['-type=nonsense', ['ada', 'bob', 'cat', 'dan', 'per_cent%x']],
    ['tag=vip', ['ada', 'bob']],
    [`tag=${vip}`, ['ada', 'bob']],
    ['tag=VIP', ['ada', 'bob']],
    ['tag=vip&tag=oslo%20STRASSE', []],
    ['tag=vip&tag=OSLO+stra%C3%9Fe', ['ada']],
    [`tag=vip,${vip},VIP`, ['ada', 'bob']],
    ['tag=vip,nonsense', []],
    ['-tag=vip', ['cat', 'dan', 'per_cent%x']],
    ['-tag=vip,nonsense', ['cat', 'dan', 'per_cent%x']],
    ['-tag=vip&-tag=Oslo Straße', ['cat', 'per_cent%x']],
    ['tag=Oslo Straße&-tag=vip', ['dan']],
    ['email=A', ['ada', 'bob', 'cat', 'dan', 'per_cent%x']],
    ['email=DA@ex', ['ada']],
    ['email=_', ['per_cent%x']],
    ['email=%25', ['per_cent%x']],
    ['email=\\', []],
    [`ids=${ids.ada}&ids=${ids.bob}`, ['ada', 'bob']],
    [`ids=${ids.ada},nonsense`, ['ada']],
    ['ids=nonsense', []],
    [`-ids=${ids.ada},${ids.bob},nonsense`, ['cat', 'dan', 'per_cent%x']],
    ['date__start=2026-01-03', ['cat', 'dan', 'per_cent%x']],
    ['date__end=2026-01-02', ['ada', 'bob']],
    ['date__end=2026-01-03T12:00:00Z', ['ada', 'bob']],
    ['date__start=2026-01-02T12:00:00Z&date__end=2026-01-03T12:00:00Z', ['bob']],
    ['date__start=2026-01-02T14:00:00%2B02:00&date__end=2026-01-03T13:00:00+01:00', ['bob']],
    ['type=regular&tag=vip&email=ada', ['ada']],
    ['page=&page_size=&ordering=&expand=', ['ada', 'bob', 'cat', 'dan', 'per_cent%x']],
  ] as const) {
    assert.deepEqual((await list(query)).toSorted(), expected, query);
  }
});

test('the order is the requested one, by default newest first, and ties are broken by age', async () => {
  for (const [query, expected] of [
    ['', ['per_cent%x', 'dan', 'cat', 'bob', 'ada']],
    ['ordering=creation_date', ['ada', 'bob', 'cat', 'dan', 'per_cent%x']],
    ['ordering=-email_address', ['per_cent%x', 'dan', 'cat', 'bob', 'ada']],
    ['ordering=type', ['ada', 'dan', 'bob', 'per_cent%x', 'cat']],
    ['ordering=-type', ['cat', 'per_cent%x', 'bob', 'dan', 'ada']],
    ['ordering=secondary_id', ['ada', 'bob', 'cat', 'dan', 'per_cent%x']],
    ['ordering=last_open_date', ['ada', 'bob', 'cat', 'dan', 'per_cent%x']],
  ] as const) {
    assert.deepEqual(await list(query), expected, query);
  }
  const date = await list('ordering=-unsubscription_date');
  assert.equal(date[0], 'cat', 'subscribers without this date come last in both directions');
  for (const ordering of ['colour', '-', '--type', 'type,-id', 'id;drop', 'constructor']) {
    const { status, body } = await service.api('GET', `/v1/subscribers?ordering=${ordering}`);
    assert.deepEqual([status, body.code], [400, 'ordering_invalid'], ordering);
  }
});

test('pages divide the list without loss or repeats, and nothing follows the last', async () => {
  const pages = [];
  for (let page = 1; page <= 4; page += 1) pages.push(await list(`ordering=type&page_size=2&page=${page}`));
  assert.deepEqual(pages, [['ada', 'dan'], ['bob', 'per_cent%x'], ['cat'], []]);
  const { headers, body } = await service.api('GET', '/v1/subscribers?-type=nonsense&page_size=2');
  assert.equal(body.next, 'http://news.example/v1/subscribers?-type=nonsense&page_size=2&page=2');
  assert.equal(headers.get('link'), `<${body.next}>; rel="next"`);
  assert.equal((await service.api('GET', '/v1/subscribers?page=9223372036854775808')).body.count, 5);
});

test('an invalid parameter is refused by name', async () => {
  for (const query of [
    'page=0',
    'page=x',
    'page_size=0',
    'page_size=1001',
    'date__start=soon',
    'date__end=2026-13-01',
  ]) {
    const { status, body } = await service.api('GET', `/v1/subscribers?${query}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], query);
    assert.ok(body.detail.startsWith(`${query.split('=')[0]}: `), body.detail);
  }
});

test('the whole list is counted exactly, whoever comes and goes, before and after the single counts are summed up', async () => {
  const { api, db, newsletter } = service;
  const counted = async () => (await api('GET', '/v1/subscribers?page_size=1')).body.count;
  const rows = async () =>
    (
      await db
        .selectFrom('subscribers')
        .where('newsletter_key', '=', newsletter.key)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const before = await counted();
  await addSubscribers(db, newsletter, 20);
  await api('POST', '/v1/subscribers', { email: 'counted@example.org', type: 'regular' });
  await api('POST', '/v1/subscribers', { email: 'counted@example.org', type: 'regular' });
  assert.deepEqual([await counted(), await rows()], [before + 21, before + 21]);
  await api('DELETE', '/v1/subscribers/counted@example.org');
  const rolledBack = inTransaction(db, async trx => {
    await trx.deleteFrom('subscribers').where('newsletter_key', '=', newsletter.key).execute();
    throw new Error('not after all');
  });
  await assert.rejects(rolledBack, /not after all/);
  assert.deepEqual([await counted(), await rows()], [before + 20, before + 20]);
  assert.equal(await sumCounts(db, 100), 1);
  assert.equal(await sumCounts(db, 100), 0);
  assert.equal(await counted(), before + 20);
  const { rows: left } = await sql`
    select from subscriber_counts where newsletter_key = ${newsletter.key}`.execute(db);
  assert.equal(left.length, 1, 'one count is left');
});
