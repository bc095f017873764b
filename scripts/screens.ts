// npm run screens -- FOLDER [NAME …]: every screen of the dashboard as pictures in FOLDER, to be looked at: light, dark, on a
// phone and on a wide window, with the demo's newsletter. With names, only those screens.
// --language de: in this language, as it opens. --stretched and --mirrored: every text is 40 percent longer and in brackets, and the page from right to left. What has no brackets,
// and what is cut off or wider than a phone, is printed.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { show } from '../src/testing/screens/acts.ts';
import { findCut } from '../src/testing/screens/cut.ts';
import { withDemoScreens } from './demo-screens.ts';
import { buildStretched, findUnstretched, hearData, serveStretched } from './stretched-dashboard.ts';

const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1200, height: 800 } },
  dark: { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 2560, height: 1200 } },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string' },
    stretched: { type: 'boolean', default: false },
    mirrored: { type: 'boolean', default: false },
  },
});
const [folder, ...names] = positionals;
const { language, stretched, mirrored } = values;
if (!folder)
  throw new Error('usage: npm run screens -- FOLDER [--language TAG] [--stretched] [--mirrored] [NAME …]');
mkdirSync(folder, { recursive: true });
const isPseudo = stretched || mirrored;
const built = mkdtempSync(join(tmpdir(), 'postrider-stretched-'));
if (isPseudo) await buildStretched(built);

await withDemoScreens(names, async ({ screens, look }) => {
  const shown = Object.entries(looks).filter(([name]) => !isPseudo || name === 'phone');
  for (const [name, options] of shown) {
    const context = await look({ ...options, ...(language && { locale: language }) });
    // What opens a state of a screen finds it by its English name. In other words, the screen is shown as it opens.
    if (isPseudo || language) context.setDefaultTimeout(4_000);
    if (isPseudo) await serveStretched(context, built, { mirrored });
    for (const [screenName, screen] of screens) {
      const page = await context.newPage();
      const data = hearData(page);
      await show(page, screen).catch(error => {
        if (!isPseudo && !language) console.error(`${name}, ${screenName}: ${error.message.split('\n')[0]}`);
      });
      await page.waitForLoadState('networkidle').catch(() => {});
      if (isPseudo)
        for (const found of [
          ...(await page.evaluate(findCut)),
          ...(await findUnstretched(page, await data())).map(text => `not stretched: ${text}`),
        ])
          console.log(`${screenName}: ${found}`);
      await page.screenshot({ path: join(folder, `${name}-${screenName.replaceAll(' ', '-')}.png`) });
      await page.close();
    }
    await context.close();
  }
});
rmSync(built, { recursive: true });
