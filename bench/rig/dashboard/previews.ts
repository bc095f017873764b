import type { Page } from 'playwright-core';
import { timePreview } from '../page-timing.ts';
import { median, printTable, quantile } from '../table.ts';
import { shortLetter } from './letters.ts';
import { listAddress, openSlowPage, type Subject } from './pages.ts';

const words = 9;

/** Measures the time from the last key of a word to its preview, and the service's share of it. */
export async function measurePreviews(subject: Subject): Promise<void> {
  const times: [what: string, times: number[], budget: number | ''][] = [
    [
      'with the processor slowed fourfold',
      await timeWords(subject, await openSlowPage(subject.person), 'ebble'),
      150,
    ],
    ['at full speed', await timeWords(subject, await subject.person.newPage(), 'umble'), 150],
    ['the answer of the service', await timeAnswers(subject), ''],
  ];
  printTable(
    `The preview of a letter of 5 kB: ms from the last key to its paint, ${words} words`,
    times.map(([what, times, budget]) => ({
      what,
      p50: median(times),
      p75: quantile(times, 0.75),
      max: Math.max(...times),
      budget,
    })),
  );
}

/** Types words that differ in their first letter and end like this. The letter does not contain them yet. */
async function timeWords(subject: Subject, page: Page, ending: string): Promise<number[]> {
  await page.goto(listAddress(subject));
  await page.getByRole('link', { name: 'A short letter' }).click();
  await page.locator('.cm-content').click();
  await page.frameLocator('iframe').getByText('harbour').first().waitFor();
  await page.keyboard.press('Control+Home');
  const times: number[] = [];
  for (let round = -2; round < words; round += 1) {
    const time = await timePreview(page, `${'qwrtzpsdfgh'.charAt(round + 2)}${ending} `, 60);
    await page.waitForTimeout(400);
    // In the first rounds, everything is compiled.
    if (round >= 0) times.push(time);
  }
  await page.close();
  return times;
}

/** Requests previews one after the other, as a program does. */
async function timeAnswers({ base_url, key }: Subject): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const body = JSON.stringify({ subject: 'Hello', body: `${round} ${shortLetter}`, lines: true });
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' };
    const begun = performance.now();
    const response = await fetch(`${base_url}/v1/emails/preview`, { method: 'POST', headers, body });
    await response.text();
    if (!response.ok) throw new Error(`The preview answered ${response.status}`);
    if (round >= 20) times.push(performance.now() - begun);
  }
  return times;
}
