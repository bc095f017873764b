import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BrowserContext } from 'playwright-core';
import { usernameParameter } from '../../src/accounts/newsletter.ts';
import { everything } from '../../src/accounts/permissions.ts';
import { startInbox } from '../../src/platform/inbox/inbox.ts';
import { openTransport } from '../../src/platform/mail/transport.ts';
import { readSecret } from '../../src/platform/secret.ts';
import { signSession } from '../../src/readers/addresses.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { readContents } from '../../src/testing/contents.ts';
import { openFeedServer, rss } from '../../src/testing/feed-server.ts';
import { pixel } from '../../src/testing/forms.ts';
import { type ReadMail, readMail } from '../../src/testing/mail-readers.ts';
import { post } from '../../src/testing/pages.ts';
import { startTestService, type TestService, until } from '../../src/testing/postrider.ts';
import { openReceiver } from '../../src/testing/receiver.ts';

const opened: (() => Promise<unknown>)[] = [];
/** Every route that the service has for GET. */
const routes = new Set<string>();
const mails: ReadMail[] = [];
let service: TestService;
let session: string;
/** Where a scanner calls: at every route, and wherever a mail leads. */
let paths: string[];
const variants = [
  '/test/archive/?q=hello',
  '/test/archive?page=1',
  '/test/rss?count=5',
  '/test/archive/renamed/',
];
/** What leads nowhere, or is for POST alone. */
const strange = [
  ...[
    '/',
    '/nobody',
    '/test/archive/nothing/',
    '/test/archive/draft/',
    '/test/sign-out',
    '/v1/emails/nothing',
  ],
  ...[`/manage/${'A'.repeat(64)}`, '/api/emails/embed-subscribe/test?email=x@example.org'],
];

before(async () => {
  diagnostics.subscribe('fastify.initialization', noteRoutes);
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  opened.push(service.stop);
  const ids = await fill();
  const secret = await readSecret(service.db);
  const ada = { id: ids.subscribers!, email_address: 'ada@example.org' };
  session = signSession(secret, ada, new Date(Date.now() + 1e9));
  for (const { source } of service.sink.accepted) mails.push(await readMail(Buffer.from(source, 'latin1')));
  const mailed = mails.flatMap(({ html, text }) => linksIn(html + text));
  const named = [...routes].flatMap(route => pathsOf(route, ids, mailed));
  paths = [...new Set([...named, ...mailed, ...variants, ...strange])];
});
after(async () => {
  diagnostics.unsubscribe('fastify.initialization', noteRoutes);
  for (const close of opened.reverse()) await close();
});

test('no GET changes anything, whoever fetches it and how often: scanners, previews, prefetching browsers', async () => {
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
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET', 'HEAD']) {
    for (const headers of visitors) {
      for (const path of paths) {
        const response = await service.api(method, path, undefined, headers);
        const most = strange.includes(path) || method === 'OPTIONS' ? 499 : 399;
        assert.ok(response.status <= most, `${method} ${path}: ${response.status}`);
        assert.equal(response.headers.get('set-cookie'), null, path);
      }
    }
  }
  await compareWith(before);
});

test('a browser that opens every mail, runs scripts and follows all links, but presses no button, changes nothing', {
  skip: no_browser,
}, async () => {
  const key = await service.keyWith(everything);
  const before = await readState();
  const browser = await openBrowser({ 'news.example': new URL(service.url).host });
  opened.push(() => browser.close());
  for (const signed_in of [false, true]) {
    const context = await browser.newContext({ acceptDownloads: false, extraHTTPHeaders: key });
    const cookie = { name: 'reader', value: session, domain: 'news.example', path: '/test' };
    if (signed_in) await context.addCookies([cookie]);
    const page = await context.newPage();
    for (const { html } of mails) await page.setContent(html);
    const pages = await wander(context, paths);
    assert.ok(pages > paths.length, `it saw ${pages} pages, and began with ${paths.length}`);
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

/** One of everything that an address can name, by the word before the id there, and mails of every kind. */
async function fill(): Promise<Record<string, string>> {
  const feeds = await openFeedServer();
  const receiver = await openReceiver();
  opened.push(feeds.close, receiver.close);
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  receiver.answer = response => void response.writeHead(410).end();
  const { id } = service.newsletter;
  const settings = { track_opens: true, track_clicks: true, undo_seconds: 0, welcome_body: '# Hello' };
  await service.api('PATCH', `/v1/newsletters/${id}`, settings);
  const image = [{ name: 'image', value: pixel, filename: 'one.png', type: 'image/png' }];
  const { image: picture } = (await service.upload('/v1/images', image)).body;
  const body = `![](${picture}) [Go](https://example.org/) and [on](https://example.net/)`;
  const ada = await create('/v1/subscribers', { email: 'ada@example.org', type: 'premium' });
  const bob = await create('/v1/subscribers', { email: 'bob@example.org' });
  const automation = await create('/v1/automations', {
    ...{ url: `${feeds.url}/feed.xml`, behavior: 'draft', cadence: 'every' },
    ...{ subject: '{{ item.title }}', body: '{{ item.url }}' },
  });
  const email = await create('/v1/emails', { subject: 'Open', body });
  await create('/v1/emails', { subject: 'Paid', body: 'One <!-- paywall --> two', email_type: 'premium' });
  const issue = await untilMailed('ada@example.org', 'Open');
  const moved = await create('/v1/emails', {
    subject: 'Moved',
    body: 'x',
    status: 'imported',
    slug: 'renamed',
  });
  await service.api('PATCH', `/v1/emails/${moved}`, { slug: 'moved' });
  const draft = await create('/v1/emails', { subject: 'Draft', body, status: 'draft' });
  await create(`/v1/emails/${draft}/send-draft`, { recipients: ['owner@example.org'] });
  await untilMailed('owner@example.org', '[PREVIEW] Draft');

  await post(service, pick(issue, '/manage/'), { do: 'address', email: 'new@example.org' });
  await untilMailed('new@example.org', 'Confirm your new address');
  await post(service, '/test/sign-in', { email: 'ada@example.org' });
  await untilMailed('ada@example.org', 'Sign in');
  const form = '/api/emails/embed-subscribe/test';
  await create('/v1/subscribers', { email: 'eve@example.org', type: 'unsubscribed' });
  await post(service, form, { email: 'eve@example.org' });
  await untilMailed('eve@example.org', 'Confirm');
  await post(service, form, { email: 'joe@example.org' });
  const confirmation = await untilMailed('joe@example.org', 'Confirm');
  await post(service, pick(confirmation, '/confirm/'), { confirm: 'subscription' });
  await untilMailed('joe@example.org', 'Welcome');
  await untilMailed('bob@example.org', 'Confirm');
  await create(`/v1/subscribers/${bob}/send-reminder`, {});
  await untilMailed('bob@example.org', 'Confirm', 2);
  const webhook = await create('/v1/webhooks', { url: receiver.url });
  const ids = {
    ...{ newsletters: id, subscribers: ada, automations: automation, external_feeds: automation },
    ...{ emails: email, webhooks: webhook, messages: await fillInbox() },
    tags: await create('/v1/tags', { name: 'Birds', subscriber_editable: true }),
    snippets: await create('/v1/snippets', { identifier: 'bye', content: 'Bye' }),
    bulk_actions: await create('/v1/bulk_actions', {
      type: 'apply_metadata',
      metadata: { action: 'set', metadata: { a: 1 } },
    }),
    events: (await service.api('GET', '/v1/events')).body.results[0].id,
  };
  await untilMailed(service.newsletter.from_address, 'A webhook');
  await until('all work is done', async () => (await countUndone()) === 0);
  return ids;
}

/** Jobs that are to be done, emails under way, bulk actions that run. */
async function countUndone(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from pgboss.job where state < 'completed')
      + (select count(*) from emails where status in ('about_to_send', 'in_flight'))
      + (select count(*) from bulk_actions where status in ('not_started', 'in_progress')) as count`.execute(
    service.db,
  );
  return rows[0]!.count;
}

/** Says the id of what the answer is about. */
async function create(path: string, body: object): Promise<string> {
  const answer = await service.api('POST', path, body);
  assert.ok(answer.status < 300, `${path}: ${answer.text}`);
  return answer.body.id;
}

/** The mail, or of several the last of `count`, once it is there. */
async function untilMailed(to: string, subject: string, count = 1): Promise<ReadMail> {
  const { source } = await until(`mail ${subject} to ${to}`, async () => {
    const fits = service.sink.accepted.filter(
      mail => mail.to === to && mail.source.includes(`\r\nSubject: ${subject}`),
    );
    return fits.length >= count && fits.at(-1)!;
  });
  return readMail(Buffer.from(source, 'latin1'));
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/http:\/\/news\.example(\/[\w./-]*)/g)].map(([, path]) => path!);
}

function pick({ text }: ReadMail, start: string): string {
  return linksIn(text).find(path => path.startsWith(start))!;
}

/** Puts a mail into the inbox and says its id. */
async function fillInbox(): Promise<string> {
  const inbox = await startInbox(service.db, { on_error: () => {} });
  const transport = openTransport(inbox.smtp_url, { connections: 1 });
  const { from, to, source } = service.sink.accepted[0]!;
  await transport.handOver({ from, to }, Buffer.from(source, 'latin1'), { priority: false });
  transport.close();
  await inbox.close();
  return (await service.api('GET', '/inbox/messages')).body.results[0].id;
}

/** Addresses of this route that lead somewhere. Throws for a route of which none is known. */
function pathsOf(route: string, ids: Record<string, string>, mailed: string[]): string[] {
  const path = route
    .replace(':username', 'test')
    .replace(/(\w+)\/:id(_or_email)?(?=\/|$)/, (whole, noun) =>
      noun in ids ? `${noun}/${ids[noun]}` : whole,
    );
  if (!path.includes(':')) return [path];
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`);
  const found = mailed.filter(address => pattern.test(address));
  assert.ok(found.length > 0, `${route}: no mail leads there; give fill() something that does`);
  return found;
}

/** Opens these addresses, and whatever they link to on the same site. Returns how many pages it has seen. */
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
      // It leads away from here, or is a file: the error page comes late and would disturb the next.
      await page.close();
      page = await context.newPage();
    }
  }
  return pages;
}

/** What opens and clicks may change, and what follows from them: columns, and * for all of a table. */
const derived: Record<string, string[]> = {
  hits: ['*'],
  deliveries: ['open_date', 'click_date'],
  delivery_chunks: ['opens', 'clicks'],
  subscribers: ['last_open_date', 'last_click_date'],
};

/** Fails if there is anything else in the database now, after all that was opened and clicked has been written. */
async function compareWith(before: Record<string, unknown>): Promise<void> {
  const click = paths.find(path => path.startsWith('/c/'))!;
  const agent = `last ${crypto.randomUUID()}`;
  await service.api('GET', click, undefined, { 'user-agent': agent });
  await until('the last click is written', () =>
    service.db.selectFrom('hits').select('id').where('agent', '=', agent).executeTakeFirst(),
  );
  assert.deepEqual(await readState(), before);
}

/** All that the database says, but for what opens and clicks may change. */
async function readState(): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const [table, rows] of Object.entries(await readContents(service.db))) {
    const name = table.replace('public.', '');
    const columns = derived[name] ?? [];
    const read = rows.map(row => Object.entries(JSON.parse(String(row))));
    state[name] = columns.includes('*')
      ? []
      : read.map(row => row.filter(([column]) => !columns.includes(column)));
  }
  return state;
}
