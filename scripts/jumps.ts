// npm run jumps -- [NAME …]: shows every screen of the dashboard three times on a desktop and three times on a phone, with the demo's
// newsletter and late answers, and says what jumps. With names, only those screens.
import type { BrowserContext, Page } from 'playwright-core';
import { type Screen, show } from '../src/testing/screens/acts.ts';
import { delayAnswers, readShifts, watchShifts } from '../src/testing/screens/shifts.ts';
import { until } from '../src/testing/until.ts';
import { withDemoScreens } from './demo-screens.ts';

const widths = { desk: 1200, phone: 360 };
const seeds = [1, 2, 3];

await withDemoScreens(process.argv.slice(2), async ({ screens, look }) => {
  for (const [place, width] of Object.entries(widths)) {
    const context = await look({ viewport: { width, height: 800 } });
    await context.addInitScript(watchShifts);
    for (const [name, screen] of screens)
      for (const seed of seeds) {
        const found = await findJumps(context, screen, seed);
        if (found.length > 0) process.exitCode = 1;
        for (const one of found) console.log(`${name}, on a ${place}, time ${seed}: ${one}`);
      }
    await context.close();
  }
});

/** Returns what jumps until all answers are there, or why the screen did not appear. */
async function findJumps(context: BrowserContext, screen: Screen, seed: number): Promise<string[]> {
  const page = await context.newPage();
  await page.addInitScript(delayAnswers, seed);
  try {
    await show(page, screen);
    await until('all answers', () => isQuiet(page));
    return await page.evaluate(readShifts);
  } catch (error) {
    return [(error as Error).message.split('\n')[0]!];
  } finally {
    await page.close();
  }
}

/** Returns true if no answer is due. An answer may cause another request, so it looks at several frames. */
async function isQuiet(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames += 1) {
      if (globalThis.answers_due > 0) return false;
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    return true;
  });
}
