import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let draft: string;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  const { client } = dashboard;
  await client.post('/v1/subscribers', { body: { email_address: 'ada@example.org', type: 'regular' } });
  const made = await client.post('/v1/emails', {
    body: { subject: 'A draft', body: '# Hello', status: 'draft' },
  });
  draft = made.data!.id;
});
after(() => dashboard?.close());

type Screen = { path: () => string; ready: (page: Page) => Promise<void> };
const shows = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
const screens: Record<string, Screen> = {
  emails: { path: () => 'newsletter/emails', ready: shows('Emails') },
  write: {
    path: () => `newsletter/emails/${draft}`,
    ready: page => page.locator('.cm-content').getByText('Hello').waitFor(),
  },
  review: {
    path: () => `newsletter/emails/${draft}`,
    async ready(page) {
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      await page.getByRole('button', { name: 'Send to 1 reader' }).waitFor();
    },
  },
  sending: { path: () => `newsletter/emails/${draft}/sending`, ready: shows('A draft') },
  readers: { path: () => 'newsletter/readers', ready: page => page.getByText('ada@example.org').waitFor() },
  'a new reader': {
    path: () => 'newsletter/readers?add=true',
    ready: page => page.getByRole('dialog').waitFor(),
  },
  settings: { path: () => 'newsletter/settings', ready: shows('Newsletter') },
  team: { path: () => 'newsletter/settings/team', ready: shows('Team') },
  keys: { path: () => 'newsletter/settings/keys', ready: shows('API keys') },
  'a new key': {
    path: () => 'newsletter/settings/keys',
    async ready(page) {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  profile: { path: () => 'account', ready: shows('Your profile') },
  setup: { path: () => 'setup', ready: page => page.getByLabel('Sender’s address').waitFor() },
  palette: {
    path: () => 'newsletter/emails',
    async ready(page) {
      await shows('Emails')(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('draft');
      await page.getByRole('option', { name: 'A draft' }).waitFor();
    },
  },
  shortcuts: {
    path: () => 'newsletter/emails',
    async ready(page) {
      await shows('Emails')(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  'nothing there': {
    path: () => 'nobody/emails',
    ready: page => page.getByText('Page not found').waitFor(),
  },
};

for (const [colorScheme, width] of [
  ['light', 1200],
  ['dark', 360],
] as const)
  test(`every screen is accessible: ${colorScheme}, ${width} px`, skip, async () => {
    const context = await dashboard.person({ colorScheme, width });
    const page = await signInAsOwner(dashboard, context);
    const found: string[] = [];
    for (const [name, { path, ready }] of Object.entries(screens)) {
      await page.goto(`${dashboard.url}/dashboard/${path()}`);
      await ready(page);
      for (const barrier of await findBarriers(page)) found.push(`${name}: ${barrier}`);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push(`${name}: wider than the window`);
    }
    assert.deepEqual(found, []);
  });

test('the sign-in is accessible', skip, async () => {
  const page = await (await dashboard.person()).newPage();
  await page.goto(`${dashboard.url}/dashboard`);
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
});
