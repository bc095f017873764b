import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { dropFile } from '../../src/testing/drop-file.ts';
import { type FeedServer, openFeedServer, rss } from '../../src/testing/feed-server.ts';
import { openSmtpSink, type SmtpSink } from '../../src/testing/smtp-sink.ts';
import { until } from '../../src/testing/until.ts';

let sink: SmtpSink;
let site: FeedServer;
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  sink = await openSmtpSink();
  site = await openFeedServer();
  const env = { SMTP_URL: sink.url, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' };
  dashboard = await openDashboard({ env });
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(async () => {
  await dashboard?.close();
  await site?.close();
  await sink?.close();
});

const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

test('guided by the pages alone, somebody imports 2,000 people, follows a blog, sends an issue, and finds out why one person did not get it', {
  skip: no_browser,
}, async () => {
  await link('Subscribers').click();
  await link(/^Import/)
    .first()
    .click();
  const people = Array.from({ length: 2000 }, (_, n) => `p${n}@example.org,Person ${n}`);
  await dropFile(page, 'people.csv', ['Email,First name', ...people].join('\n'));
  await button('Import 2,000 people').click();
  await page.getByText('What the import did').waitFor();

  const posted = { title: 'Neap tide', link: 'https://log.example/1', guid: '1' };
  site.put('/', rss([{ ...posted, date: new Date().toISOString() }]));
  await link('Automations').click();
  await link('Follow a feed').click();
  await page.getByLabel('Address of a site or feed').fill(site.url);
  await button('Find the feed').click();
  await page.getByRole('heading', { name: 'The next ten' }).waitFor();
  await button('Start').click();
  await page.getByText('Neap tide').first().waitFor();

  sink.treat = to => (to === 'p7@example.org' ? { rcpt: `550 5.1.1 <${to}>: user unknown` } : {});
  await link('Emails').click();
  await link('Write').click();
  await page.getByLabel('Subject', { exact: true }).fill('Low water on Sunday');
  await page.locator('.cm-content').click();
  await page.keyboard.type('Hello, {{ subscriber.metadata.first_name }}');
  await button('Review').click();
  await button('Send to 2,000 subscribers').click();
  await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
  await until('everybody else has it', async () => sink.accepted.length === 1999);

  await link('Who got it, person by person').click();
  await page.getByLabel('Search addresses').fill('p7@');
  await page.getByLabel('1 recipient', { exact: true }).waitFor();
  await link(/p7@example\.org/).click();
  await page.getByRole('dialog').getByText('user unknown').first().waitFor();
  assert.match(sink.accepted[0]!.source, /Hello, Person \d+/);
});
