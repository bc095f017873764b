import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { BrowserContext } from 'playwright-core';
import { usernameParameter } from '../../src/accounts/username.ts';
import { signSession } from '../../src/links/readers.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { readContents } from '../../src/testing/contents.ts';
import { furnish, linksIn } from '../../src/testing/furnish.ts';
import { type ReadMail, readMail } from '../../src/testing/mail-readers.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { patienceSeconds, until } from '../../src/testing/until.ts';

const opened: (() => Promise<unknown>)[] = [];
/** Every GET route of the service. */
const routes = new Set<string>();
const mails: ReadMail[] = [];
let service: TestService;
let session: string;
/** The addresses that a scanner opens: every route, and every link in a mail. */
let paths: string[];
const variants = [
  '/test/archive/?q=hello',
  '/test/archive?page=1',
  '/test/rss?count=5',
  '/test/archive/renamed/',
];
/** Addresses that do not exist or accept only POST. */
const strange = [
  ...[
    '/',
    '/nobody',
    '/test/archive/nothing/',
    '/test/archive/draft/',
    '/test/sign-out',
    '/v1/emails/nothing',
    '/dashboard/assets/nothing.js',
  ],
  // These exist only if a newsletter is connected with Stripe, or practises payments.
  ...['/test/buy', `/test/gift/${'A'.repeat(64)}`],
  ...['checkout/cs_1', 'portal/cus_1'].map(page => `/payments/practice/${crypto.randomUUID()}/${page}`),
  // The first exists only at a newsletter's own domain, the second only for one.
  ...[`/.well-known/postrider/challenges/${'A'.repeat(22)}`, '/.well-known/postrider/certificate'],
  // A fetch of a private feed is counted, as an open is.
  `/feed/${'A'.repeat(43)}.xml`,
  ...[`/manage/${'A'.repeat(64)}`, `/manage/${'A'.repeat(64)}/friends`, `/feeds/websub/${'A'.repeat(43)}`],
  ...['/api/emails/embed-subscribe/test?email=x@example.org'],
];

before(async () => {
  diagnostics.subscribe('fastify.initialization', noteRoutes);
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  opened.push(service.stop);
  const ids = await furnish(service);
  const secret = service.secret;
  const ada = { id: ids.subscribers!, email_address: 'ada@example.org' };
  session = signSession(secret, ada, new Date(Date.now() + 1e9));
  for (const { source } of service.sink.accepted) mails.push(await readMail(Buffer.from(source, 'latin1')));
  const mailed = mails.flatMap(({ html, text }) => linksIn(html + text));
  // Mails of surveys with free text lead to a page on which no answer is chosen yet.
  const unchosen = mailed.filter(path => path.startsWith('/manage/answer/')).map(path => dirname(path));
  mailed.push(...unchosen);
  const own = mailed.filter(path => /^\/manage\/[^/]+$/.test(path));
  mailed.push(...own.map(path => `${path}/friends`));
  const named = [...routes].flatMap(route => pathsOf(route, ids, [...mailed, ...strange]));
  paths = [...new Set([...named, ...mailed, ...variants, ...strange])];
});
after(async () => {
  diagnostics.unsubscribe('fastify.initialization', noteRoutes);
  for (const close of opened.reverse()) await close();
});

test('no GET changes anything, whoever sends it and however often: scanners, previews, prefetching browsers', async () => {
  const before = await readState();
  const visitors: Record<string, string>[] = [
    { accept: 'text/html' },
    {
      accept: 'text/html',
      cookie: `reader=${session}`,
      'sec-purpose': 'prefetch;prerender',
      purpose: 'prefetch',
    },
    { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)', range: 'bytes=0-10' },
  ];
  for (const [at, headers] of visitors.entries()) {
    for (const method of at === 0 ? ['GET', 'HEAD', 'OPTIONS', 'GET', 'HEAD'] : ['GET', 'HEAD']) {
      for (const path of paths) {
        const response = await service.api(method, path, undefined, headers);
        // Keys are not people and have no account, and the newsletter is not connected with Stripe.
        const isRefused =
          strange.includes(path) || /^\/v1\/(me|prices|coupons)/.test(path) || method === 'OPTIONS';
        // Tests run without the built web interface, whose page says so.
        const most = path.startsWith('/dashboard') ? 503 : isRefused ? 499 : 399;
        assert.ok(response.status <= most, `${method} ${path}: ${response.status}`);
        assert.equal(response.headers.get('set-cookie'), null, path);
      }
    }
  }
  await compareWith(before);
});

test('a browser that opens every mail, runs scripts and follows all links but presses no button changes nothing', {
  skip: no_browser,
}, async () => {
  // Responses for programs have no links or scripts.
  const starts = paths.filter(path => !/^\/(?:v1|metrics|healthz|readyz)/.test(path));
  const before = await readState();
  const browser = await openBrowser({ 'news.example': new URL(service.url).host });
  opened.push(() => browser.close());
  for (const signed_in of [false, true]) {
    const context = await browser.newContext({ acceptDownloads: false });
    context.setDefaultTimeout(patienceSeconds * 1000); // a page that loads too slowly would count as empty
    const cookie = { name: 'reader', value: session, domain: 'news.example', path: '/test' };
    if (signed_in) await context.addCookies([cookie]);
    const page = await context.newPage();
    for (const { html } of mails) await page.setContent(html);
    const pages = await wander(context, starts);
    assert.ok(pages > starts.length, `it saw ${pages} pages, and began with ${starts.length}`);
    await context.close();
  }
  await compareWith(before);
});

function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) routes.add(url.replace(usernameParameter, ':username'));
  });
}

/** Returns known addresses of this route, or one made from the ids. Throws if there is none. */
function pathsOf(route: string, ids: Record<string, string>, known: string[]): string[] {
  const published = known.filter(address => !strange.includes(address)); // the preview of a draft names it too
  const issue = published.find(address => /^\/test\/archive\/[^/]+\/$/.test(address));
  const path = route
    .replace('/archive/:slug/share.png', `/archive/${issue?.split('/')[3]}/share.png`)
    .replace('/archive/:slug/comments', '/archive/open/comments')
    .replace(/oembed$/, `oembed?url=${encodeURIComponent(`http://news.example${issue}`)}`)
    .replace(':username', 'test')
    .replace(/automations\/:id(?=\/(?:analytics|runs|explain))/, `automations/${ids.sequences}`)
    .replace('/explain/:id_or_email', `/explain/${ids.subscribers}`)
    .replace('/deliveries/:subscriber', `/deliveries/${ids.subscribers}`)
    .replace('/revisions/:number', '/revisions/1')
    .replace(/\/:shape\(.*\)\/\*$/, '/w600/picture.png')
    .replace('/:history_id', '/1')
    .replace('/attachments/:number', '/attachments/0')
    .replace('/forms/:slug', '/forms/walks')
    .replace('/docs/:name', '/docs/emails')
    .replace('/polls/:survey', `/polls/${ids.surveys}`)
    .replace(/(\/polls\/.*)\/:number$/, '$1/1')
    .replace('/attempts/:attempt_id', `/attempts/${ids.attempts}`)
    .replace(/\/explain$/, `/explain?subscriber=${ids.subscribers}`)
    .replace(/(\w+)\/:id(_or_email)?(?=\/|$)/, (whole, noun) =>
      noun in ids ? `${noun}/${ids[noun]}` : whole,
    );
  if (!path.includes(':')) return [path];
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`);
  const found = known.filter(address => pattern.test(address));
  assert.ok(found.length > 0, `${route}: no known address leads there; give furnish() something that does`);
  return found;
}

/** Opens these addresses and everything on the same site that they link to. Returns the number of pages. */
async function wander(context: BrowserContext, starts: string[]): Promise<number> {
  const addresses = new Set(starts.map(path => `http://news.example${path}`));
  let pages = 0;
  let page = await context.newPage();
  for (const address of addresses) {
    const shown = await page.goto(address).then(Boolean, () => false);
    if (shown) {
      pages += 1;
      const links = await page.$$eval('a[href]', all => all.map(link => (link as HTMLAnchorElement).href));
      for (const link of links)
        if (link.startsWith('http://news.example/')) addresses.add(link.split('#')[0]!);
    } else {
      // The address leads elsewhere or is a file. Its error page arrives late and would disturb the next one.
      await page.close();
      page = await context.newPage();
    }
  }
  return pages;
}

/** The columns that opens and clicks may change, including indirectly; * means a whole table. */
const derived: Record<string, string[]> = {
  hits: ['*'],
  deliveries: ['open_date', 'click_date'],
  delivery_chunks: ['opens', 'clicks'],
  subscribers: ['last_open_date', 'last_click_date'],
};

/** Fails if the database has changed in any other way, once all opens and clicks have been recorded. */
async function compareWith(before: Record<string, unknown>): Promise<void> {
  const click = paths.find(path => path.startsWith('/c/'))!;
  const agent = `last ${crypto.randomUUID()}`;
  await service.api('GET', click, undefined, { 'user-agent': agent });
  await until('the last click is written', () =>
    service.db.selectFrom('hits').select('id').where('agent', '=', agent).executeTakeFirst(),
  );
  assert.deepEqual(await readState(), before);
}

/** Returns the content of the database, without what opens and clicks may change. */
async function readState(): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const [table, rows] of Object.entries(await readContents(service.db))) {
    const name = table.replace('public.', '');
    const columns = derived[name.replace(/_\d+$/, '')] ?? []; // deliveries_0 is a partition of the ledger
    const read = rows.map(row => Object.entries(JSON.parse(String(row))));
    // Sorted again, because the omitted columns affected the order.
    state[name] = columns.includes('*')
      ? []
      : read.map(row => JSON.stringify(row.filter(([column]) => !columns.includes(column)))).toSorted();
  }
  return state;
}
