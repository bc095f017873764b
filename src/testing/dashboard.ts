import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { printOwnersLink } from '../accounts/people/links.ts';
import { type Client, createClient } from '../client/client.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import { buildDashboard } from '../program/dashboard.ts';
import { startService } from '../program/main.ts';
import { openSecrets } from '../program/open-secrets.ts';
import { openBrowser } from './browser.ts';
import { tokenOf } from './browser-session.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { patienceSeconds, until } from './until.ts';

const API_KEY = 'k'.repeat(40);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type Dashboard = {
  url: string;
  config: Config;
  db: Database;
  /** A client with the key of the first newsletter. */
  client: Client;
  browser: Browser;
  /** Opens a separate browser with its own cookies and without animations. */
  person(options?: { colorScheme?: 'light' | 'dark'; width?: number }): Promise<BrowserContext>;
  /** Returns the link that signs the owner in. */
  ownersLink(): Promise<string>;
  /** Waits for somebody's mail in the built-in inbox, and returns it newest first. */
  mailTo(address: string): Promise<{ subject: string; text: string }[]>;
  close(): Promise<void>;
};

type Opening = { database_url?: string; env?: Record<string, string> };

/**
 * Opens the whole program with its built web interface, and a browser. Mail goes to the built-in inbox, unless `env` names a mail server.
 * Without a `database_url` it gets its own database.
 */
export async function openDashboard({ database_url, env = {} }: Opening = {}): Promise<Dashboard> {
  await using opening = new AsyncDisposableStack();
  const trouble = await buildDashboard({ say: () => {} });
  assert.equal(trouble, undefined, trouble);
  const database = database_url === undefined ? await createTestDatabase() : undefined;
  opening.defer(async () => database?.drop());
  const DATABASE_URL = database_url ?? database?.url;
  const PORT = String(await freePort());
  const RATE_LIMIT = '100000';
  const config = readConfig({ DATABASE_URL, PORT, API_KEY, RATE_LIMIT, ...env }, '/nowhere/.env');
  const service = await startService(config, createLog('silent'));
  opening.defer(() => service.stop());
  const db = connectDatabase(DATABASE_URL!, { size: 2, on_error: () => {} });
  opening.defer(() => db.destroy());
  const browser = await openBrowser();
  opening.defer(() => browser.close());
  const { secret } = await openSecrets(db, config);
  const opened = opening.move();
  const url = config.BASE_URL;
  return {
    url,
    config,
    db,
    client: createClient({ base_url: url, key: API_KEY }),
    browser,
    async person({ colorScheme = 'light', width = 1200 } = {}) {
      const context = await browser.newContext({
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: 800 },
        baseURL: url,
      });
      context.setDefaultTimeout(patienceSeconds * 1000);
      return context;
    },
    ownersLink: () => printOwnersLink(db, { base_url: url, secret, now: new Date() }),
    mailTo: address =>
      until(`mail to ${address}`, async () => {
        const answer = await fetch(`${url}/inbox/messages?to=${encodeURIComponent(address)}`, {
          headers: { authorization: `Token ${API_KEY}` },
        });
        const { results } = (await answer.json()) as { results: { subject: string; text: string }[] };
        return results.length > 0 && results;
      }),
    close: () => opened.disposeAsync(),
  };
}

/**
 * Signs in with the link that the service prints, and opens the list of emails. It sends the request directly, so that the page of the link
 * need not load for every story.
 */
export async function signInAsOwner({ url, ownersLink }: Dashboard, context: BrowserContext): Promise<Page> {
  const answer = await context.request.post(`${url}/dashboard/session/link`, {
    data: { token: tokenOf(await ownersLink()) },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  assert.ok(answer.ok(), await answer.text());
  const page = await context.newPage();
  await page.goto(`${url}/dashboard/newsletter/emails`);
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  return page;
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns axe's findings on the page, or in a part of it: barriers for people with a screen reader, a keyboard or poor eyesight. Checks
 * these rules, or all except those of `except`.
 */
export async function findBarriers(
  page: Page,
  {
    rules = [],
    except = [],
    place = 'html',
  }: { rules?: string[]; except?: string[]; place?: string | undefined } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(
    async ({ place, runOnly, rules }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(place, {
        iframes: false,
        runOnly,
        rules,
        resultTypes: ['violations'], // describing passed rules takes much time
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    {
      place,
      runOnly:
        rules.length > 0 ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: tags },
      rules: Object.fromEntries(except.map(rule => [rule, { enabled: false }])),
    },
  );
}
