import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const password = 'saffron buns at low water';
let dashboard: Dashboard;

before(async () => {
  if (!no_browser) dashboard = await openDashboard();
});
after(() => dashboard?.close());

test(
  'if a session ends while somebody types, the sign-in appears over the page and nothing is lost',
  skip,
  async () => {
    const context = await dashboard.person();
    const page = await signInAsOwner(dashboard, context);
    await page.goto(`${dashboard.url}/dashboard/account`);
    await page.getByLabel('Email address').fill('nell@lowwater.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password set.').waitFor();

    await page.goto(`${dashboard.url}/dashboard`);
    await page.getByRole('link', { name: 'Write' }).first().click();
    await page.getByLabel('Subject').fill('Before');
    await page.getByText('Saved', { exact: true }).waitFor();
    await context.clearCookies();
    await page.getByLabel('Subject').fill('After the session was lost');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    assert.equal(await page.locator('textarea').first().inputValue(), 'After the session was lost');
    await dialog.getByLabel('Email address').fill('nell@lowwater.example');
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await until('the text is saved', async () => {
      const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
      return data?.subject === 'After the session was lost';
    });
  },
);

test('text that cannot be saved is kept in the browser and is back after a reload', skip, async () => {
  const context = await dashboard.person();
  const page = await signInAsOwner(dashboard, context);
  await page.getByRole('link', { name: 'Write' }).first().click();
  await page.getByLabel('Subject').fill('Kept');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.locator('.cm-content').pressSequentially('Half a sentence {{{{% if');
  await page.getByText('Not saved', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('has been restored').waitFor();
  await page.locator('.cm-content').getByText('Half a sentence').waitFor();
});
