import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import { type FakeGoogle, openGoogle } from '../../testing/google.ts';
import { startTestService, type TestService } from '../../testing/postrider.ts';
import { readGmailFigures, readGmailSpam } from './figures.ts';
import { prunePostmaster } from './queries.ts';
import { readDueFigures } from './sync.ts';

const minute = 60_000;
const domain = 'news.example';
let service: TestService;
let google: FakeGoogle;
let now: Date;

before(async () => {
  service = await startTestService({ clock: () => now });
});
after(() => service.stop());
beforeEach(async () => {
  now = new Date(Date.now() + minute);
  google = await openGoogle();
  await service.db
    .updateTable('newsletters')
    .set({ from_address: `letters@${domain}` })
    .where('key', '=', service.newsletter.key)
    .execute();
});
afterEach(async () => {
  await service.api('DELETE', '/v1/postmaster');
  await google.close();
});

const read = () => readDueFigures({ ...service, clock: () => now }, google);
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const access = async () => (await service.api('GET', '/v1/postmaster')).body;
const shown = async () =>
  (await service.api('GET', `/v1/newsletters/${service.newsletter.id}/gmail_figures`)).body;
const daysAgo = (days: number) => {
  const date = new Date(now.getTime() - days * 24 * 60 * minute);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
};
const textOf = ({ year, month, day }: ReturnType<typeof daysAgo>) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

async function connect(key: unknown = JSON.stringify(google.key_file)) {
  const { status, body, text } = await service.api('PUT', '/v1/postmaster', { key });
  assert.equal(status, 200, text);
  return body;
}

/** Lets Google report figures of the domain, of the newsletter and of an email. Returns the email's id. */
async function publish(source = domain, spam = 0.004): Promise<string> {
  const { body: email } = await service.api('POST', '/v1/emails', { subject: newId(), status: 'draft' });
  const [yesterday, before] = [daysAgo(1), daysAgo(2)];
  const point = (metric: string, date: object, value: object) => ({ metric, date, value }) as never;
  google.domains[source] = {
    points: [
      point('spam_rate', yesterday, { doubleValue: spam }),
      point('spam_rate', before, { floatValue: 0.002 }),
      point('dkim_rate', yesterday, { doubleValue: 1 }),
      point('error_rate', yesterday, { intValue: '0' }),
      point('identifiers', yesterday, {
        stringList: { values: [email.id, service.newsletter.id, 'newsletter', 'postrider', '77.32.148.101'] },
      }),
      point(email.id, yesterday, { doubleValue: 0.01 }),
      point(service.newsletter.id, yesterday, { doubleValue: 0.005 }),
    ],
    requirements: { SPF: 'COMPLIANT', ONE_CLICK_UNSUBSCRIBE: 'NEEDS_WORK', NEW_ONE: 'SOMETHING_ELSE' },
  };
  return email.id;
}

test('figures are read by day, and by Feedback-ID of the newsletter and of emails', async () => {
  const email = await publish();
  const connected = await connect();
  assert.equal(connected.client_email, google.key_file.client_email);
  assert.ok(!JSON.stringify(connected).includes('PRIVATE KEY'));
  assert.equal(await read(), true);
  assert.equal(await read(), false, 'nobody reads again before it is due');
  const figures = await shown();
  assert.deepEqual([figures.source, figures.trouble, figures.is_connected], [domain, '', true]);
  assert.deepEqual(figures.days, [
    {
      day: textOf(daysAgo(1)),
      spam_rate: 0.004,
      spf_rate: null,
      dkim_rate: 1,
      dmarc_rate: null,
      error_rate: 0,
      newsletter_spam_rate: 0.005,
    },
    {
      day: textOf(daysAgo(2)),
      spam_rate: 0.002,
      spf_rate: null,
      dkim_rate: null,
      dmarc_rate: null,
      error_rate: null,
      newsletter_spam_rate: null,
    },
  ]);
  assert.deepEqual(
    figures.emails.map(({ id, spam_rate }: { id: string; spam_rate: number }) => [id, spam_rate]),
    [[email, 0.01]],
  );
  assert.deepEqual(figures.requirements, [
    { name: 'SPF', is_met: true },
    { name: 'ONE_CLICK_UNSUBSCRIBE', is_met: false },
  ]);
  later(7 * 60 * minute);
  google.domains[domain]!.points[0] = {
    metric: 'spam_rate',
    date: daysAgo(1),
    value: { doubleValue: 0.001 },
  };
  assert.equal(await read(), true);
  assert.equal((await shown()).days[0].spam_rate, 0.001, 'a day that Gmail completes later is replaced');
});

test('a domain without figures takes those of the domain above it; if there are none, the trouble names who may give access', async () => {
  await service.db
    .updateTable('newsletters')
    .set({ from_address: 'letters@mail.news.example' })
    .where('key', '=', service.newsletter.key)
    .execute();
  await publish();
  await connect();
  await read();
  assert.equal((await shown()).source, domain);
  google.domains = {};
  later(7 * 60 * minute);
  await read();
  const { trouble, trouble_sentence, days } = await shown();
  assert.match(trouble, /may not see this domain/);
  assert.ok(trouble_sentence);
  assert.equal(days.length, 2, 'what was known stays');
  assert.equal((await access()).trouble, '', 'the key itself works');
});

test('a token that Google has forgotten is replaced, and a revoked key says so and waits', async () => {
  await publish();
  await connect();
  await read();
  later(7 * 60 * minute);
  let asked = 0;
  google.instead = (path, response) => {
    asked += Number(path !== '/token');
    if (path === '/token' || asked !== 2) return false;
    response.writeHead(401).end('{}');
    return true;
  };
  await read();
  assert.equal((await access()).trouble, '');
  google.instead = (path, response) => {
    if (path !== '/token') return false;
    response.writeHead(400).end('{"error":"invalid_grant"}');
    return true;
  };
  later(7 * 60 * minute);
  await read();
  const { trouble, trouble_since, fetched_date } = await access();
  assert.match(trouble, /no longer accepts the key of the service account \(it answered 400\)/);
  assert.ok(trouble_since && fetched_date);
  assert.equal((await shown()).trouble, trouble);
  later(minute);
  assert.equal(await read(), false);
});

for (const [what, status, body, trouble] of [
  ['too many requests', 429, '{"error":{"code":429}}', /answered 429/],
  ['a fault of Google', 503, 'Service Unavailable', /answered 503/],
  [
    'an API that is off',
    403,
    '{"error":{"message":"","details":[{"reason":"SERVICE_DISABLED"}]}}',
    /Enable the API/,
  ],
  ['no JSON', 200, '<html>', /could not be read/],
  ['an unknown shape', 200, '{"domainStats":"none"}', /could not be read/],
  [
    'an impossible day',
    200,
    '{"domainStats":[{"metric":"spam_rate","date":{"year":99999,"month":1,"day":1}}]}',
    /could not be read/,
  ],
  ['a redirect', 302, '', /answered 302/],
  [
    'a huge answer',
    200,
    JSON.stringify({ domainStats: [], filling: 'x'.repeat(5_000_000) }),
    /could not be reached/,
  ],
] as const)
  test(`${what} is told, stops nothing else, and is tried again later`, async () => {
    await publish();
    await connect();
    google.instead = (path, response) => {
      if (path === '/token') return false;
      response.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end(body);
      return true;
    };
    assert.equal(await read(), true);
    assert.match((await access()).trouble, trouble);
    later(minute);
    assert.equal(await read(), false);
    google.instead = () => false;
    later(7 * 60 * minute);
    assert.equal(await read(), true);
    assert.deepEqual([(await access()).trouble, (await shown()).days.length], ['', 2]);
  });

test('the next try waits for as long as Google says', async () => {
  await connect();
  google.instead = (path, response) => {
    if (path === '/token') return false;
    response.writeHead(429, { 'retry-after': '7200' }).end();
    return true;
  };
  await read();
  later(100 * minute);
  assert.equal(await read(), false);
  later(30 * minute);
  assert.equal(await read(), true);
});

test('two workers read once, and a worker that died leaves the rest to another', async () => {
  await publish();
  await connect();
  assert.deepEqual((await Promise.all([read(), read(), read()])).toSorted(), [false, false, true]);
  later(7 * 60 * minute);
  google.instead = () => true; // it never answers, and the worker is gone
  void read().catch(() => {});
  const taken = await service.db.selectFrom('postmaster_access').select('next_fetch_date').executeTakeFirst();
  assert.ok(taken);
  google.instead = () => false;
  later(31 * minute);
  assert.equal(await read(), true);
});

test('disconnecting deletes the key and the figures; a key is stored encrypted', async () => {
  await publish();
  await connect();
  await read();
  const stored = await service.db
    .selectFrom('postmaster_access')
    .select('private_key')
    .executeTakeFirstOrThrow();
  assert.match(stored.private_key, /^sealed:/);
  await service.api('DELETE', '/v1/postmaster');
  const { is_connected, client_email } = await access();
  assert.deepEqual([is_connected, client_email], [false, '']);
  assert.deepEqual((await shown()).days, []);
  assert.equal(await read(), false);
});

test('figures are kept for a while', async () => {
  await publish();
  await connect();
  await read();
  const count = async () => (await shown()).days.length;
  const since = new Date(now.getTime() - 24 * 60 * minute);
  while ((await prunePostmaster(service.db, since, 1)) > 0);
  assert.equal(await count(), 1);
});

test('the share of spam is the newsletter’s or its domain’s, whichever is higher', async () => {
  await publish();
  await connect();
  await read();
  const since = new Date(now.getTime() - 7 * 24 * 60 * minute);
  assert.equal(await readGmailSpam(service.db, service.newsletter.key, since), 0.005);
  await service.db.updateTable('postmaster_figures').set({ spam_rate: 0.02 }).execute();
  assert.equal(await readGmailSpam(service.db, service.newsletter.key, since), 0.02);
});

for (const key of [
  '',
  'no JSON',
  '{}',
  7,
  { type: 'service_account', client_email: 'x@y.example', private_key: 'no key' },
])
  test(`${JSON.stringify(key)} is not accepted as a key`, async () => {
    const { status, body } = await service.api('PUT', '/v1/postmaster', { key });
    assert.deepEqual([status, body.code], [400, 'request_invalid']);
  });

test('newsletters without a connection have no figures', async () => {
  const figures = await readGmailFigures(
    service.db,
    { ...service.newsletter, from_address: 'a@other.example' },
    {
      days: 7,
      now,
    },
  );
  assert.deepEqual([figures.is_connected, figures.trouble, figures.days], [false, '', []]);
});
