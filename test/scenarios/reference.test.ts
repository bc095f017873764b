import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { findBarriers } from '../../src/testing/dashboard.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { patienceSeconds } from '../../src/testing/until.ts';

const opened = new AsyncDisposableStack();
let service: TestService;
let browser: Browser;
before(async () => {
  if (no_browser) return;
  service = await startTestService();
  opened.defer(() => service.stop());
  browser = await openBrowser();
  opened.defer(() => browser.close());
});
after(() => opened.disposeAsync());

for (const [colorScheme, width] of [
  ['light', 390],
  ['dark', 1280],
] as const) {
  test(`axe finds no barrier in the reference, and nothing is cut off: ${colorScheme}, ${width} pixels wide`, {
    skip: no_browser,
  }, async () => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    page.setDefaultTimeout(patienceSeconds * 1000);
    const faults: string[] = [];
    page.on('console', message => {
      if (message.type() === 'error') faults.push(message.text());
    });
    for (const place of ['', '/tags', '/webhooks', '/objects', '/errors']) {
      await page.goto(`${service.url}/docs${place}`);
      assert.deepEqual(await findBarriers(page), [], place);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0, place);
    }
    assert.deepEqual(faults, []);
  });
}

test('the search finds an operation by words of its name or address, and Enter on its link leads there', {
  skip: no_browser,
}, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceSeconds * 1000);
  await page.goto(`${service.url}/docs/tags`);
  await page.keyboard.press('/');
  await page.keyboard.type('second try post');
  await page.getByText('1 operation', { exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/emails#/);
  await page.getByRole('searchbox').fill('nowhere at all');
  await page.getByText('No operation has all of these words.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('searchbox').inputValue(), '');
});
