import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { type FeedServer, openFeedServer, rss } from '../../src/testing/feed-server.ts';

const skip = { skip: no_browser };
const day = 86_400_000;
// All posts are dated from one moment, so that the pace of the feed does not depend on how fast the test runs.
const now = Date.now();
let dashboard: Dashboard;
let site: FeedServer;
let page: Page;

before(async () => {
  if (no_browser) return;
  site = await openFeedServer();
  dashboard = await openDashboard({
    env: { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', FEED_EMAILS_PER_POLL: '1' },
  });
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(async () => {
  await dashboard?.close();
  await site?.close();
});

const posts: { title: string; days: number }[] = [60, 41, 20, 13, 6, 2].map(days => ({
  title: `Tide ${days} days ago`,
  days,
}));
const shown = ({ title, days }: { title: string; days: number }) => ({
  title,
  link: `https://log.example/${encodeURIComponent(title)}`,
  guid: title,
  date: new Date(now - days * day).toISOString(),
});
const publish = (...titles: string[]) => {
  posts.push(...titles.map(title => ({ title, days: 0 })));
  site.put('/log.xml', rss(posts.map(shown).toReversed()));
};
const link = (path: string, title: string) =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${path}">`;
const open = (path: string) => page.goto(`${dashboard.url}/dashboard/newsletter/${path}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const section = (name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2 }) });
const mails = () => page.getByRole('region', { name: 'The last 90 days, as mails' });

test('somebody follows a blog by the address of its site, adjusts the mails, and starts', skip, async () => {
  site.put('/', {
    headers: { 'content-type': 'text/html' },
    body: link('/log.xml', 'Log') + link('/notes.xml', 'Notes'),
  });
  site.put('/notes.xml', rss([], 'The notes'));
  publish();
  await open('feeds');
  await page.getByText('Turn a blog into mail').waitFor();
  await page.getByRole('link', { name: 'Follow a feed' }).click();
  await page.getByLabel('Address of a site or feed').fill(site.url.replace('http://', ''));
  await page.keyboard.press('Enter');
  await page.getByText('This site has 2 feeds').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await button('Choose').first().click();

  // The default is a weekly digest; one mail for each post makes six.
  const simulation = mails();
  await simulation.getByText('in the last 90 days').waitFor();
  await simulation.getByRole('heading', { name: 'The next ten' }).waitFor();
  await page.getByLabel('Each post').check();
  await simulation.getByText('6', { exact: true }).waitFor();
  await simulation.getByRole('button', { name: /Tide 20 days ago/ }).click();
  await simulation.frameLocator('iframe').getByText('About Tide 20 days ago').last().waitFor();
  await page.getByText('Filter by category, title or author').click();
  await page.getByLabel('No titles with').fill('13 days');
  await simulation.getByText('5', { exact: true }).waitFor();
  await simulation.getByText('1 post not mailed').click();
  await simulation.getByText('Excluded by the filters').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.equal(site.requests.filter(({ path }) => path === '/log.xml').length, 1);

  await button('Start').click();
  await page.getByRole('heading', { name: 'The log', level: 1 }).waitFor();
  await section('Posts').getByText('Tide 2 days ago').waitFor();
  await section('Fetch log').getByText('6 new posts').waitFor();
});

test('an error in the template is shown below it, and the last simulation stays', skip, async () => {
  await page.getByRole('link', { name: 'Edit' }).click();
  const simulation = mails();
  await simulation.getByText('5', { exact: true }).waitFor();
  await page.getByLabel('Subject', { exact: true }).fill('{{ item.title');
  await simulation.getByRole('alert').waitFor();
  await simulation.getByText('in the last 90 days').waitFor();
  await page.getByLabel('Subject', { exact: true }).fill('New: {{ item.title }}');
  await simulation.getByRole('alert').waitFor({ state: 'detached' });
  await simulation.getByRole('button', { name: /New: Tide 2 days ago/ }).waitFor();
  await button('Save').click();
  await page.getByText('Saved. The new settings').waitFor();
});

test('new posts are mailed or wait for a decision, which is made in place', skip, async () => {
  publish('Neap tide', 'Spring tide', 'Slack water', 'Ebb', 'Flood');
  await button('Read now').click();
  const held = section('Your decision');
  await held
    .getByText(/published more than .* at once/)
    .first()
    .waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await held.getByRole('button', { name: 'Mail it' }).first().click();
  await page.getByText('It will be mailed.').waitFor();
  await held.getByRole('button', { name: 'Skip all' }).click();
  await held.waitFor({ state: 'detached' });
  const items = section('Posts');
  await items.getByRole('button', { name: 'Mailed', exact: true }).click();
  await items.getByText('Neap tide').waitFor();
  await items.getByText('Tide 2 days ago').waitFor({ state: 'detached' });
});

test('a feed that cannot be read says why and what happens next', skip, async () => {
  site.put('/log.xml', { status: 503 });
  await button('Read now').click();
  await page.getByText('The feed could not be read', { exact: true }).first().waitFor();
  await section('Fetch log').getByText('told to wait').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('link', { name: 'Feeds' }).last().click();
  await page.getByText('Cannot be read').waitFor();
  await open('feeds/new');
  await page.getByLabel('Address of a site or feed').fill(`${site.url}/missing`);
  await button('Find the feed').click();
  await page.getByText('The server answered 404').waitFor();
});

test('a feed is paused, resumed and deleted; its emails stay', skip, async () => {
  const { data } = await dashboard.client.get('/v1/automations');
  const { id } = data!.results[0]!;
  const { data: made } = await dashboard.client.get('/v1/emails', { query: { automations: id } });
  await open(`feeds/${id}`);
  const more = async (name: string) => {
    await button('More').click();
    await page.getByRole('menuitem', { name }).click();
  };
  await more('Pause');
  await page.getByText('This feed is paused').waitFor();
  await button('Resume').first().click();
  await page.getByLabel('Mail them too').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByText('The feed is followed again.').waitFor();
  await more('Delete …');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Turn a blog into mail').waitFor();
  const { data: left } = await dashboard.client.get('/v1/emails', { query: { automations: id } });
  assert.equal(left!.count, made!.count);
});
