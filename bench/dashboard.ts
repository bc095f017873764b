// Measures how fast the dashboard is on a slow machine, in Chromium with its processor slowed fourfold, beside a built page that has only
// React. PARTS, separated by commas, names the parts to measure; without it, all.

import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { printOwnersLink } from '../src/accounts/people/links.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { buildDashboard } from '../src/program/dashboard.ts';
import { openSecrets } from '../src/program/open-secrets.ts';
import { openBrowser } from '../src/testing/browser.ts';
import { measureInteractions } from './rig/dashboard/interactions.ts';
import { seedEmails } from './rig/dashboard/letters.ts';
import { measureLoads } from './rig/dashboard/loads.ts';
import { viewport } from './rig/dashboard/pages.ts';
import { measurePreviews } from './rig/dashboard/previews.ts';
import { measureScreens } from './rig/dashboard/screens.ts';
import { measureScrolling } from './rig/dashboard/scrolling.ts';
import { makeFolder, openBenchDatabase } from './rig/database.ts';
import { serveEmptyPage } from './rig/empty-page/serve.ts';
import { atTheLatestAtTheEnd } from './rig/endings.ts';
import { endProcess, findPort, hear, startProcess } from './rig/processes.ts';
import { seedNewsletter, seedSubscribers } from './rig/seed.ts';

const parts = {
  loads: measureLoads,
  interactions: measureInteractions,
  screens: measureScreens,
  scrolling: measureScrolling,
  previews: measurePreviews,
};
const wanted = process.env.PARTS?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter(name => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`PARTS names no part ${unknown.join(', ')}. Use any of ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const trouble = await buildDashboard({ say: console.log });
if (trouble !== undefined) throw new Error(trouble);
const { folder, remove } = await makeFolder();
const { db, url, close } = await openBenchDatabase(folder);
const key = 'k'.repeat(32);
const newsletter = await seedNewsletter(db, key);
await seedSubscribers(db, newsletter, 10_000);
await seedEmails(db, newsletter);
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
const person = await browser.newContext({ viewport });
await signIn(person);

for (const [name, measure] of Object.entries(parts)) {
  if (!wanted.includes(name)) continue;
  await measure({ browser, person, key, base_url, bare_url: bare.url });
  for (const page of browser.contexts().flatMap(context => context.pages())) await page.close();
}

await closeBrowser();
await bare.close();
await endProcess(service);
await close();
await remove();

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto(await printOwnersLink(db, { base_url, secret, now: new Date() }));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.endsWith('/link'));
  await page.close();
}
