import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const address = 'nell@lowwater.example';
const password = 'saffron buns at low water';
const host = 'evil.example';

/** Targets to which somebody might be sent after signing in, in every form that has fooled a browser or a check. */
const places = [
  `https://${host}/`,
  `//${host}/`,
  `///${host}/`,
  `/\\${host}/`,
  `\\\\${host}/`,
  `/\t/${host}/`,
  `/\n/${host}/`,
  ` //${host}/`,
  `%2F%2F${host}/`,
  `/%5C${host}/`,
  `/%09/${host}/`,
  `/%0d%0aLocation:%20//${host}/`,
  `https:${host}/`,
  `http://localhost@${host}/`,
  `/dashboard/..//${host}/`,
  `javascript:location.assign('//${host}/')`,
  `data:text/html,<script>location='//${host}/'</script>`,
];
const names =
  'next return return_to returnTo redirect redirect_uri redirect_url continue url to from dest goto';

let dashboard: Dashboard;
/** The addresses of other sites that a browser has requested. */
const strayed: string[] = [];

before(async () => {
  if (!no_browser) dashboard = await openDashboard();
});
after(() => dashboard?.close());

/** Returns a query that asks under every usual name to go to another site. `turn` varies which name gets which target. */
function astray(turn: number): string {
  const pairs = names.split(' ').map((name, at) => [name, places[(at + turn) % places.length]!]);
  return String(new URLSearchParams(pairs));
}

/** Opens a person's browser and records every request to another site. */
async function person(): Promise<BrowserContext> {
  const context = await dashboard.person();
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== dashboard.url) strayed.push(request.url());
  });
  return context;
}

async function isHere(page: Page, way: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  assert.equal(new URL(page.url()).origin, dashboard.url, way);
  assert.deepEqual(strayed, [], way);
}

const entered = (page: Page) => page.getByRole('heading', { name: /^(Home|Emails)$/, level: 1 }).waitFor();

async function signIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email address').fill(address);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Returns the link with the hostile query before its token. */
function withQuery(link: string, turn: number): string {
  return link.replace('#', `?${astray(turn)}#`);
}

test('no way to sign in leads to another site, whatever the address says', skip, async () => {
  const page = await (await person()).newPage();
  await page.goto(withQuery(await dashboard.ownersLink(), 0));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Skip' }).waitFor();
  await isHere(page, 'printed link');
  await page.goto(`${dashboard.url}/dashboard/setup?${astray(1)}`);
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByLabel('Email address').fill(address);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Finish' }).click();
  await entered(page);
  await isHere(page, 'setup');

  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${dashboard.url}/dashboard/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('You can now sign in with this passkey.').waitFor();
  await page.context().clearCookies();
  await page.goto(`${dashboard.url}/dashboard?${astray(2)}`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await entered(page);
  await isHere(page, 'passkey');

  await page.context().clearCookies();
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails?${astray(3)}`);
  await signIn(page);
  await entered(page);
  await isHere(page, 'password');

  await page.context().clearCookies();
  // The list may send a request and show the sign-in before this click.
  await page.getByRole('link', { name: 'Subscribers' }).dispatchEvent('click');
  await signIn(page);
  await page.getByText('No subscribers yet').waitFor();
  await isHere(page, 'lost session');

  const other = await (await person()).newPage();
  await other.goto(`${dashboard.url}/dashboard?${astray(4)}`);
  await other.getByLabel('Email address').fill(address);
  await other.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const link = await until('the mailed link', async () => {
    const mails = await dashboard.mailTo(address);
    return mails.map(({ text }) => /http\S+\/dashboard\/link#\S+/.exec(text)?.[0]).find(Boolean);
  });
  await other.goto(withQuery(link, 5));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await entered(other);
  await isHere(other, 'mailed link');
});

test(
  'an address of the dashboard that looks like another site stays a page of the dashboard',
  skip,
  async () => {
    const page = await (await person()).newPage();
    await page.goto(await dashboard.ownersLink());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(address => !address.pathname.endsWith('/link'));
    for (const path of [
      ...[
        '//evil.example',
        '//evil.example/',
        '/%2F%2Fevil.example',
        '/%5Cevil.example',
        '/%5C%5Cevil.example/',
      ],
      ...[
        '/%09/evil.example',
        '/link//evil.example',
        '/newsletter//evil.example/',
        '/..%2F..%2F%2Fevil.example',
      ],
    ]) {
      await page.goto(`${dashboard.url}/dashboard${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await isHere(page, path);
      await page.getByRole('link', { name: 'Go to Home' }).click();
      await entered(page);
      await isHere(page, path);
    }
  },
);

test('the service never answers with another site', skip, async () => {
  for (const place of [...places, `\u0000//${host}/`]) {
    const query = new URLSearchParams(names.split(' ').map(name => [name, place]));
    const starts = [
      '/dashboard',
      '/dashboard/link',
      '/dashboard/setup',
      '/newsletter/sign-in',
      '/inbox',
      '/',
    ];
    const bare = place.replace(/[^\x20-\x7e]/g, encodeURIComponent).replaceAll(' ', '%20');
    for (const path of [...starts.map(start => `${start}?${query}`), `/${bare}`, `/dashboard/${bare}`]) {
      const answer = await fetch(`${dashboard.url}${path}`, { redirect: 'manual' });
      const location = answer.headers.get('location');
      const leads = location === null ? dashboard.url : new URL(location, `${dashboard.url}${path}`).origin;
      assert.equal(leads, dashboard.url, `${path} → ${location}`);
    }
  }
});
