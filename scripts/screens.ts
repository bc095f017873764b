// npm run screens -- FOLDER [NAME …]: every screen of the dashboard as pictures in FOLDER, to be looked at: light, dark, on a
// phone and on a wide window, with the demo's newsletter. With names, only those screens.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { show } from '../src/testing/screens/acts.ts';
import { withDemoScreens } from './demo-screens.ts';

const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1200, height: 800 } },
  dark: { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 2560, height: 1200 } },
};

const [folder, ...names] = process.argv.slice(2);
if (!folder) throw new Error('usage: npm run screens -- FOLDER [NAME …]');
mkdirSync(folder, { recursive: true });
await withDemoScreens(names, async ({ screens, look }) => {
  for (const [name, options] of Object.entries(looks)) {
    const context = await look(options);
    for (const [screenName, screen] of screens) {
      const page = await context.newPage();
      await show(page, screen).catch(error =>
        console.error(`${name}, ${screenName}: ${error.message.split('\n')[0]}`),
      );
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${screenName.replaceAll(' ', '-')}.png`) });
      await page.close();
    }
    await context.close();
  }
});
