import { timeInteractions } from '../page-timing.ts';
import { printTable, quantile } from '../table.ts';
import { openBarePage, openList, press, pressButton, type Subject } from './pages.ts';

const keys = 60;
const rounds = 10;

/** Measures the time from an input to the next paint, in the palette, in a filter of the list, and in the editor. */
export async function measureInteractions(subject: Subject): Promise<void> {
  const page = await openList(subject);
  const plain = await openBarePage(subject);
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
    await pressButton(plain, 'ask');
    await pressButton(plain, 'close');
  });
  await palette();
  const searches = await timeInteractions(page, 30, at =>
    page.keyboard.press('issue 100'[at % 9]!, { delay: 20 }),
  );
  await page.keyboard.press('Escape');
  const filters = await timeInteractions(page, rounds, () =>
    page.getByRole('button', { name: 'Sent' }).click(),
  );
  const toggles = await timeInteractions(plain, rounds, at =>
    pressButton(plain, at % 2 === 0 ? 'off' : 'on'),
  );

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

  const row = (what: string, times: number[], yardstick: number[]) => ({
    what,
    p75: quantile(times, 0.75),
    max: Math.max(...times),
    budget: 100,
    'empty page p75': quantile(yardstick, 0.75),
    'empty page max': Math.max(...yardstick),
    ratio: quantile(times, 0.75) / quantile(yardstick, 0.75),
  });
  printTable('Interactions: ms from the input to the next paint, 16 or less counts as 16', [
    row(`typing ${keys} letters in a letter of 2,000 words, with preview`, typing, bareTyping),
    row(`the preview between wide and phone, ${rounds} times`, views, toggles),
    row(`opening and closing the palette, ${rounds} times`, openings, askings),
    row('searching in the palette, 30 letters', searches, bareTyping),
    row(`a filter of the list on and off, ${rounds} times`, filters, toggles),
  ]);
}
