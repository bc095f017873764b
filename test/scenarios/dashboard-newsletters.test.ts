import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const open = (path: string) => page.goto(`${dashboard.url}/dashboard/${path}`);
const isAt = (path: string) => page.waitForURL(`${dashboard.url}/dashboard/${path}`);

test('two keys switch to another newsletter, however fast they are pressed', skip, async () => {
  await dashboard.client.post('/v1/newsletters', { body: { name: 'Second', username: 'second' } });
  await open('newsletter/emails');
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  const isSecond = async () => {
    await isAt('second/emails');
    await page.getByRole('button', { name: 'Second' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  // Both keys arrive before the list can open.
  await page.evaluate(() => {
    for (const key of ['n', '2']) dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await isSecond();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'Switch newsletter' }).waitFor();
  await page.keyboard.press('1');
  await isAt('newsletter/emails');
  await open('account');
  await page.getByRole('heading', { name: 'Your profile' }).click();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'Switch newsletter' }).waitFor();
  await page.keyboard.press('2');
  await isSecond();
});

test('the palette leads to a part of one’s own profile', skip, async () => {
  await open('newsletter/emails');
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('passk');
  await page.getByRole('option', { name: 'Passkeys' }).click();
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'passkeys');
});

test('somebody who no longer belongs to any newsletter is told what to do', skip, async () => {
  const { data } = await dashboard.client.post('/v1/invitations', {
    body: { email_address: 'vic@example.org', role: 'viewer', send_mail: false },
  });
  const own = await (await dashboard.person()).newPage();
  await own.goto(data!.url);
  await own.getByRole('button', { name: 'Accept invitation' }).click();
  await own.getByRole('heading', { name: 'Your profile' }).waitFor();
  const { data: people } = await dashboard.client.get('/v1/people');
  const { id } = people!.results.find(({ email_address }) => email_address === 'vic@example.org')!;
  await dashboard.client.delete('/v1/people/{id}', { params: { id } });
  await own.goto(`${dashboard.url}/dashboard`);
  await own.getByText('to invite vic@example.org').waitFor();
  assert.deepEqual(await findBarriers(own), []);
  await own.getByRole('button', { name: 'Sign out' }).click();
  await own.getByRole('dialog', { name: 'Sign in' }).waitFor();
});

test('an owner of the installation with no newsletter left creates one, and works in it', skip, async () => {
  const { data } = await dashboard.client.get('/v1/newsletters');
  // The key's own newsletter is deleted last.
  for (const { id } of data!.results.toReversed())
    await dashboard.client.delete('/v1/newsletters/{id}', { params: { id } });
  await open('');
  await page.getByRole('link', { name: 'New newsletter' }).click();
  await page.getByLabel('Name').fill('Low Water');
  await page.getByRole('button', { name: 'Create newsletter' }).click();
  await page.getByText('This is its first API key').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('link', { name: 'Open the newsletter' }).click();
  await isAt('low-water/emails');
  await page.getByRole('link', { name: 'Write' }).first().click();
  await page.getByLabel('Subject', { exact: true }).fill('The first');
  await page.getByText('Saved', { exact: true }).waitFor();
});
