import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { watchInteractions } from '../page-timing.ts';

/** The subject of every part: the dashboard at `base_url`, where `person` is signed in, beside the page at `bare_url`. */
export type Subject = {
  browser: Browser;
  person: BrowserContext;
  /** An API key of the newsletter. */
  key: string;
  base_url: string;
  bare_url: string;
};

const slowdown = 4;
export const viewport = { width: 1200, height: 800 };
export const firstRow = '[data-index="0"] a';

export const listAddress = ({ base_url }: Subject) => `${base_url}/dashboard/bench/emails`;

/** Opens a new page with the processor slowed fourfold. */
export async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchInteractions);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Opens the list of emails on a slow page. */
export async function openList(subject: Subject): Promise<Page> {
  const page = await openSlowPage(subject.person);
  await page.goto(listAddress(subject));
  await page.locator(firstRow).waitFor();
  return page;
}

/** Opens the yardstick on a slow page. */
export async function openBarePage({ browser, bare_url }: Subject): Promise<Page> {
  const page = await openSlowPage(await browser.newContext({ viewport }));
  await page.goto(bare_url);
  return page;
}

/** Clicks as a hand does: the mouse goes there, rests, and clicks. The script that finds the place runs in the page before that. */
export async function press(target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!;
  const mouse = target.page().mouse;
  await mouse.move(x + width / 2, y + height / 2);
  await target.page().waitForTimeout(150);
  await mouse.down();
  await mouse.up();
}

/** Presses the button with this label. */
export function pressButton(page: Page, name: string): Promise<void> {
  return press(page.getByRole('button', { name, exact: true }));
}
