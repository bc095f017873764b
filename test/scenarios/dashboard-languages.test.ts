import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;
before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const open = (path: string) => page.goto(`${dashboard.url}/dashboard/newsletter/${path}`);
async function look(name: string): Promise<void> {
  assert.deepEqual(await findBarriers(page), [], name);
  const folder = process.env.LANGUAGE_PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `dashboard-${name}.png`) });
}

test('a newsletter gets its language and the formal form in its settings', skip, async () => {
  await open('settings');
  await page.locator('#locale').selectOption('de');
  await page.locator('#formal_words').check();
  await look('settings');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the settings are saved', async () => {
    const { results } = (await dashboard.client.get('/v1/newsletters', {})).data!;
    return results[0]?.locale === 'de' && results[0].formal_words;
  });
  const home = await (await fetch(`${dashboard.url}/newsletter`)).text();
  assert.match(home, /<html lang="de" dir="ltr">/);
  assert.match(home, /Ihre E-\u2060Mail-Adresse/);
});

test('an email and a subscriber get languages of their own', skip, async () => {
  const person = (
    await dashboard.client.post('/v1/subscribers', {
      body: { email_address: 'ada@example.org', type: 'regular' },
    })
  ).data!;
  await open(`subscribers/${person.id}`);
  await page.getByLabel('Language', { exact: true }).selectOption('ar');
  await look('person');
  await until('the language is saved', async () => {
    const params = { id_or_email: person.id };
    return (await dashboard.client.get('/v1/subscribers/{id_or_email}', { params })).data!.locale === 'ar';
  });

  const email = (
    await dashboard.client.post('/v1/emails', { body: { subject: 'مرحبا', body: 'مرحبا', status: 'draft' } })
  ).data!;
  await open(`emails/${email.id}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language', { exact: true }).selectOption('ar');
  await look('email');
  await until('the language is saved', async () => {
    const params = { id: email.id };
    return (await dashboard.client.get('/v1/emails/{id}', { params })).data!.locale === 'ar';
  });
});

test('a text gets the newsletter’s own words, and then the usual ones again', skip, async () => {
  const home = async () => (await fetch(`${dashboard.url}/newsletter?lang=de`)).text();
  await open('forms/words?language=de');
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('form.subscribe');
  await page.getByText('form.title', { exact: true }).waitFor({ state: 'detached' });
  const change = page.getByRole('button', { name: /own text for form\.subscribe/ });
  await change.click();
  await page.getByRole('textbox', { name: 'Your own text for form.subscribe' }).fill('Her damit, {nobody}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('cannot use nobody').waitFor();
  await page.getByRole('textbox', { name: 'Your own text for form.subscribe' }).fill('Her damit');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Her damit', { exact: true }).waitFor();
  await look('words');
  assert.match(await home(), /<button type="submit">Her damit<\/button>/);

  await change.click();
  await page.getByRole('button', { name: 'Back to the usual text' }).click();
  await page.getByText('As usual', { exact: true }).waitFor();
  assert.doesNotMatch(await home(), /Her damit/);
});
