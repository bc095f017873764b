import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { startService } from '../../src/program/main.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { createTestDatabase } from '../../src/testing/database.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { patienceSeconds, until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const API_KEY = 'k'.repeat(40);
const opened = new AsyncDisposableStack();
let browser: Browser;
let url: string;
let inbox_url: string;

before(async () => {
  if (no_browser) return;
  const database = await createTestDatabase();
  opened.defer(() => database.drop());
  const PORT = String(await freePort());
  const config = readConfig({ DATABASE_URL: database.url, PORT, API_KEY }, '/nowhere/.env');
  const service = await startService(config, createLog('silent'));
  opened.defer(() => service.stop());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  url = config.BASE_URL;
  inbox_url = service.inbox_url!;
  const { results } = await api('GET', '/v1/newsletters');
  await api('PATCH', `/v1/newsletters/${results[0].id}`, { name: 'Low Water', undo_seconds: 0 });
});
after(() => opened.disposeAsync());

test(
  'a reader signs up, confirms from the inbox, manages the subscription and unsubscribes',
  skip,
  async () => {
    await api('POST', '/v1/tags', { name: 'Birds', subscriber_editable: true });
    const page = await open('/newsletter');
    await page.getByLabel('Your email address').fill('ada@example.org');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
    assert.equal((await findReader('ada@example.org')).type, 'unactivated');

    const confirm = await followMail(
      page,
      'ada@example.org',
      'Confirm your subscription',
      'Confirm my subscription',
    );
    assert.equal(
      (await findReader('ada@example.org')).type,
      'unactivated',
      'opening the page confirms nothing',
    );
    await confirm.getByRole('button').click();
    await confirm.getByRole('heading', { name: 'You are subscribed' }).waitFor();
    assert.equal((await findReader('ada@example.org')).type, 'regular');

    await api('POST', '/v1/emails', { subject: 'First', body: 'Hello' });
    const manage = await followMail(page, 'ada@example.org', 'First', 'Manage your subscription');
    await manage.getByLabel('Birds').check();
    await manage.getByRole('button', { name: 'Save topics' }).click();
    await manage.getByText('Your topics are saved.').waitFor();
    assert.equal((await findReader('ada@example.org')).tags.length, 1);
    await manage.getByRole('button', { name: 'Pause' }).click();
    await manage.getByText('Paused. You get no mail').waitFor();
    await manage.getByRole('button', { name: 'Resume' }).click();
    await manage.getByText('You will get mail again').waitFor();
    const [download] = await Promise.all([
      manage.waitForEvent('download'),
      manage.getByRole('button', { name: 'Download my data' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'newsletter-my-data.json');

    const leave = await followMail(page, 'ada@example.org', 'First', 'Unsubscribe');
    await leave.getByRole('button', { name: 'Unsubscribe' }).click();
    await leave.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    assert.equal((await findReader('ada@example.org')).type, 'unsubscribed');
    await page.context().close();
  },
);

test(
  'signing in by a mailed link opens the rest of a premium email, and signing out closes it',
  skip,
  async () => {
    await api('POST', '/v1/subscribers', { email: 'eve@example.org', type: 'premium' });
    const body = 'For all.\n\n<!-- paywall -->\n\nBehind the chapel.';
    const { slug } = await api('POST', '/v1/emails', { subject: 'The map', body, email_type: 'premium' });
    const page = await open('/newsletter');
    const secret = page.getByText('Behind the chapel.');
    await until('it is in the archive', async () => {
      const shown = await page.goto(`${url}/newsletter/archive/${slug}/`);
      return shown!.ok();
    });
    await page.getByText('For all.').waitFor();
    assert.equal(await secret.count(), 0);

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Your email address').fill('Eve@Example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
    const inside = await followMail(page, 'eve@example.org', 'Sign in', 'Sign in');
    await inside.getByRole('button', { name: 'Sign in' }).click();
    await inside.getByRole('link', { name: 'The map' }).click();
    await inside.getByText('Behind the chapel.').waitFor();
    await inside.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${url}/newsletter/archive/${slug}/`);
    await page.getByText('The rest is for paying subscribers').waitFor();
    assert.equal(await secret.count(), 0);
    await page.context().close();
  },
);

/** Opens a separate browser at this path. */
async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(patienceSeconds * 1000);
  await page.goto(url + path);
  return page;
}

/** Opens the mail in the inbox and follows a link in it. Returns the page that opens. */
async function followMail(page: Page, to: string, subject: string, link: string): Promise<Page> {
  const mail = page.getByRole('link', { name: subject });
  await until(`mail ${subject} to ${to}`, async () => {
    await page.goto(`${inbox_url}&to=${encodeURIComponent(to)}`);
    return (await mail.count()) > 0;
  });
  await mail.first().click();
  // A click is lost if the frame has not finished loading.
  return until(`${link} opens`, async () => {
    const popup = page.waitForEvent('popup', { timeout: 10_000 }).catch(() => undefined);
    await page.frameLocator('iframe').getByRole('link', { name: link }).click();
    return popup;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
async function api(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Token ${API_KEY}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

function findReader(address: string) {
  return api('GET', `/v1/subscribers/${encodeURIComponent(address)}`);
}
