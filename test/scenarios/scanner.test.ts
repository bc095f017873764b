import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { usernameParameter } from '../../src/accounts/newsletter.ts';
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

const site = 'http://news.example';
const opened: (() => Promise<unknown>)[] = [];
const routes = new Set<string>();
const mails: ReadMail[] = [];
let service: TestService;
let session: string;
/** What a scanner finds in the mails, in their headers, and at every route. */
let paths: string[];

before(async () => {
  diagnostics.subscribe('fastify.initialization', noteRoutes);
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  opened.push(service.stop);
  const ids = await fill();
  const secret = await readSecret(service.db);
  session = signSession(secret, { id: ids.reader!, email_address: 'ada@example.org' }, new Date(Date.now() + 1e9));
  const mailed = service.sink.accepted.flatMap(({ source }) => linksIn(source));
  mails.push(...(await Promise.all(service.sink.accepted.map(({ source }) => readMail(Buffer.from(source, 'latin1'))))));
  mailed.push(...mails.flatMap(({ html, text }) => linksIn(html.replaceAll('&amp;', '&') + text)));
  paths = [...new Set([...[...routes].flatMap(route => pathsOf(route, ids, mailed)), ...mailed, ...strange])];
});
after(async () => {
  diagnostics.unsubscribe('fastify.initialization', noteRoutes);
  for (const close of opened.reverse()) await close();
});

test('no GET changes anything, whoever fetches it and how often: scanners, previews, prefetching browsers', async () => {
  const before = await readState();
  const visitors: Record<string, string>[] = [
    { accept: 'text/html' },
    { accept: 'text/html', cookie: `reader=${session}`, 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' },
    { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)', range: 'bytes=0-10' },
  ];
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET', 'HEAD']) {
    for (const headers of visitors) {
      for (const path of paths) {
        const response = await service.api(method, path, undefined, headers);
        const most = strange.includes(path) || method === 'OPTIONS' ? 499 : 399;
        assert.ok(response.status <= most, `${method} ${path}: ${response.status} ${response.text}`);
        assert.equal(response.headers.get('set-cookie'), null, path);
      }
    }
  }
  await compareWith(before);
});

test('a browser that opens every mail, runs scripts and follows all links, but presses no button, changes nothing', {
  skip: no_browser,
}, async () => {
  const before = await readState();
  const browser = await openBrowser({ 'news.example': new URL(service.url).host });
  opened.push(() => browser.close());
  for (const signed_in of [false, true]) {
    const context = await browser.newContext({ acceptDownloads: false });
    const cookie = { name: 'reader', value: session, domain: 'news.example', path: '/test' };
    if (signed_in) await context.addCookies([cookie]);
    const page = await context.newPage();
    for (const { html } of mails) await page.setContent(html);
    const seen = await wander(page, paths.filter(isPage));
    assert.ok(seen.size > paths.filter(isPage).length, 'it finds more than it was given');
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

/** One of everything that an address can name, and a mail of each kind; says the ids. */
async function fill(): Promise<Record<string, string>> {
  const feeds = await openFeedServer();
  const receiver = await openReceiver();
  opened.push(feeds.close, receiver.close);
  feeds.put('/feed.xml', rss([{ title: 'One', link: 'https://log.example/1', guid: '1' }]));
  receiver.answer = response => void response.writeHead(410).end();
  const create = async (path: string, body: object): Promise<string> => {
    const { status, body: created, text } = await service.api('POST', path, body);
    assert.ok(status < 300, `${path}: ${text}`);
    return created.id;
  };
  const { id: newsletter } = service.newsletter;
  const settings = { track_opens: true, track_clicks: true, undo_seconds: 0, welcome_body: '# Hello' };
  await service.api('PATCH', `/v1/newsletters/${newsletter}`, settings);
  const file = (name: string, type: string) => [{ name: 'file', value: pixel, filename: name, type }];
  const image = (await service.upload('/v1/images', file('one.png', 'image/png'))).body;
  await service.upload('/v1/attachments', file('one.bin', 'application/octet-stream'));
  const reader = await create('/v1/subscribers', { email: 'ada@example.org', type: 'premium' });
  const asked = await create('/v1/subscribers', { email: 'bob@example.org' });
  const ids: Record<string, string> = {
    ...{ newsletter, reader, asked, image: new URL(image.image).pathname },
    tag: await create('/v1/tags', { name: 'Birds', subscriber_editable: true }),
    snippet: await create('/v1/snippets', { identifier: 'bye', content: 'Bye' }),
    automation: await create('/v1/automations', { url: `${feeds.url}/feed.xml`, behavior: 'draft' }),
    bulk: await create('/v1/bulk_actions', { type: 'apply_metadata', metadata: { action: 'set', metadata: { a: 1 } } }),
    email: await create('/v1/emails', { subject: 'Open', body: '[Go](https://example.org/) and [on](https://example.net/)' }),
    paid: await create('/v1/emails', { subject: 'Paid', body: 'One <!-- paywall --> two', email_type: 'premium' }),
  };
  await service.api('POST', `/v1/emails/${ids.email}/send-draft`, { recipients: ['owner@example.org'] });
  const manage = (await untilMailed(/Subject: Open/)).find(path => path.startsWith('/manage/'))!;
  await post(service, manage, { do: 'address', email: 'new@example.org' });
  await post(service, '/test/sign-in', { email: 'ada@example.org' });
  await create('/v1/subscribers', { email: 'eve@example.org', type: 'unsubscribed' });
  const form = '/api/emails/embed-subscribe/test';
  await post(service, form, { email: 'eve@example.org' });
  await post(service, form, { email: 'joe@example.org' });
  const [confirm] = await untilMailed(/^To: .*joe@[^]*Subject: Confirm/m);
  await post(service, confirm!, { confirm: 'subscription' });
  await untilMailed(/^To: .*bob@[^]*Subject: Confirm/m);
  await create(`/v1/subscribers/${asked}/send-reminder`, {});
  ids.webhook = await create('/v1/webhooks', { url: receiver.url });
  await create('/v1/tags', { name: 'Bees' });
  for (const kind of kinds) await untilMailed(kind);
  const { results } = (await service.api('GET', '/v1/events')).body;
  return { ...ids, event: results[0].id, inbox: await fillInbox() };
}

/** The mails of every kind: issues with tracked links, previews, what asks for a confirmation, a welcome, a notice. */
const kinds = [
  /^To: ada@[^]*^Subject: Paid/m,
  /^Subject: \[PREVIEW\] Open/m,
  /^To: bob@[^]*^Subject: Confirm[^]*reminded/m,
  /^To: joe@[^]*^Subject: Welcome/m,
  /^To: new@[^]*^Subject: Confirm your new address/m,
  /^To: eve@[^]*^Subject: Confirm your subscription/m,
  /^Subject: Sign in/m,
  /^Subject: A webhook/m,
];

/** The addresses of the service in a mail that fits, once it is there. */
async function untilMailed(kind: RegExp): Promise<string[]> {
  const mail = await until(`mail ${kind}`, async () =>
    service.sink.accepted.find(({ source }) => kind.test(source.replaceAll('\r\n', '\n'))),
  );
  return linksIn((await readMail(Buffer.from(mail.source, 'latin1'))).text);
}

/** Puts a mail into the inbox and says its id. */
async function fillInbox(): Promise<string> {
  const inbox = await startInbox(service.db, { on_error: () => {} });
  const transport = openTransport(inbox.smtp_url, { connections: 1 });
  const { from, to, source } = service.sink.accepted[0]!;
  await transport.handOver({ from, to }, Buffer.from(source, 'latin1'), {});
  transport.close();
  await inbox.close();
  return (await service.api('GET', '/inbox/messages')).body.results[0].id;
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/http:\/\/news\.example(\/[\w./-]*)/g)].map(([, path]) => path!);
}

/** The addresses at which a scanner calls on this route. Throws for a route that nobody has thought of here. */
function pathsOf(route: string, ids: Record<string, string>, mailed: string[]): string[] {
  const [, word = ''] = route.split('/').filter(part => part !== 'v1');
  const id = Object.entries(parameters).find(([start]) => route.startsWith(start))?.[1];
  return [];
}
