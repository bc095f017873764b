import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../testing/postrider.ts';

let service: TestService;
const ids: Record<string, string> = {};
const rows = {
  alpha: { status: 'draft', included_tags: ['vip', 'oslo'] },
  beta: {
    status: 'sent',
    included_tags: ['vip'],
    email_type: 'premium',
    secondary_id: 2,
    publish_date: '2026-03-01T00:00:00Z',
  },
  gamma: { status: 'scheduled', excluded_tags: ['vip'], publish_date: '2999-01-01T00:00:00Z' },
  delta: { status: 'deleted', email_type: 'premium' },
  '50%_off': { status: 'imported', secondary_id: 1, publish_date: '2026-02-01T00:00:00Z' },
} as const;
before(async () => {
  service = await startTestService();
  for (const name of ['vip', 'oslo']) await service.api('POST', '/v1/tags', { name });
  for (const [at, [subject, { status, ...fields }]] of Object.entries(rows).entries()) {
    const imported = status === 'imported' ? { status } : { status: 'draft' };
    const { body } = await service.api('POST', '/v1/emails', {
      subject,
      body: `Body of ${subject}`,
      ...fields,
      ...imported,
    });
    ids[subject] = body.id;
    const columns = { status, creation_date: `2026-01-0${at + 1}T12:00:00Z`, secondary_id: null, ...fields };
    const { included_tags: _, excluded_tags: __, ...set } = columns as Record<string, unknown>;
    await service.db.updateTable('emails').set(set).where('id', '=', body.id).execute();
  }
});
after(() => service.stop());

const list = async (query: string) => {
  const { status, body } = await service.api('GET', `/v1/emails?${query}`);
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
  const names: string[] = body.results.map((one: { subject: string }) => one.subject);
  if (!query.includes('page')) assert.equal(body.count, names.length, query);
  return names;
};

test('each filter keeps the emails that match, alone and combined, and its negation keeps the rest', async () => {
  const vip = (await service.api('GET', '/v1/tags')).body.results[0].id;
  const all = ['50%_off', 'alpha', 'beta', 'gamma'];
  for (const [query, expected] of [
    ['', all],
    ['status=draft', ['alpha']],
    ['status=draft&status=sent', ['alpha', 'beta']],
    ['status[]=draft&status[]=deleted', ['alpha', 'delta']],
    ['status=draft,sent', ['alpha', 'beta']],
    ['status=draft,nonsense', ['alpha']],
    ['status=nonsense', []],
    ['-status=draft', ['50%_off', 'beta', 'gamma']],
    ['-status=draft,sent&-status=nonsense', ['50%_off', 'gamma']],
    ['included_tags=vip', ['alpha', 'beta']],
    [`included_tags=${vip}`, ['alpha', 'beta']],
    ['included_tags=vip&included_tags=OSLO', ['alpha']],
    [`included_tags=VIP,${vip}`, ['alpha', 'beta']],
    ['included_tags=vip,nonsense', []],
    ['-included_tags=vip', ['50%_off', 'gamma']],
    ['-included_tags=oslo,nonsense', ['50%_off', 'beta', 'gamma']],
    ['excluded_tags=vip', ['gamma']],
    ['-excluded_tags=vip', ['50%_off', 'alpha', 'beta']],
    ['automations=01900000-0000-7000-8000-000000000000', []],
    [`ids=${ids.alpha}&ids=${ids.delta}`, ['alpha']],
    [`ids=${ids.delta}&status=deleted`, ['delta']],
    [`ids=${ids.alpha},nonsense`, ['alpha']],
    [`-ids=${ids.alpha},nonsense`, ['50%_off', 'beta', 'gamma']],
    ['email_type=premium', ['beta']],
    ['-email_type=premium', ['50%_off', 'alpha', 'gamma']],
    ['email_type=nonsense', []],
    ['source=import', ['50%_off']],
    ['-source=import', ['alpha', 'beta', 'gamma']],
    ['subject=A', ['alpha', 'beta', 'gamma']],
    ['subject=%25_', ['50%_off']],
    ['subject=_', ['50%_off']],
    ['subject=\\', []],
    ['creation_date__start=2026-01-02&creation_date__end=2026-01-02', ['beta']],
    ['creation_date__start=2026-01-02&creation_date__end=2026-01-03', ['beta', 'gamma']],
    ['creation_date__start=2026-01-02&creation_date__end=2026-01-03T12:00:00Z', ['beta']],
    [
      'creation_date__start=2026-01-02T14:00:00%2B02:00&creation_date__end=2026-01-02T13:00:00.001+01:00',
      ['beta'],
    ],
    ['publish_date__start=2026-02-02', ['beta', 'gamma']],
    ['publish_date__end=2026-03-01', ['50%_off', 'beta']],
    ['publish_date__end=2026-02-28', ['50%_off']],
    ['publish_date__end=2026-03-01T00:00:00Z', ['50%_off']],
    ['publish_date__end=9999-12-31', ['50%_off', 'beta', 'gamma']],
    ['status=sent&email_type=premium&included_tags=vip&subject=BET', ['beta']],
    ['page=&page_size=&ordering=&excluded_fields=', all],
    ['status=&subject=', []],
  ] as const) {
    assert.deepEqual((await list(query)).toSorted(), expected, query);
  }
});

test('the order is the requested one, by default oldest first, and ties are broken by age', async () => {
  for (const [query, expected] of [
    ['', ['alpha', 'beta', 'gamma', '50%_off']],
    ['ordering=-creation_date', ['50%_off', 'gamma', 'beta', 'alpha']],
    ['ordering=publish_date', ['50%_off', 'beta', 'gamma', 'alpha']],
    ['ordering=-publish_date', ['gamma', 'beta', '50%_off', 'alpha']],
    ['ordering=secondary_id', ['50%_off', 'beta', 'alpha', 'gamma']],
    ['ordering=-secondary_id', ['beta', '50%_off', 'gamma', 'alpha']],
    ['ordering=status', ['alpha', 'gamma', '50%_off', 'beta']],
    ['ordering=-email_type', ['beta', '50%_off', 'gamma', 'alpha']],
    ['ordering=stage', ['alpha', 'gamma', 'beta', '50%_off']],
  ] as const) {
    assert.deepEqual(await list(query), expected, query);
  }
  assert.equal((await list('ordering=modification_date')).length, 4);
  for (const ordering of ['colour', '-', '--subject', 'subject,-status', 'constructor']) {
    const { status, body } = await service.api('GET', `/v1/emails?ordering=${ordering}`);
    assert.deepEqual([status, body.code], [400, 'ordering_invalid'], ordering);
    assert.match(body.detail, /^ordering: use one of creation_date/);
  }
});

test('subjects are ordered ignoring case, then by code point', async () => {
  const headers = await service.foreignKey();
  for (const subject of ['zebra', 'apple', 'Apple', 'APPLE', 'Éclair', 'Zebra', 'éclair', '10', '9'])
    await service.api('POST', '/v1/emails', { subject, status: 'draft' }, headers);
  const subjects = async (ordering: string) =>
    (await service.api('GET', `/v1/emails?ordering=${ordering}`, undefined, headers)).body.results.map(
      (email: { subject: string }) => email.subject,
    );
  const expected = ['10', '9', 'APPLE', 'Apple', 'apple', 'Zebra', 'zebra', 'Éclair', 'éclair'];
  assert.deepEqual(await subjects('subject'), expected);
  assert.deepEqual(await subjects('-subject'), expected.toReversed());
});

test('pages divide the list without loss or repeats; a page after the last is 404 with an empty object', async () => {
  assert.deepEqual(
    [await list('page_size=3&page=1'), await list('page_size=3&page=2')],
    [['alpha', 'beta', 'gamma'], ['50%_off']],
  );
  for (const query of [
    'page=2',
    'page_size=3&page=3',
    'page=9223372036854775808',
    'status=nonsense&page=2',
    'status=&page=2',
  ]) {
    const { status, text } = await service.api('GET', `/v1/emails?${query}`);
    assert.deepEqual([status, text], [404, '{}'], query);
  }
  const empty = await service.api('GET', '/v1/emails', undefined, await service.foreignKey());
  assert.deepEqual([empty.status, empty.body], [200, { results: [], count: 0, next: null, previous: null }]);
  const { body, headers } = await service.api('GET', '/v1/emails?-status=draft&page_size=1&page=2');
  assert.equal(body.next, 'http://news.example/v1/emails?-status=draft&page_size=1&page=3');
  assert.equal(headers.get('link'), `<${body.next}>; rel="next", <${body.previous}>; rel="prev"`);
});

test('bodies are included in a list unless excluded', async () => {
  const results = async (query: string) => (await service.api('GET', `/v1/emails?${query}`)).body.results;
  assert.equal((await results('subject=beta'))[0].body, 'Body of beta');
  assert.ok(!('body' in (await results('subject=beta&excluded_fields=body'))[0]));
  assert.equal((await results('subject=beta&excluded_fields=nonsense'))[0].body, 'Body of beta');
});

test('only a sent email has analytics in the list', async () => {
  const { results } = (await service.api('GET', '/v1/emails?ordering=creation_date')).body;
  for (const { status, analytics } of results) assert.equal(analytics !== null, status === 'sent', status);
});

test('an invalid parameter is refused by name', async () => {
  for (const query of [
    'page=0',
    'page_size=1001',
    'creation_date__start=soon',
    'creation_date__end=0000-01-01',
    'publish_date__start=2026-02-30',
    'publish_date__end=x',
  ]) {
    const { status, body } = await service.api('GET', `/v1/emails?${query}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], query);
    assert.ok(body.detail.startsWith(`${query.split('=')[0]}: `), body.detail);
  }
});

test('emails can be ordered by opens or clicks, including those without any', async () => {
  const made = [];
  for (const [subject, opens, clicks] of [
    ['Some', 3, 2],
    ['Most', 9, 1],
    ['None', 0, 0],
  ] as const) {
    const { id } = (
      await service.api('POST', '/v1/emails', { subject: `${subject} reactions`, status: 'draft' })
    ).body;
    const { key } = await service.db
      .selectFrom('emails')
      .select('key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (opens > 0)
      await service.db
        .insertInto('delivery_chunks')
        .values({ email_key: key, first_key: 1, last_key: 9, opens, clicks })
        .execute();
    made.push(id);
  }
  const ids = made.map(id => `ids=${id}`).join('&');
  const order = async (ordering: string) =>
    (await service.api('GET', `/v1/emails?${ids}&ordering=${ordering}`)).body.results.map(
      (email: { subject: string }) => email.subject.split(' ')[0],
    );
  assert.deepEqual(await order('-opens'), ['Most', 'Some', 'None']);
  assert.deepEqual(await order('opens'), ['None', 'Some', 'Most']);
  assert.deepEqual(await order('-clicks'), ['Some', 'Most', 'None']);
});
