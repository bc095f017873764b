// npm run pictures [-- NAME …]: takes the pictures in README and docs/tour.md, of a service with the demo newsletter, in a headless
// Chromium. With names, only those pictures.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { buildDashboard } from '../src/program/dashboard.ts';
import { openBrowser } from '../src/testing/browser.ts';
import { startProcess } from '../src/testing/processes.ts';
import { eventScreens } from '../src/testing/screens/events.ts';
import { publications } from './pictures/publications.ts';
import { publishAll } from './pictures/publish.ts';

const names = process.argv.slice(2);
const folder = join(import.meta.dirname, '../docs/pictures');
const port = process.env.PORT ?? '9399';
const origin = `http://localhost:${port}`;
const newsletter = `${origin}/dashboard/newsletter`;
const looks = {
  page: { viewport: { width: 880, height: 560 } },
  tall: { viewport: { width: 780, height: 940 } },
  wide: { viewport: { width: 1280, height: 800 } },
  light: { viewport: { width: 1080, height: 720 } },
  dark: { viewport: { width: 1080, height: 720 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 760 } },
  german: { viewport: { width: 1080, height: 720 }, locale: 'de' },
  spanish: { viewport: { width: 1080, height: 720 }, locale: 'es' },
  french: { viewport: { width: 1080, height: 720 }, locale: 'fr' },
} satisfies Record<string, BrowserContextOptions>;
const patienceMilliseconds = 120_000;

/** The screens that need only an address. It is below the newsletter's or, with a slash, the installation's. */
const screens: Record<string, { path: string; ready: Ready }> = {
  subscribers: { path: 'subscribers', ready: has('[role="grid"] a, main li a') },
  person: {
    path: 'subscribers?search=beatrix.dunmore@inbox',
    ready: async page => {
      await page.getByRole('link', { name: 'beatrix.dunmore@inbox' }).first().click();
      const timeline = page.getByRole('heading', { name: 'Timeline' });
      await timeline.waitFor();
      await page.getByText('Was mailed').first().waitFor();
      await timeline.evaluate(heading => heading.scrollIntoView());
      await page.evaluate(() => scrollBy(0, -280));
    },
  },
  feed: {
    path: 'feeds',
    ready: async page => {
      await page.getByRole('link', { name: 'Tide log' }).first().click();
      await page.getByRole('heading', { name: 'Your decision' }).waitFor();
    },
  },
  forms: {
    path: 'forms',
    ready: page => page.frameLocator('iframe').getByText('Subscribe').first().waitFor(),
  },
  bounces: { path: 'delivery/bounces', ready: has('main details') },
  suppressed: { path: 'delivery/suppressed', ready: has('main a[href*="/subscribers/"]') },
  reputation: { path: 'delivery/reputation', ready: has('main ul h2') },
  // The demo does not send events anywhere.
  webhook: { path: 'settings/webhooks', ready: eventScreens()['an attempt']!.ready },
  log: { path: 'settings/log', ready: has('main ol a') },
  system: {
    path: '/dashboard/system',
    ready: page => page.getByRole('row', { name: /^deliveries/ }).waitFor(),
  },
};

// If the service built it, its start might take too long.
await buildDashboard({ say: console.error });
const data_dir = mkdtempSync(join(tmpdir(), 'postrider-pictures-'));
try {
  const env = { DATA_DIR: data_dir, PORT: port, BASE_URL: origin, RATE_LIMIT: '100000' };
  await using service = await startProcess(['serve'], env, /Stop with Ctrl-C/);
  await using _demo = await startProcess(['demo', '--url', origin], env, /Look at it:/);
  const [inbox] = service.printed().match(/http\S+\/inbox\?token=\S+/) ?? [];
  const [, link] = /Dashboard\s+(\S+)/.exec(service.printed()) ?? [];
  const [key] = service.printed().match(/pr_[\w-]+/) ?? [];
  await takeAll(inbox!, link!, key!);
} finally {
  rmSync(data_dir, { recursive: true, force: true });
}

async function takeAll(inbox: string, link: string, key: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const entering = await browser.newContext();
    await signIn(await entering.newPage(), link, inbox);
    const storageState = await entering.storageState();
    const contexts = new Map<string, BrowserContext>();
    for (const [look, options] of Object.entries(looks)) {
      const context = await browser.newContext({
        ...options,
        baseURL: origin,
        storageState,
        deviceScaleFactor: 1.5,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(patienceMilliseconds);
      contexts.set(look, context);
    }
    const take = async (name: string, look: keyof typeof looks, address: string, ready: Ready) => {
      if (names.length === 0 || names.includes(name))
        await takeOne(contexts.get(look)!, name, address, ready);
    };

    await take('inbox', 'page', `${origin}/inbox`, has('.messages a'));
    await take('archive', 'page', `${origin}/newsletter/archive/`, has('a'));
    await take('issue', 'phone', `${origin}/inbox`, async page => {
      const message = page.locator('.messages a', { hasText: 'What the sea leaves on a Tuesday' }).first();
      await page.goto(`${origin}${await message.getAttribute('href')}/html`);
    });
    for (const look of ['light', 'dark', 'phone'] as const) {
      const suffix = look === 'light' ? '' : `-${look}`;
      await take(`home${suffix}`, look, newsletter, says('Needs you'));
      await take(`emails${suffix}`, look, `${newsletter}/emails`, has('[data-usual]'));
    }
    await take('home-german', 'german', newsletter, page => page.waitForLoadState('networkidle'));
    await take('emails-spanish', 'spanish', `${newsletter}/emails`, has('[data-usual]'));
    await take(
      'subscribers-french',
      'french',
      `${newsletter}/subscribers`,
      has('[role="grid"] a, main li a'),
    );
    await take('growth', 'light', `${newsletter}?days=365`, async page => {
      await page.getByRole('heading', { name: 'Growth' }).evaluate(heading => heading.scrollIntoView());
      await page.evaluate(() => scrollBy(0, -40));
    });
    await take('calendar', 'light', `${newsletter}/emails/calendar`, has('table a'));
    await take('writing', 'light', `${newsletter}/emails`, async page => {
      await page.getByRole('link', { name: 'What the winter tide uncovers' }).click();
      await page.locator('.cm-content').getByText('One thing to look for').waitFor();
      await page.waitForLoadState('networkidle');
    });
    await take('inserting', 'light', `${newsletter}/emails`, async page => {
      await page.getByRole('link', { name: 'What the winter tide uncovers' }).click();
      await page.locator('.cm-content[aria-autocomplete]').press('Control+End');
      await page.keyboard.type('\n\n/');
      await page.getByRole('option', { name: 'Call to action' }).waitFor();
    });
    await take('report', 'light', `${newsletter}/emails?search=on%20a%20Tuesday`, async page => {
      await page.getByRole('link', { name: 'What the sea leaves' }).first().click();
      await page.getByText('What these numbers mean').first().waitFor();
      await page.waitForLoadState('networkidle');
    });
    for (const [name, { path, ready }] of Object.entries(screens))
      await take(name, 'light', path.startsWith('/') ? `${origin}${path}` : `${newsletter}/${path}`, ready);
    if (names.length > 0 && !names.some(name => name.startsWith('look'))) return;
    await publishAll(browser, origin, key);
    await take('look', 'wide', `${newsletter}/forms/look`, editLook);
    await take('look-phone', 'phone', `${newsletter}/forms/look`, has('[role="radiogroup"] strong'));
    await take('layout', 'wide', `${newsletter}/forms/layout`, beginLayout);
    for (const username of ['newsletter', ...publications.map(({ username }) => username)])
      await take(`look-${username}`, 'tall', `${origin}/${username}`, has('.issues'));
  } finally {
    await browser.close();
  }
}

/** Opens a colour, so that the picture shows the ways to choose it. */
async function editLook(page: Page): Promise<void> {
  await page.frameLocator('iframe').getByText('Subscribe').first().waitFor();
  await page.locator('summary', { hasText: 'Theme' }).click();
  await page.getByRole('button', { name: /^Links and accents/ }).click();
  await page.getByText('From your pictures').waitFor();
}

async function beginLayout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start from the layout of a theme' }).click();
  await page.getByRole('menuitem', { name: 'Start from Letter' }).click();
  await page.frameLocator('iframe').getByText('Somebody said something').waitFor();
}

async function signIn(page: Page, link: string, inbox: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.endsWith('/link'));
  await page.goto(inbox);
}

type Ready = (page: Page) => Promise<unknown>;

function has(selector: string): Ready {
  return page => page.locator(selector).first().waitFor();
}

function says(text: string): Ready {
  return page => page.getByText(text, { exact: true }).first().waitFor();
}

/** Opens the address, waits until the page is ready and quiet, and stores a screenshot as WebP. */
async function takeOne(context: BrowserContext, name: string, address: string, ready: Ready): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await ready(page);
  // A page that keeps sending requests is never idle.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.close();
}
