import type { Page } from 'playwright-core';
import { timeUntil } from '../page-timing.ts';
import { printTable, quantile } from '../table.ts';
import { openBarePage, openList, press, pressButton, type Subject } from './pages.ts';

const rounds = 10;

type Step = [what: string, act: () => Promise<unknown>, shows: string];

/** Measures the time from a click to the screen that it opens. Each screen was opened once before. */
export async function measureScreens(subject: Subject): Promise<void> {
  const page = await openList(subject);
  const plain = await openBarePage(subject);
  const steps = stepsOn(page);
  const times: Record<string, number[]> = Object.fromEntries(steps.map(([what]) => [what, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [what, act, shown] of steps) {
      const time = await timeUntil(page, act, shown);
      await page.waitForTimeout(300);
      if (round > 0) times[what]!.push(time);
    }
  const swaps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const name = round % 2 === 0 ? 'second' : 'first';
    swaps.push(await timeUntil(plain, () => pressButton(plain, name), shows(name)));
  }
  printTable(
    `Changes of screen from cache: ms from the click to the screen, ${rounds} rounds`,
    Object.entries(times).map(([what, times]) => ({
      what,
      p75: quantile(times, 0.75),
      max: Math.max(...times),
      budget: 150,
      'empty page p75': quantile(swaps, 0.75),
      ratio: quantile(times, 0.75) / quantile(swaps, 0.75),
    })),
  );
}

function stepsOn(page: Page): Step[] {
  const link = (name: string) => () => press(page.getByRole('navigation').getByRole('link', { name }));
  return [
    ['subscribers', link('Subscribers'), shows('Subscribers')],
    ['settings', link('Settings'), shows('Newsletter')],
    ['the list of emails', link('Emails'), shows('Emails')],
    [
      'an email to write',
      () => press(page.getByRole('link', { name: 'A long letter' })),
      `document.querySelector('.cm-content')?.textContent.includes('harbour')`,
    ],
    ['back to the list', () => press(page.getByRole('link', { name: 'Emails' })), shows('Emails')],
  ];
}

function shows(heading: string): string {
  return `document.querySelector('h1')?.textContent === ${JSON.stringify(heading)}`;
}
