import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard } from '../../src/testing/dashboard.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;

before(async () => {
  if (!no_browser) dashboard = await openDashboard();
});
after(() => dashboard?.close());

test(
  'a newcomer signs in with the printed link, sets up, adds a reader, writes, and finds the first mail in the inbox',
  skip,
  async () => {
    const page = await (await dashboard.person()).newPage();
    const began = Date.now();
    await page.goto(await dashboard.ownersLink());
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByLabel('Name', { exact: true }).fill('Low Water');
    await page.getByLabel('Sender’s address').fill('nell@lowwater.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Email address').fill('nell@lowwater.example');
    await page.getByLabel('Password').fill('saffron buns at low water');
    await page.getByRole('button', { name: 'Finish' }).click();

    await page.getByRole('heading', { name: 'Your newsletter is ready' }).waitFor();
    await page.getByRole('link', { name: 'Add a subscriber' }).click();
    await page.getByLabel('Email address').fill('ada@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a subscriber' }).click();
    await page.getByText('ada@example.org', { exact: true }).waitFor();

    await page.keyboard.press('c');
    await page.getByLabel('Subject', { exact: true }).fill('What the winter tide uncovers');
    await page.keyboard.press('Enter');
    await page.locator('.cm-content').pressSequentially('Walk out with the **water**.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Send to 1 subscriber' }).click();
    await page.getByRole('status').getByText('Sent').waitFor();

    await page.getByRole('link', { name: 'See it in the inbox' }).click();
    await page.getByRole('link', { name: 'What the winter tide uncovers' }).waitFor();
    // The time since the link was opened includes pages, typing, saving and sending. A busy machine takes longer.
    console.log(`from the link to the mail in the inbox: ${((Date.now() - began) / 1000).toFixed(1)} s`);
    const [mail] = await dashboard.mailTo('ada@example.org');
    assert.equal(mail?.subject, 'What the winter tide uncovers');
  },
);
