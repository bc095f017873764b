import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { deskOf } from '../../src/testing/desk.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const { text, write } = deskOf(() => ({ dashboard, page }));

test('what was found in a picture or a table is read below it, until the marks are shown', skip, async () => {
  await write('![](https://a.example/b.png)\n\n| To | \n| --- |\n| ![](https://a.example/c.png) |\n\nEnd');
  await text().locator('.cm-finding').filter({ hasText: /image/i }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Marks' }).click();
  await text().getByText('![](https://a.example/b.png)').waitFor();
  await text().locator('.cm-finding').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Marks' }).click();
  await text().locator('.cm-finding').first().waitFor();
});
