import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { loadCatalogue } from '../../src/platform/languages/catalogue.ts';
import { inProgram } from '../../src/platform/root.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { findBarriers } from '../../src/testing/dashboard.ts';
import { everyPage } from '../../src/testing/every-page.ts';
import { stretchWords } from '../../src/testing/pseudo-language.ts';

const words = join(inProgram('themes/default'), 'words');
const catalogue = loadCatalogue(words);
const stretched = stretchWords(loadCatalogue(words), 'en', 'ar');

let browser: Browser;
before(async () => {
  if (!no_browser) browser = await openBrowser();
});
after(() => browser?.close());

/** Finds in the browser everything that is wider than its place: the page, or the text of a button or a navigation link. */
function findTight(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const tight = [...document.querySelectorAll<HTMLElement>('button, .button, nav a, label')].filter(
    element =>
      !element.closest('.trap') && // the trap is invisible
      element.scrollWidth > element.clientWidth + 1 &&
      getComputedStyle(element).display !== 'inline',
  );
  return [
    ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} of ${clientWidth} pixels`] : []),
    ...tight.map(element => element.textContent),
  ];
}

/** Forms in a frame, and their fields, are parts of a page that has the heading. */
const withoutHeading = ['embed', 'form-alone', 'form-fields'];

/** These rules take two thirds of the time, and colours are the same in every language. */
const ofColours = ['color-contrast'];

const voices = [
  ...catalogue.choices.map(({ tag }) => ({ locale: tag, of: catalogue, what: tag })),
  { locale: 'de-formal', of: catalogue, what: 'formal German' },
  { locale: 'en', of: stretched, what: 'words that are 40 % longer' },
  { locale: 'ar', of: stretched, what: 'words that are 40 % longer, from right to left' },
];
for (const { locale, of, what } of voices)
  test(`every page fits the narrowest phone, no button cuts its text, and axe finds nothing: ${what}`, {
    skip: no_browser,
  }, async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    const found: string[] = [];
    for (const { name, html } of everyPage(of, locale)) {
      await page.setContent(html, { waitUntil: 'domcontentloaded' });
      const tight = await page.evaluate(findTight);
      const barriers = (await findBarriers(page, { except: what === 'en' ? [] : ofColours })).filter(
        one => !(withoutHeading.includes(name) && one.startsWith('page-has-heading-one')),
      );
      found.push(...[...tight, ...barriers].map(one => `${name}: ${one}`));
    }
    await page.close();
    assert.deepEqual([...new Set(found)], []);
  });
