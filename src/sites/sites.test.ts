import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { authenticateRequests } from '../accounts/authenticate.ts';
import { answerOnce } from '../accounts/idempotency.ts';
import { findNewsletterOf, leaveDomains } from '../accounts/queries.ts';
import type { SiteDns } from '../domains/dns.ts';
import { inTransaction } from '../platform/database/connect.ts';
import { createServer } from '../platform/http/server.ts';
import { openSafeFetch, type SafeFetch } from '../platform/safe-fetch/safe-fetch.ts';
import { visitAt } from '../testing/pages.ts';
import { startTestService, type TestService } from '../testing/postrider.ts';
import { until } from '../testing/until.ts';
import { lookAtSite, type SiteCheckContext } from './check.ts';
import { storeSiteCheck } from './check-site.ts';
import { siteRoutes } from './routes.ts';
import { checkSitesDue } from './watch.ts';

let service: TestService;
let context: SiteCheckContext;
let safe_fetch: SafeFetch;
/** The addresses that DNS and the web have for each name. */
const dns: Record<string, string[]> = { 'news.example': ['192.0.2.1'] };
let reached = new Set<string>();

const site_dns: SiteDns = {
  addresses: async name => ({ found: dns[name] ?? [] }),
  cname: async name => ({ found: dns[`${name} CNAME`] ?? [] }),
  ns: async name => ({ found: dns[`${name} NS`] ?? [] }),
  caa: async name => ({ found: dns[`${name} CAA`] ?? [] }),
};

before(async () => {
  service = await startTestService();
  const { port } = new URL(service.url);
  safe_fetch = openSafeFetch({
    allowed_private_networks: ['127.0.0.0/8'],
    contact_url: 'http://news.example',
    lookup: async name => {
      if (reached.has(name)) return [{ address: '127.0.0.1', family: 4 }];
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
  });
  context = { secret: service.secret, site_dns, safe_fetch, base_url: `http://news.example:${port}` };
});
after(async () => {
  await safe_fetch.close();
  await service.stop();
});

const settings = () => `/v1/newsletters/${service.newsletter.id}`;
const newsletter = () => findNewsletterOf(service.db, { newsletter_key: service.newsletter.key });

async function check() {
  const found = await lookAtSite(service.db, context, await newsletter());
  await storeSiteCheck(service.db, await newsletter(), found);
  return found;
}

/** Returns what Home says about the domain. */
async function needOfDomain(): Promise<string> {
  const { body } = await service.api('GET', '/v1/overview');
  return body.needs.find(({ kind }: { kind: string }) => kind === 'domain')?.detail ?? '';
}

/** Gives the newsletter the domain, and lets it lead here. */
async function move(domain: string): Promise<void> {
  await service.api('PATCH', settings(), { domain });
  dns[`${domain} CNAME`] = ['news.example'];
  reached.add(domain);
  await check();
  await until(`${domain} is known`, async () => service.directory.at(domain)?.is === 'served');
}

const never = async (): Promise<never> => assert.fail('only keys call');
const visit = (host: string, path: string, options = {}) => visitAt(service, host, path, options);

test('a domain belongs to no newsletter until a check finds that it leads here', async () => {
  await service.api('PATCH', settings(), { domain: 'letter.example' });
  await until('it is known', async () => service.directory.at('letter.example')?.is === 'claimed');
  const found = await check();
  assert.deepEqual([found.is_served, found.is_pointed, found.records[0]?.state], [false, false, 'missing']);
  assert.match(found.faults.join(), /letter\.example: Publish this record/);
  for (const path of ['/', '/v1/ping', '/healthz', `/${service.newsletter.username}`])
    assert.equal(
      (await visit('letter.example', path)).status,
      (await visit('any.example', path)).status,
      path,
    );
  const { body } = await service.api('GET', `${settings()}/hosting-domain`);
  assert.deepEqual([body.status, body.record_type, body.data], ['invalid', 'CNAME', ['news.example']]);
  assert.equal((await service.api('GET', settings())).body.hosting_domain_status, 'invalid');
});

test('pages, feeds and links are at the domain once it leads here, and the old address redirects to it', async () => {
  await move('letter.example');
  const { body: email } = await service.api('POST', '/v1/emails', {
    subject: 'One',
    body: 'Words',
    status: 'imported',
    publish_date: '2020-01-01T00:00:00Z',
  });
  assert.equal(email.absolute_url, 'http://letter.example/archive/one/');
  for (const path of [
    '/',
    '/archive/',
    '/archive/one/',
    '/rss',
    '/feed.json',
    '/sitemap.xml',
    '/robots.txt',
    '/sign-in',
  ]) {
    const page = await visit('letter.example', path);
    assert.equal(page.status, 200, path);
    assert.doesNotMatch(page.text, /news\.example/, path);
    const moved = await visit('news.example', `/test${path}?a=b`);
    assert.deepEqual([moved.status, moved.headers.location], [301, `http://letter.example${path}?a=b`]);
  }
  const home = (await visit('letter.example', '/')).text;
  assert.match(home, /<link rel="canonical" href="http:\/\/letter\.example">/);
  assert.match(
    (await visit('letter.example', '/robots.txt')).text,
    /Sitemap: http:\/\/letter\.example\/sitemap\.xml/,
  );
  assert.doesNotMatch((await visit('news.example', '/robots.txt')).text, /letter/);
  const { body: form } = await service.api('GET', `${settings()}/sign_up_form`);
  assert.equal(form.post_url, 'http://letter.example/api/emails/embed-subscribe/test');
  assert.equal((await service.api('GET', `${settings()}/hosting-domain`)).body.status, 'valid');
});

test('neither the API nor the dashboard nor its cookies are available at a domain', async () => {
  const { body } = await service.api('GET', '/v1/ping');
  assert.equal(body.status, 'ok');
  for (const [method, path] of [
    ['GET', '/v1/ping'],
    ['POST', '/v1/emails'],
    ['GET', '/dashboard'],
    ['GET', '/dashboard/session'],
    ['POST', '/dashboard/session/password'],
    ['GET', '/docs'],
    ['GET', '/metrics'],
    ['GET', '/healthz'],
    ['GET', 'http://news.example/v1/ping'],
  ] as const) {
    const answer = await visit('letter.example', path, { method, headers: { authorization: 'Token x' } });
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.equal(answer.headers['set-cookie'], undefined);
  }
  // Only the header Host counts.
  const tricked = await visit('letter.example', '/v1/ping', {
    headers: { 'x-forwarded-host': 'news.example' },
  });
  assert.equal(tricked.status, 404);
  const claimed = await visit('news.example', '/test', { headers: { 'x-forwarded-host': 'evil.example' } });
  assert.equal(claimed.headers.location, 'http://letter.example/');
});

test('an old unsubscribe link works by one click at its old address', async () => {
  const { body: reader } = await service.api('POST', '/v1/subscribers', {
    email: 'ada@example.org',
    type: 'regular',
  });
  const { unsubscribeAddress } = await import('../links/unsubscribe.ts');
  const link = unsubscribeAddress('', service.secret, {
    subscriber_id: reader.id,
    email_id: '00000000-0000-0000-0000-000000000000',
  });
  const answer = await visit('news.example', link, {
    method: 'POST',
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(answer.status, 200);
  assert.equal((await service.api('GET', `/v1/subscribers/${reader.id}`)).body.type, 'unsubscribed');
  assert.equal((await visit('letter.example', link)).status, 200);
});

test('a proxy may have certificates for names that lead here, and for no others', async () => {
  await service.api('POST', '/v1/newsletters', { username: 'wish', name: 'Wish', domain: 'wish.example' });
  await until('it is known', async () => service.directory.at('wish.example') !== undefined);
  const ask = async (domain: string, headers = {}) =>
    (await visit('127.0.0.1', `/.well-known/postrider/certificate?domain=${domain}`, { headers })).status;
  assert.equal(await ask('letter.example'), 200);
  assert.equal(await ask('LETTER.example'), 200);
  assert.equal(await ask('news.example'), 200);
  assert.equal(await ask('wish.example'), 403);
  assert.equal(await ask('stranger.example'), 403);
  assert.equal(await ask(''), 403);
  assert.equal(await ask('letter.example', { 'x-forwarded-for': '192.0.2.9' }), 404);
});

test('two newsletters cannot have one domain, nor can one have that of the installation', async () => {
  const create = (username: string, domain: string) =>
    service.api('POST', '/v1/newsletters', { username, name: 'Other', domain });
  assert.equal((await create('thief', 'LETTER.example.')).body.code, 'domain_already_exists');
  assert.match((await create('thief', 'news.example')).body.detail, /^domain: news\.example is the address/);
  for (const domain of [
    'https://a.example',
    'a.example/path',
    'a.example:8080',
    'localhost',
    '127.0.0.1',
    'a b.example',
    '-',
  ])
    assert.match((await create('thief', domain)).body.detail, /^domain: use/, domain);
  assert.equal((await create('umlaut', 'bücher.example')).body.domain, 'xn--bcher-kva.example');
});

test('a former domain redirects, and belongs to another newsletter once it is found there', async () => {
  await move('new.example');
  const old = await visit('letter.example', '/archive/one/');
  assert.deepEqual([old.status, old.headers.location], [301, 'http://new.example/archive/one/']);
  await service.api('PATCH', settings(), { domain: '' });
  await until('it was left', async () => service.directory.at('new.example')?.is === 'former');
  assert.equal((await visit('new.example', '/rss')).headers.location, 'http://news.example/test/rss');
  assert.equal((await visit('news.example', '/test/rss')).status, 200);
  await move('new.example');
});

test('at the domain of a newsletter, no other newsletter can redirect readers of dead addresses to its own pages', async () => {
  const { body: rival } = await service.api('POST', '/v1/newsletters', { username: 'rival', name: 'Rival' });
  const theirs = { authorization: `Token ${rival.api_key}` };
  const had = async (subject: string, former_path: string, headers = {}) => {
    const issue = { subject, body: 'x', status: 'imported', publish_date: '2026-01-05T08:00:00Z' };
    const { status, text } = await service.api(
      'POST',
      '/v1/emails',
      { ...issue, metadata: { former_path } },
      headers,
    );
    assert.equal(status, 201, text);
  };
  await had('Gone', '/archive/gone', theirs);
  await had('Theirs', '/2024/both', theirs);
  await had('Ours', '/2024/both');
  const at = async (host: string, path: string) => {
    const { status, headers } = await visit(host, path);
    return [status, headers.location];
  };
  assert.deepEqual(await at('news.example', '/archive/gone'), [
    301,
    'http://news.example/rival/archive/gone/',
  ]);
  assert.deepEqual(await at('new.example', '/archive/gone'), [404, undefined]);
  assert.deepEqual(await at('new.example', '/2024/both'), [301, 'http://new.example/archive/ours/']);
});

test('a copy of the database does not take the domain of the original for its own', async () => {
  await inTransaction(service.db, trx => leaveDomains(trx));
  assert.equal((await newsletter()).served_domain, '');
  // The domain leads to the original, which does not know the question of the copy.
  const elsewhere = await startTestService();
  try {
    const copy = { ...context, base_url: `http://news.example:${new URL(elsewhere.url).port}` };
    const found = await lookAtSite(service.db, copy, await newsletter());
    assert.equal(found.is_served, false);
    assert.match(found.faults.join(), /does not lead to this installation/);
  } finally {
    await elsewhere.stop();
  }
  assert.equal((await check()).is_served, true);
});

test('a check with an Idempotency-Key finds the same as any other check', async () => {
  const app = await createServer({ log: service.log, body_limit: 10_000, trusted_proxies: [] });
  const nobody = { find: async () => undefined, enter: never, isOpen: never };
  authenticateRequests(app, service.db, nobody, service.clock);
  answerOnce(app, service.db);
  siteRoutes(app, { ...context, db: service.db });
  const headers = { ...(await service.keyWith({ settings: 'write' })), 'idempotency-key': 'check' };
  const url = `${settings()}/hosting-domain/check`;
  const answer = (await app.inject({ method: 'POST', url, headers })).json();
  assert.deepEqual([answer.status, answer.faults], ['valid', []]);
});

test('a domain that fails is left after three days, and found again when it works', async () => {
  reached = new Set();
  await check();
  assert.equal((await newsletter()).served_domain, 'new.example');
  assert.match(
    await needOfDomain(),
    /^Readers cannot reach new\.example\. If that lasts three days, .* does not answer: /,
  );
  await service.db
    .updateTable('domain_checks')
    .set({
      failing_since: new Date(Date.now() - 73 * 3_600_000).toISOString(),
      checked_date: '2020-01-01T00:00:00Z',
    })
    .execute();
  await checkSitesDue({ ...context, db: service.db, log: service.log });
  assert.equal((await newsletter()).served_domain, '');
  assert.match(
    await needOfDomain(),
    /^Readers cannot reach new\.example, so links lead to the usual address\. /,
  );
  reached.add('new.example');
  await check();
  assert.equal(await needOfDomain(), '');
  assert.equal((await newsletter()).served_domain, 'new.example');
  const { body } = await service.api('GET', '/v1/audit_log?page_size=3');
  assert.ok(body.results.some(({ action }: { action: string }) => action === 'newsletter.domain_left'));
});

test('at the top of a zone the addresses of the installation are needed, and CAA is explained', async () => {
  Object.assign(dns, { 'top.example NS': ['ns1.example'], 'top.example CAA': ['0 issue "other.example"'] });
  const found = await lookAtSite(service.db, context, { domain: 'top.example' });
  assert.deepEqual(
    found.records.map(({ type, value, state }) => [type, value, state]),
    [
      ['A', '192.0.2.1', 'missing'],
      ['CAA', '0 issue "letsencrypt.org"', 'wrong'],
    ],
  );
});
