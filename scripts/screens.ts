// npm run screens -- FOLDER [NAME …]: every screen of the dashboard as pictures in FOLDER, to be looked at: light, dark, on a
// phone and on a wide window, with the demo's newsletter. With names, only those screens.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { createClient } from '../src/client/client.ts';
import { openBrowser } from '../src/testing/browser.ts';
import { startProcess } from '../src/testing/processes.ts';
import { furnishDashboard, show } from '../src/testing/screens/acts.ts';
import { screensOf } from '../src/testing/screens/all.ts';

const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1200, height: 800 } },
  dark: { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 2560, height: 1200 } },
};

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('usage: npm run screens -- FOLDER [NAME …]');
mkdirSync(folder, { recursive: true });
const PORT = process.env.PORT ?? '9398';
const url = `http://localhost:${PORT}`;
const data_dir = mkdtempSync(join(tmpdir(), 'postrider-screens-'));
try {
  const env = { DATA_DIR: data_dir, PORT, BASE_URL: url, RATE_LIMIT: '100000' };
  await using service = await startProcess(['serve'], env, /Stop with Ctrl-C/);
  await using _demo = await startProcess(['demo', '--url', url], env, /Look at it:/);
  const [, link] = /Dashboard\s+(\S+)/.exec(service.printed()) ?? [];
  const [, key] = /API key\s+(\S+)/.exec(service.printed()) ?? [];
  const client = createClient({ base_url: url, key: key! });
  const furnished = await furnishDashboard(client);
  const browser = await openBrowser();
  try {
    await takeAll(browser, link!, screensOf(furnished));
  } finally {
    await browser.close();
  }
} finally {
  rmSync(data_dir, { recursive: true, force: true });
}

async function takeAll(browser: Browser, link: string, screens: ReturnType<typeof screensOf>): Promise<void> {
  const signing = await browser.newContext();
  const page = await signing.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(address => !address.pathname.endsWith('/link'));
  const storageState = await signing.storageState();
  for (const [look, options] of Object.entries(looks)) {
    const context = await browser.newContext({
      ...options,
      storageState,
      reducedMotion: 'reduce',
      baseURL: url,
    });
    for (const [name, screen] of Object.entries(screens)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const page = await context.newPage();
      await show(page, screen).catch(error =>
        console.error(`${look}, ${name}: ${error.message.split('\n')[0]}`),
      );
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder!, `${look}-${name.replaceAll(' ', '-')}.png`) });
      await page.close();
    }
    await context.close();
  }
}
