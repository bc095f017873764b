import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { freePort } from '../../src/testing/free-port.ts';
import {
  client_id,
  client_secret,
  type RealProvider,
  startRealProvider,
} from '../../src/testing/real-provider.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
let provider: RealProvider;
let provider_port: number;
let dashboard: Dashboard;

before(async () => {
  if (no_browser) return;
  provider_port = await freePort();
  dashboard = await openDashboard({
    env: {
      OIDC_ISSUER: `http://localhost:${provider_port}`,
      OIDC_CLIENT_ID: client_id,
      OIDC_CLIENT_SECRET: client_secret,
      OIDC_NAME: 'Lowwater',
      OIDC_SCOPES: 'openid email profile groups',
      OIDC_CREATE: 'roles',
      OIDC_ROLES: 'groups:writers=writer@*, groups:editors=editor@*',
    },
  });
});
after(async () => {
  await dashboard?.close();
  await provider?.close();
});

/** Signs in on the provider's pages, and allows the provider to tell us who the person is. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Lowwater' });

test('while the provider is down, the page says so, and the other ways still work', skip, async () => {
  const page = await (await dashboard.person()).newPage();
  await page.goto(`${dashboard.url}/dashboard`);
  await signInButton(page).click();
  await page.getByText('Lowwater cannot be reached.').waitFor();
  await page.getByRole('button', { name: 'Email me a sign-in link' }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  provider = await startRealProvider(provider_port, `${dashboard.url}/dashboard/sign-in`, {
    nell: { email: 'nell@lowwater.example', name: 'Nell Marsh', groups: ['writers'] },
    ada: { email: 'ada@lowwater.example', name: 'Ada', groups: ['editors'] },
    mallory: { email: 'mallory@lowwater.example', name: 'Mallory', groups: [] },
  });
});

test(
  'somebody signs in with the provider and lands on the page they wanted, with the role of their group',
  skip,
  async () => {
    const page = await (await dashboard.person()).newPage();
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails?search=harbour`);
    await signInButton(page).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await signInButton(page).click();
    await signInThere(page, 'nell');
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    assert.equal(page.url(), `${dashboard.url}/dashboard/newsletter/emails?search=harbour`);
    assert.equal(await page.getByRole('link', { name: 'Subscribers' }).count(), 0, 'a writer sees none');
  },
);

test('the team screen shows which role comes from a group', skip, async () => {
  const owner = await signInAsOwner(dashboard, await dashboard.person());
  await owner.goto(`${dashboard.url}/dashboard/newsletter/settings/team`);
  await owner.getByText('role from the group writers').waitFor();
  assert.deepEqual(await findBarriers(owner), []);
});

test('a session that ends while somebody writes continues after a sign-in in another tab', skip, async () => {
  const context = await dashboard.person();
  const page = await context.newPage();
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/new`);
  await signInButton(page).click();
  await signInThere(page, 'ada');
  await page.getByLabel('Subject').fill('Saffron buns');
  await dashboard.db.deleteFrom('sessions').execute();
  await page.getByLabel('Subject').fill('Saffron buns at low water');
  await signInButton(page).waitFor();
  const [tab] = await Promise.all([context.waitForEvent('page'), signInButton(page).click()]);
  await until(
    'the tab has signed in, and closes or says that it can be closed',
    async () =>
      tab.isClosed() ||
      (await tab
        .getByText('You are signed in.')
        .count()
        .catch(() => 0)) > 0,
  );
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Subject').inputValue(), 'Saffron buns at low water');
});

test('people who are in no group are told so, and can start again', skip, async () => {
  const page = await (await dashboard.person()).newPage();
  await page.goto(`${dashboard.url}/dashboard`);
  await signInButton(page).click();
  await signInThere(page, 'mallory');
  await page.getByText('Nobody here has the address mallory@lowwater.example.').waitFor();
  assert.equal(new URL(page.url()).search, '', 'the code is not left in the address');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Start again' }).click();
  await signInButton(page).waitFor();
});
