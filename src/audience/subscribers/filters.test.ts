import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../testing/postrider.ts';

let service: TestService;
const people = {
  ada: {
    email: 'Ada@example.org',
    metadata: { plan: 'pro', age: 36, fan: true, 'first name': 'Ada', "it's": 'odd' },
    utm_source: 'Spring, 2026',
    utm_medium: 'social',
    referrer_url: 'https://ref.example/a,b?c=d',
    tags: ['vip'],
  },
  xada: { email: 'xada@example.org', metadata: { plan: 'Pro', age: '36' }, utm_campaign: 'launch' },
  adab: { email: 'ada@example.org.example', metadata: { plan: 'free', age: 36.5 }, utm_source: '2026' },
  plus: { email: 'bob+news@bücher.example', metadata: { plan: null, age: 9 }, ip_address: '192.0.2.1' },
  cat: { email: 'cat@sub.example.org', type: 'unsubscribed', metadata: { plan: ['pro'], age: 100 } },
  dan: { email: 'dan@localhost', type: 'premium' },
};
const everybody = Object.keys(people);
before(async () => {
  service = await startTestService();
  for (const fields of Object.values(people)) {
    const { status, text } = await service.api('POST', '/v1/subscribers', { type: 'regular', ...fields });
    assert.equal(status, 201, text);
  }
  const dates = { unsubscription_date: '2026-02-03T10:00:00Z', unsubscription_reason: 'too much, too often' };
  await setDates('cat', dates);
  await setDates('ada', {
    confirmation_date: '2026-02-01T00:00:00Z',
    last_open_date: '2026-03-01T23:59:59Z',
  });
  await setDates('dan', { last_open_date: '2026-03-02T00:00:00Z', last_click_date: '2026-03-05T00:00:00Z' });
});
after(() => service.stop());

const setDates = (name: keyof typeof people, dates: object) =>
  service.db
    .updateTable('subscribers')
    .set(dates)
    .where('normal_address', 'like', `${people[name].email.split('@')[0]!.toLowerCase()}@%`)
    .where('normal_address', 'not like', '%org.example')
    .execute();

/** The listed subscribers, by the names above, in the order of the response. */
const list = async (query: string) => {
  const { status, body } = await service.api('GET', `/v1/subscribers?ordering=creation_date&${query}`);
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
  const names = body.results.map((one: { secondary_id: number }) => everybody[one.secondary_id - 1]);
  assert.equal(body.count, names.length, query);
  return names;
};

for (const [query, expected] of [
  // A whole address matches one person.
  ['email_address=ada@example.org', ['ada']],
  ['email_address=ADA@EXAMPLE.ORG', ['ada']],
  ['email=ada%40example.org', ['ada']],
  ['email=%20ada@example.org%20', ['ada']],
  ['email_address=ada@example.or', []],
  ['email_address=nobody@example.org', []],
  ['email_address=bob%2Bnews@bücher.example', ['plus']],
  ['email_address=bob+news@xn--bcher-kva.example', ['plus']],
  // A part of an address matches anywhere.
  ['email_address=ada@', ['ada', 'xada', 'adab']],
  ['email=example.org', ['ada', 'xada', 'adab', 'cat']],
  ['email=AN@LOCAL', ['dan']],
  ['email=+', []],
  ['email=ada@&email_address=xada@example.org', ['xada']],
  ['domain=example.org', ['ada', 'xada']],
  ['domain=@EXAMPLE.org,localhost', ['ada', 'xada', 'dan']],
  ['domain=bücher.example', ['plus']],
  ['domain=not a domain', []],
  ['-domain=example.org&-domain=localhost', ['adab', 'plus', 'cat']],
  ['subscriber_type=premium', ['dan']],
  ['subscriber_type=premium&type=regular', []],
  ['source=api', everybody],
  ['source=form,import', []],
  ['utm_source=Spring, 2026', ['ada']],
  ['utm_source=2026', ['adab']],
  ['utm_source=spring, 2026', []],
  ['utm_source=2026&utm_source=Spring, 2026', ['ada', 'adab']],
  ['utm_source=2026&utm_source=', ['adab']],
  ['utm_medium=social', ['ada']],
  ['utm_campaign=launch', ['xada']],
  ['referrer_url=https%3A%2F%2Fref.example%2Fa,b%3Fc%3Dd', ['ada']],
  ['referrer_url=https%3A%2F%2Fref.example', []],
  ['ip_address=192.0.2.1', ['plus']],
  ['unsubscription_reason=too much, too often', ['cat']],
  // Metadata, in the spellings that clients use.
  ["metadata['plan']=pro", ['ada']],
  ['metadata["plan"]=pro', ['ada']],
  ['metadata[plan]=pro', ['ada']],
  ['metadata%5B%27plan%27%5D=pro', ['ada']],
  ["metadata['plan']=pro&metadata['plan']=free", ['ada', 'adab']],
  ["metadata['plan']=null", ['plus']],
  ["metadata['plan']=Pro&metadata['age']=36", ['xada']],
  ["metadata['age']=36", ['ada', 'xada']],
  ["metadata['age']=36.5", ['adab']],
  ["metadata['fan']=true", ['ada']],
  ["metadata['first name']=Ada", ['ada']],
  [`metadata["it's"]=odd`, ['ada']],
  ["metadata['nothing']=x", []],
  ["metadata['age']=1e999999", []],
  [`metadata['age']=${'9'.repeat(400)}`, []],
  // Periods, with whole days.
  ['unsubscription_date__start=2026-02-03&unsubscription_date__end=2026-02-03', ['cat']],
  ['unsubscription_date__end=2026-02-02', []],
  ['confirmation_date__end=2026-02-01T00:00:00Z', []],
  ['confirmation_date__end=2026-02-01', ['ada']],
  ['last_open_date__end=2026-03-01', ['ada']],
  ['last_open_date__start=2026-03-02', ['dan']],
  ['last_click_date__start=2026-03-01&last_click_date__end=9999-12-31', ['dan']],
  ['creation_date__start=2999-01-01', []],
  ['creation_date__start=2000-01-01&date__start=2999-01-01', []],
] as const) {
  test(`${query} lists ${expected.length === everybody.length ? 'everybody' : expected.join(', ') || 'nobody'}`, async () => {
    assert.deepEqual(await list(query), expected);
  });
}

test('an empty value of any filter lists nobody', async () => {
  const { paths } = (await service.api('GET', '/v1/openapi.json')).body;
  const names: string[] = paths['/v1/subscribers'].get.parameters.map((one: { name: string }) => one.name);
  const filters = names.filter(name => !['page', 'page_size', 'ordering', 'expand'].includes(name));
  assert.ok(filters.length > 30);
  for (const name of filters.map(name => (name === 'metadata' ? "metadata['plan']" : name))) {
    assert.deepEqual(await list(`${name}=`), [], name);
    assert.deepEqual(await list(`metadata[age]=36&${name}=`), [], name);
  }
});

test('a list can be ordered by metadata: text ignoring case, then numbers, then subscribers without a value', async () => {
  for (const [name, expected] of [
    ['plan', ['free', 'Pro', 'pro', '["pro"]', 'null', undefined]],
    ['age', ['"36"', '9', '36', '36.5', '100', undefined]],
  ] as const) {
    const order = async (ordering: string) => {
      const { body } = await service.api('GET', `/v1/subscribers?ordering=${ordering}`);
      return body.results.map((one: { metadata: Record<string, unknown> }) => one.metadata[name]);
    };
    const shown = (value: unknown) =>
      typeof value === 'string' && name === 'plan' ? value : JSON.stringify(value);
    const up = (await order(`metadata:${name}`)).map(shown);
    assert.deepEqual(up, expected, name);
    const missing = up.filter((value: unknown) => value === undefined || value === 'null');
    const there = up.slice(0, up.length - missing.length);
    const down = (await order(`-metadata:${name}`)).map(shown);
    assert.deepEqual(down, [...there.toReversed(), ...missing.toReversed()], name);
  }
  const { status, body } = await service.api('GET', '/v1/subscribers?ordering=metadata:');
  assert.deepEqual([status, body.code], [400, 'ordering_invalid']);
});

test('an unknown parameter is refused, and the known one that it resembles is suggested, if there is one', async () => {
  for (const [query, meant] of [
    ['emial=ada@example.org', 'email'],
    ['email_adress=ada@example.org', 'email_address'],
    ['tags=vip', 'tag'],
    ['creation_date_start=2026-01-01', 'creation_date__start'],
    ['metadata__plan=pro', 'metadata'],
    ["metadata['a']['b']=pro", 'metadata'],
    ['metadata[__proto__]=pro', 'metadata'],
    ['limit=1', 'page_size'],
    ['foo=1', undefined],
    ['Type=regular', 'type'],
    [`${'x'.repeat(5000)}=1`, undefined],
  ] as const) {
    const { status, body } = await service.api('GET', `/v1/subscribers?${query}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], query);
    assert.ok(body.detail.startsWith(query.split('=')[0]!.slice(0, 100)), body.detail);
    assert.equal(/Did you mean (\w+)\?/.exec(body.detail)?.[1], meant, query);
  }
  for (const query of [
    'metadata=pro',
    "metadata=pro&metadata['plan']=pro",
    "metadata['plan']=pro&metadata=x",
  ]) {
    const { status, body } = await service.api('GET', `/v1/subscribers?${query}`);
    assert.deepEqual([status, body.code], [400, 'request_invalid'], query);
  }
});

test('the typed client sends metadata keys', async () => {
  const { data } = await service.client.get('/v1/subscribers', { query: { metadata: { plan: 'pro' } } });
  assert.deepEqual(
    data?.results.map(one => one.email_address),
    ['Ada@example.org'],
  );
});
