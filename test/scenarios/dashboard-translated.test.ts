import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { findCut } from '../../src/testing/screens/cut.ts';
import { until } from '../../src/testing/until.ts';
import * as entry from '../../web/src/words/entry.ts';
import * as imports from '../../web/src/words/imports.ts';
import * as overview from '../../web/src/words/overview.ts';
import * as ownLanguage from '../../web/src/words/own-language.ts';
import * as people from '../../web/src/words/people.ts';
import * as reports from '../../web/src/words/reports.ts';
import * as review from '../../web/src/words/review.ts';
import * as settings from '../../web/src/words/settings.ts';
import * as subscriber from '../../web/src/words/subscriber.ts';
import * as watching from '../../web/src/words/watching.ts';
import * as writing from '../../web/src/words/writing.ts';

/** Returns the words of these screens in a language; English where a file has no translation. */
async function wordsIn(language: string) {
  const load = async <Words extends object>(name: string, english: Words): Promise<Words> => {
    const file = join(import.meta.dirname, '../../web/src/words', language, `${name}.ts`);
    return existsSync(file) ? ((await import(file)) as Words) : english;
  };
  return {
    ...(await load('entry', entry)),
    ...(await load('imports', imports)),
    ...(await load('overview', overview)),
    ...(await load('own-language', ownLanguage)),
    ...(await load('people', people)),
    ...(await load('reports', reports)),
    ...(await load('review', review)),
    ...(await load('settings', settings)),
    ...(await load('subscriber', subscriber)),
    ...(await load('watching', watching)),
    ...(await load('writing', writing)),
  };
}

/** The rules that depend on the width of the window. */
const phoneRules = ['target-size', 'scrollable-region-focusable', 'color-contrast'];
const csv = 'email,name\nbo@example.org,Bo\ncleo@example.org,Cleo\n';

for (const language of ['en', 'de', 'es', 'fr'])
  test(`a newcomer with a browser in ${language} sets up, writes, reviews, sends, imports and reads the report in it, with nothing cut on a phone and no barriers`, {
    skip: no_browser,
  }, async () => {
    const words = await wordsIn(language);
    const dashboard = await openDashboard();
    await using _ = { [Symbol.asyncDispose]: () => dashboard.close() };
    const context = await dashboard.browser.newContext({
      baseURL: dashboard.url,
      locale: language,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    const found: string[] = [];
    const look = async (place: string) => {
      const barriers = await findBarriers(page);
      await page.setViewportSize({ width: 390, height: 800 });
      const cut = await page.evaluate(findCut);
      const onPhone = await findBarriers(page, { rules: phoneRules });
      await page.setViewportSize({ width: 1280, height: 800 });
      found.push(...[...barriers, ...onPhone, ...cut].map(one => `${place}: ${one}`));
    };

    await page.goto('/dashboard/link#wrong');
    const refusal = await page.getByRole('alert').textContent();
    assert.equal(refusal?.includes('This link has been used'), language === 'en', 'signing in speaks it too');
    await page.goto('about:blank'); // another fragment alone would not load the page again
    await page.goto(await dashboard.ownersLink());
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await page.getByRole('button', { name: words.sign_in.title, exact: true }).click();
    await setUp(page, words);
    await look('home');

    await page.getByRole('link', { name: words.subscriber.add, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words.subscriber.address, { exact: true }).fill('ada@example.org');
    await dialog.getByRole('button', { name: words.subscriber.add, exact: true }).click();
    await page.getByText('ada@example.org', { exact: true }).waitFor();
    await look('subscribers');

    await page.keyboard.press('c');
    await page.getByLabel(words.write.subject, { exact: true }).fill('Low water');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content').pressSequentially('Walk out with the **water**.');
    await page.getByText(words.write.saved, { exact: true }).waitFor();
    await look('writing');
    await page.keyboard.press('Control+Enter');
    const send = page.getByRole('button', { name: words.review.send(1), exact: true });
    await send.waitFor();
    await look('review');
    await send.click();
    await page.getByRole('link', { name: words.sending.inbox, exact: true }).waitFor();
    await page.getByRole('region', { name: words.report.title, exact: true }).waitFor();
    await look('report');

    await page.goto('/dashboard/newsletter/imports');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const run = words.imports.run_act(words.imports.run(2, ''));
    await page.getByRole('button', { name: run, exact: true }).waitFor();
    await look('dry run of an import');
    await page.getByRole('button', { name: run, exact: true }).click();
    await page.getByText(words.imports.did, { exact: true }).waitFor();
    await look('import');

    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/dashboard/newsletter/settings');
    const current = page.locator('header nav [aria-current=page]');
    await current.waitFor();
    const { x, right } = await current.evaluate(link => link.getBoundingClientRect().toJSON());
    assert.ok(x >= 0 && right <= 390, `the link of the current page is seen on a phone: ${x} to ${right}`);
    assert.deepEqual(found, []);
  });

async function setUp(page: Page, words: Awaited<ReturnType<typeof wordsIn>>): Promise<void> {
  await page.getByLabel(words.settings.fields.name, { exact: true }).fill('Low Water');
  await page.getByLabel(words.settings.fields.from_address).fill('nell@lowwater.example');
  await page.getByRole('button', { name: words.sign_in.go_on, exact: true }).click();
  await page.getByLabel(words.profile.address, { exact: true }).fill('nell@lowwater.example');
  await page.getByLabel(words.setup.password, { exact: true }).fill('saffron buns at low water');
  await page.getByRole('button', { name: words.setup.finish, exact: true }).click();
  await page.getByRole('heading', { name: words.overview.welcome }).waitFor();
}

test('a person who chooses a language gets it in every browser they sign in with, and a browser keeps it for its next page', {
  skip: no_browser,
}, async () => {
  const dashboard = await openDashboard();
  await using _ = { [Symbol.asyncDispose]: () => dashboard.close() };
  const first = await signInAsOwner(dashboard, await dashboard.person());
  const html = first.locator('html');
  assert.equal(await html.getAttribute('lang'), 'en');
  await first.goto('/dashboard/account');
  await first.getByLabel(ownLanguage.ownLanguage.label).selectOption('de-formal');
  const german = (await wordsIn('de')).ownLanguage;
  await first.getByLabel(german.label).waitFor();
  assert.deepEqual(
    [
      await html.getAttribute('lang'),
      await html.getAttribute('data-formal'),
      await first.getByLabel(german.label).inputValue(),
    ],
    ['de', '', 'de-formal'],
  );

  const second = await dashboard.person();
  const page = await second.newPage();
  await page.goto(await dashboard.ownersLink());
  assert.equal(
    await page.locator('html').getAttribute('lang'),
    'en',
    'a stranger gets the language of the browser',
  );
  await page.getByRole('button', { name: entry.sign_in.title, exact: true }).click();
  await until(
    'the page speaks German',
    async () => (await page.locator('html').getAttribute('lang')) === 'de',
  );

  await page.goto('/dashboard/account');
  await page.getByLabel(german.label).selectOption('');
  await page.getByLabel(ownLanguage.ownLanguage.label).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
});
