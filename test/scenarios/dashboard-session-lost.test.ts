import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser, noteMessage } from '../../src/testing/browser.ts';
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
    await page.getByLabel('Subject', { exact: true }).fill('Before');
    await page.getByText('Saved', { exact: true }).waitFor();
    await context.clearCookies();
    await page.getByLabel('Subject', { exact: true }).fill('After the session was lost');
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
  await page.getByLabel('Subject', { exact: true }).fill('Kept');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.locator('.cm-content').pressSequentially('Half a sentence {{{{% if');
  await page.getByText('Kept in this browser until line 1 is finished').waitFor();
  await page.addInitScript(noteMessage, 'has been restored');
  await page.reload();
  await page.waitForFunction(() => globalThis.wasShown);
  await page.locator('.cm-content').getByText('Half a sentence').waitFor();
});

/** Returns the link in the newest sign-in mail to this address. */
async function mailedLink(address: string): Promise<string> {
  return until('the mailed link', async () => {
    const mails = await dashboard.mailTo(address);
    return mails.map(({ text }) => /http\S+\/dashboard\/link#\S+/.exec(text)?.[0]).find(Boolean);
  });
}

/** Comes back to a page from another tab, as a person does. */
async function comeBackTo(page: Page): Promise<void> {
  await page.bringToFront();
  // Pages of tests always believe that they have the focus, so no browser sends them this event.
  await page.evaluate(() => dispatchEvent(new FocusEvent('focus')));
}

test(
  'a page that waits for a mailed link continues when its reader comes back from the tab where it was opened',
  skip,
  async () => {
    const address = 'wren@example.org';
    const { data } = await dashboard.client.post('/v1/invitations', {
      body: { email_address: address, role: 'editor', send_mail: false },
    });
    const context = await dashboard.person();
    const page = await context.newPage();
    await page.goto(data!.url);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails/new`);
    await page.getByLabel('Subject', { exact: true }).fill('Before');
    await page.getByText('Saved', { exact: true }).waitFor();
    await context.clearCookies();
    await page.getByLabel('Subject', { exact: true }).fill('Written without a session');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByText('a sign-in link is on its way').waitFor();
    await comeBackTo(page);
    await page.getByRole('dialog', { name: 'Sign in' }).waitFor();

    const tab = await context.newPage();
    await tab.goto(await mailedLink(address));
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await comeBackTo(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Subject', { exact: true }).inputValue(), 'Written without a session');
  },
);

test('a change that requires a recent sign-in continues after a sign-in in another tab', skip, async () => {
  const context = await dashboard.person();
  const page = await signInAsOwner(dashboard, context);
  await dashboard.db.updateTable('sessions').set({ proof_date: '2026-01-01T00:00:00Z' }).execute();
  await page.goto(`${dashboard.url}/dashboard/account`);
  await page.getByLabel('New password').fill('curlews over the flats');
  await page.getByRole('button', { name: /password/ }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await comeBackTo(page);
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();

  const tab = await context.newPage();
  await tab.goto(await dashboard.ownersLink());
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.waitForURL(address => !address.pathname.endsWith('/link'));
  await comeBackTo(page);
  await page.getByText('Password set.').waitFor();
});
