// Takes the pictures in README: a service with the demo newsletter in a headless Chromium.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../src/testing/browser.ts';
import { startProcess } from '../src/testing/processes.ts';

const folder = join(import.meta.dirname, '../docs/pictures');
const port = process.env.PORT ?? '9399';
const origin = `http://localhost:${port}`;
const desktop = { width: 880, height: 560 };
const phone = { width: 390, height: 760 };
const data_dir = mkdtempSync(join(tmpdir(), 'postrider-pictures-'));
try {
  const env = { DATA_DIR: data_dir, PORT: port, BASE_URL: origin };
  await using service = await startProcess(['serve'], env, /Stop with Ctrl-C/);
  await using _demo = await startProcess(['demo', '--url', origin], env, /Look at it:/);
  const [inbox] = service.printed().match(/http\S+\/inbox\?token=\S+/) ?? [];
  await takeAll(inbox!);
} finally {
  rmSync(data_dir, { recursive: true, force: true });
}

async function takeAll(inbox: string): Promise<void> {
  const browser = await openBrowser();
  try {
    await take(browser, 'inbox', desktop, inbox);
    await take(browser, 'archive', desktop, `${origin}/newsletter/archive/`);
    await take(browser, 'issue', phone, inbox, async page => {
      await page.goto(`${origin}${await findMessage(page, 'What the sea leaves on a Tuesday')}/html`);
    });
  } finally {
    await browser.close();
  }
}

/** The address of a message with this subject in the inbox, whose pages show the newest first. */
async function findMessage(page: Page, subject: string): Promise<string> {
  for (;;) {
    const message = page.locator('.messages a', { hasText: subject }).first();
    const address = (await message.count()) > 0 ? await message.getAttribute('href') : null;
    if (address !== null) return address;
    await page.getByRole('link', { name: 'Older' }).click();
  }
}

/** Opens the address, runs the steps, and stores a screenshot as WebP. */
async function take(
  browser: Browser,
  name: string,
  viewport: { width: number; height: number },
  address: string,
  goOn: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
  await page.goto(address);
  await goOn(page);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
  await page.close();
}
