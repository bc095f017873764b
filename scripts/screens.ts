// npm run screens -- FOLDER [NAME …]: takes pictures of every screen of the dashboard into FOLDER: light, dark, on a phone and in a wide
// window, with the demo's newsletter. With names, only those screens.
// --language de (or de-formal, es, fr): in this language, on a phone and on a desktop.
// --stretched and --mirrored: every text is 40 percent longer and in brackets, and the page runs from right to left.
// These options also print texts in other words, texts that are cut off or wider than a phone and, with --barriers, axe's findings.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findBarriers } from '../src/testing/dashboard.ts';
import { type Screen, show } from '../src/testing/screens/acts.ts';
import { findCut } from '../src/testing/screens/cut.ts';
import { withDemoScreens } from './demo-screens.ts';
import { findByNames, namingIn, stretchedNaming } from './found-names.ts';
import { findEnglish, findUnstretched, hearData } from './left-english.ts';
import { buildStretched, serveStretched } from './stretched-dashboard.ts';

const looks: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1200, height: 800 } },
  dark: { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 2560, height: 1200 } },
};
/** The sizes for checking languages. */
const sizes: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 } },
  desktop: { viewport: { width: 1280, height: 800 } },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string' },
    stretched: { type: 'boolean', default: false },
    mirrored: { type: 'boolean', default: false },
    barriers: { type: 'boolean', default: false },
  },
});
const [folder, ...names] = positionals;
const { language, stretched, mirrored, barriers } = values;
if (!folder)
  throw new Error(
    'usage: npm run screens -- FOLDER [--language TAG] [--stretched] [--mirrored] [--barriers] [NAME …]',
  );
mkdirSync(folder, { recursive: true });
const isPseudo = stretched || mirrored;
const isOther = isPseudo || language !== undefined;
const built = mkdtempSync(join(tmpdir(), 'postrider-stretched-'));
if (isPseudo) await buildStretched(built);

await withDemoScreens(names, async ({ screens, look }) => {
  for (const [size, options] of Object.entries(isOther ? sizes : looks)) {
    const context = await look({ ...options, ...(language && { locale: language.replace('-formal', '') }) });
    if (isOther) await speak(context);
    for (const [name, screen] of screens) {
      const found = await takePicture(
        context,
        screen,
        join(folder, `${size}-${name.replaceAll(' ', '-')}.png`),
      );
      for (const one of found) console.log(`${size}, ${name}: ${one}`);
    }
    await context.close();
  }
});
rmSync(built, { recursive: true });

/** Makes the pages of this browser use the chosen words, in which their elements are then found. */
async function speak(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(15_000);
  if (isPseudo) await serveStretched(context, built, { mirrored });
  if (language) await chooseLanguage(context, language);
  await findByNames(context, isPseudo ? stretchedNaming : await namingIn(language!));
}

/** Takes a picture of the screen, and returns its faults. */
async function takePicture(context: BrowserContext, screen: Screen, path: string): Promise<string[]> {
  const page = await context.newPage();
  const data = hearData(page);
  const found: string[] = [];
  await show(page, screen).catch(error =>
    found.push(`not shown: ${error.message.replace(/\s+/g, ' ').slice(0, 200)}`),
  );
  if (isOther) found.push(...(await findFaults(page, data)));
  if (barriers) found.push(...(await findBarriers(page)));
  await page.screenshot({ path });
  await page.close();
  return found;
}

async function findFaults(page: Page, data: () => Promise<string>): Promise<string[]> {
  await page.waitForLoadState('networkidle').catch(() => {});
  const cut = await page.evaluate(findCut);
  const heard = await data();
  const left = isPseudo
    ? (await findUnstretched(page, heard)).map(text => `not stretched: ${text}`)
    : (await findEnglish(page, heard, language!)).map(text => `English: ${text}`);
  return [...cut, ...left];
}

/** Chooses the language in the person's profile, because a browser cannot ask for a form of address. */
async function chooseLanguage(context: BrowserContext, language: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/dashboard/account');
  const isChosen = page.waitForResponse(response => response.request().method() === 'PATCH');
  await page.locator('select[name=language]').selectOption(language);
  await isChosen;
  await page.close();
}
