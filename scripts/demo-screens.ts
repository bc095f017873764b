import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { createClient } from '../src/client/client.ts';
import { buildDashboard } from '../src/program/dashboard.ts';
import { openBrowser } from '../src/testing/browser.ts';
import { startProcess } from '../src/testing/processes.ts';
import { furnishDashboard, type Screen } from '../src/testing/screens/acts.ts';
import { screensOf } from '../src/testing/screens/all.ts';

export type Stage = {
  /** The screens with these names, or all. */
  screens: [name: string, screen: Screen][];
  /** Opens a browser in which the owner is signed in, without animations. */
  look(options: BrowserContextOptions): Promise<BrowserContext>;
};

/** Runs `visit` with the screens of the dashboard. It starts a service with the demo's newsletter at PORT. */
export async function withDemoScreens(
  names: string[],
  visit: (stage: Stage) => Promise<void>,
): Promise<void> {
  const PORT = process.env.PORT ?? '9398';
  const url = `http://localhost:${PORT}`;
  const data_dir = mkdtempSync(join(tmpdir(), 'postrider-screens-'));
  // If the service built it, its start might take too long.
  await buildDashboard({ say: console.error });
  try {
    const env = { DATA_DIR: data_dir, PORT, BASE_URL: url, RATE_LIMIT: '100000' };
    await using service = await startProcess(['serve'], env, /Stop with Ctrl-C/);
    await using _demo = await startProcess(['demo', '--url', url], env, /Look at it:/);
    const [, link] = /Dashboard\s+(\S+)/.exec(service.printed()) ?? [];
    const [, key] = /API key\s+(\S+)/.exec(service.printed()) ?? [];
    const all = screensOf(await furnishDashboard(createClient({ base_url: url, key: key! })));
    const browser = await openBrowser();
    try {
      const storageState = await signIn(browser, link!);
      await visit({
        screens: Object.entries(all).filter(([name]) => names.length === 0 || names.includes(name)),
        look: options =>
          browser.newContext({ ...options, storageState, reducedMotion: 'reduce', baseURL: url }),
      });
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(data_dir, { recursive: true, force: true });
  }
}

async function signIn(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.endsWith('/link'));
  return context.storageState();
}
