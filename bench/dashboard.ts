// How fast the dashboard is for somebody on a slow machine: the first load, interactions, changes of screen, and scrolling
// through 10,000 emails, in Chromium with its processor slowed fourfold, beside the build of a page that has React and
// nothing else.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { build } from 'vite';
import type { Newsletter } from '../src/accounts/newsletter.ts';
import { printOwnersLink } from '../src/accounts/people/links.ts';
import { readConfig } from '../src/platform/config.ts';
import { buildDashboard } from '../src/program/dashboard.ts';
import { openSecrets } from '../src/program/open-secrets.ts';
import { openBrowser } from '../src/testing/browser.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import {
  type Frames,
  timeInteractions,
  timeUntil,
  watchFrames,
  watchInteractions,
} from './rig/page-timing.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';
import { median, printTable, quantile } from './rig/table.ts';

const slowdown = 4;
const emails = 10_000;
const loads = 3;
const keys = 60;
const rounds = 10;
const scrolled = { pixels: 20_000, a_second: 4000 };
const frame = 1000 / 60;

const trouble = await buildDashboard({ say: console.log });
if (trouble !== undefined) throw new Error(trouble);
const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const newsletter = await seedNewsletter(db, 'k'.repeat(32));
await seedSubscribers(db, newsletter, 10_000);
await seedEmails(newsletter);
const PORT = String(await findPort());
const env = { DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:9', PORT, LOG_LEVEL: 'error' };
const service = startProcess('serving.ts', { ...env, SECRET_KEY: process.env.SECRET_KEY! });
await hear(service);
const config = readConfig({ ...process.env, ...env }, '/nowhere');
const base_url = config.BASE_URL;
const { secret } = await openSecrets(db, config);
const bare = await serveEmptyPage(join(folder, 'empty-page'));
const browser = await openBrowser();
const closeBrowser = atTheLatestAtTheEnd(() => browser.close());
const person = await browser.newContext({ viewport: { width: 1200, height: 800 } });
await signIn(person);
const cookies = await person.cookies();

await measureLoads();
await measureUse();

await closeBrowser();
await bare.close();
await endProcess(service);
await close();
await remove();

async function measureLoads(): Promise<void> {
  const ours: Load[] = [];
  const theirs: Load[] = [];
  for (let load = 0; load < loads; load += 1) {
    ours.push(await loadOnce(browser, `${base_url}/dashboard/bench/emails`, '[data-index="0"] a'));
    theirs.push(await loadOnce(browser, bare.url, 'h1'));
  }
  const of = (all: Load[], field: keyof Load) => median(all.map(load => load[field]));
  const row = (what: string, field: keyof Load, budget: number | '') => ({
    what,
    dashboard: of(ours, field),
    budget,
    'empty page': of(theirs, field),
    ratio: of(ours, field) / of(theirs, field),
  });
  printTable(`First load of the list of emails with nothing cached, median of ${loads}`, [
    row('script and CSS, kB gz', 'gzipped', 150),
    row('script and CSS, kB as sent', 'sent', ''),
    row('requests', 'requests', ''),
    row('ms until the list is there', 'usable', ''),
  ]);
}

type Load = { gzipped: number; sent: number; requests: number; usable: number };

/** Loads the page with an empty cache. It is usable when `selector` is there. */
async function loadOnce(browser: Browser, address: string, selector: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  await context.addCookies(cookies);
  const page = await openSlowPage(context);
  const files: Promise<[gzipped: number, sent: number]>[] = [];
  let requests = 0;
  page.on('response', response => {
    requests += 1;
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
    const sizes = async (): Promise<[number, number]> => {
      const { responseBodySize } = await response.request().sizes();
      return [gzipSync(await response.body()).length / 1000, responseBodySize / 1000];
    };
    files.push(sizes());
  });
  await page.goto(address);
  const there = await page.waitForSelector(selector);
  const usable = await there.evaluate(
    () =>
      new Promise<number>(resolve =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      ),
  );
  const sizes = await Promise.all(files);
  await context.close();
  const sum = (of: 0 | 1) => sizes.reduce((total, size) => total + size[of], 0);
  return { gzipped: sum(0), sent: sum(1), requests, usable };
}

async function measureUse(): Promise<void> {
  const page = await openSlowPage(person);
  const plain = await openSlowPage(await browser.newContext({ viewport: { width: 1200, height: 800 } }));
  await plain.goto(bare.url);
  const pressed = (label: string) => () => press(plain.getByRole('button', { name: label, exact: true }));

  await page.goto(`${base_url}/dashboard/bench/emails`);
  await page.locator('[data-index="0"] a').waitFor();
  const palette = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
  };
  const openings = await timeInteractions(page, rounds, async () => {
    await palette();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  });
  const askings = await timeInteractions(plain, rounds, async () => {
    await pressed('ask')();
    await pressed('close')();
  });
  await palette();
  const searches = await timeInteractions(page, 30, at =>
    page.keyboard.press('issue 100'[at % 9]!, { delay: 20 }),
  );
  await page.keyboard.press('Escape');
  const filters = await timeInteractions(page, rounds, () =>
    page.getByRole('button', { name: 'Sent' }).click(),
  );
  const toggles = await timeInteractions(plain, rounds, at => pressed(at % 2 === 0 ? 'off' : 'on')());

  const routes = await measureRoutes(page);
  const swaps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = round % 2 === 0 ? 'second' : 'first';
    swaps.push(await timeUntil(plain, pressed(name), shows(name)));
  }

  await page.getByRole('link', { name: 'A long letter' }).click();
  await page.locator('.cm-content').click();
  await page.getByText('Phone', { exact: true }).waitFor();
  const typing = await timeInteractions(page, keys, at =>
    page.keyboard.press('harbour '[at % 8]!, { delay: 60 }),
  );
  const views = await timeInteractions(page, rounds, at =>
    press(page.getByText(at % 2 === 0 ? 'Phone' : 'Wide', { exact: true })),
  );
  await plain.locator('textarea').focus();
  const bareTyping = await timeInteractions(plain, keys, () => plain.keyboard.press('x', { delay: 60 }));

  const interaction = (what: string, times: number[], yardstick: number[]) => ({
    what,
    p75: quantile(times, 0.75),
    max: Math.max(...times),
    budget: 100,
    'empty page p75': quantile(yardstick, 0.75),
    'empty page max': Math.max(...yardstick),
    ratio: quantile(times, 0.75) / quantile(yardstick, 0.75),
  });
  printTable('Interactions: ms from the input to the next paint, 16 or less counts as 16', [
    interaction(`typing ${keys} letters in a letter of 2,000 words, with preview`, typing, bareTyping),
    interaction(`the preview between wide and phone, ${rounds} times`, views, toggles),
    interaction(`opening and closing the palette, ${rounds} times`, openings, askings),
    interaction('searching in the palette, 30 letters', searches, bareTyping),
    interaction(`a filter of the list on and off, ${rounds} times`, filters, toggles),
  ]);
  printTable(
    `Changes of screen from cache: ms from the click to the screen, ${rounds} rounds`,
    Object.entries(routes).map(([what, times]) => ({
      what,
      p75: quantile(times, 0.75),
      max: Math.max(...times),
      budget: 150,
      'empty page p75': quantile(swaps, 0.75),
      ratio: quantile(times, 0.75) / quantile(swaps, 0.75),
    })),
  );

  await page.goto(`${base_url}/dashboard/bench/emails`);
  await page.locator('[data-index="0"] a').waitFor();
  const ours = await scroll(page);
  await pressed('long')();
  const theirs = await scroll(plain);
  printTable(
    `Scrolling through ${emails} emails, ${scrolled.pixels} pixels at ${scrolled.a_second} a second`,
    [scrolling('dashboard', ours, theirs), scrolling('empty page, all rows in the document', theirs, theirs)],
  );
}

/** Each screen was seen once before. */
async function measureRoutes(page: Page): Promise<Record<string, number[]>> {
  const link = (name: string) => () => press(page.getByRole('navigation').getByRole('link', { name }));
  const steps: [what: string, act: () => Promise<unknown>, shows: string][] = [
    ['readers', link('Readers'), shows('Readers')],
    ['settings', link('Settings'), shows('Newsletter')],
    ['the list of emails', link('Emails'), shows('Emails')],
    [
      'an email to write',
      () => press(page.getByRole('link', { name: 'A long letter' })),
      `document.querySelector('.cm-content')?.textContent.includes('harbour')`,
    ],
    ['back to the list', () => press(page.getByRole('link', { name: 'Emails' })), shows('Emails')],
  ];
  const times: Record<string, number[]> = Object.fromEntries(steps.map(([what]) => [what, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [what, act, shown] of steps) {
      const time = await timeUntil(page, act, shown);
      await page.waitForTimeout(300);
      if (round > 0) times[what]!.push(time);
    }
  return times;
}

/** As a hand does it: the mouse goes there, rests, and clicks. What finds the place runs in the page, before that. */
async function press(target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!;
  const mouse = target.page().mouse;
  await mouse.move(x + width / 2, y + height / 2);
  await target.page().waitForTimeout(150);
  await mouse.down();
  await mouse.up();
}

function shows(heading: string): string {
  return `document.querySelector('h1')?.textContent === ${JSON.stringify(heading)}`;
}

async function scroll(page: Page): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  const frames = await watchFrames(page, () =>
    session.send('Input.synthesizeScrollGesture', {
      x: 600,
      y: 400,
      yDistance: -scrolled.pixels,
      speed: scrolled.a_second,
      gestureSourceType: 'mouse',
    }),
  );
  await session.detach();
  return frames;
}

function scrolling(what: string, { gaps, blank }: Frames, yardstick: Frames) {
  const dropped = (all: number[]) =>
    all.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frame) - 1), 0);
  const share = (all: number[]) => (100 * dropped(all)) / (all.length + dropped(all));
  return {
    what,
    frames: gaps.length,
    'dropped %': share(gaps),
    'longest ms': Math.max(...gaps),
    'p99 ms': quantile(gaps, 0.99),
    'blank %': (100 * blank) / gaps.length,
    'ratio of longest': Math.max(...gaps) / Math.max(...yardstick.gaps),
  };
}

async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchInteractions);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(await printOwnersLink(db, { base_url, secret, now: new Date() }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.endsWith('/link'));
  await page.close();
}

/** Sent emails an hour apart, and above them a draft of 2,000 words. */
async function seedEmails({ key }: Newsletter): Promise<void> {
  await sql`
    insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status, creation_date, publish_date, secondary_id)
    select gen_random_uuid(), ${key}, 'Issue ' || n, 'Hello', 'issue-' || n, 'api', 'public', 'sent', date, date, n
    from generate_series(1, ${emails}::int) as n cross join lateral (select now() - make_interval(hours => ${emails} - n + 1) as date) as made`.execute(
    db,
  );
  const paragraph =
    'The harbour **wakes** before the town does, and {{ subscriber.metadata.city }} [long](https://example.org) after both of them. ';
  await sql`
    insert into emails (id, newsletter_key, subject, body, slug, source, email_type, status)
    values (gen_random_uuid(), ${key}, 'A long letter', ${`${paragraph.repeat(5)}\n\n`.repeat(26)}, 'a-long-letter', 'api', 'public', 'draft')`.execute(
    db,
  );
  await sql`vacuum analyze emails`.execute(db);
}

/** Builds the empty page and serves it as it was built, compressed. */
async function serveEmptyPage(outDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const root = fileURLToPath(new URL('rig/empty-page/', import.meta.url));
  await build({ root, configFile: false, logLevel: 'error', build: { outDir } });
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
  const server = createServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url!;
    const content = await readFile(join(outDir, path)).catch(() => undefined);
    if (!content) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'content-encoding': 'gzip' })
      .end(gzipSync(content));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: atTheLatestAtTheEnd(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}
