import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
  const people = {
    'ada@example.org': { first_name: 'Ada', city: 'Lisbon' },
    'bo@example.org': { first_name: 'Bo', city: 'Lisbon' },
    'cy@example.org': { first_name: 'Cy', city: 'Porto' },
  };
  for (const [email_address, metadata] of Object.entries(people))
    await dashboard.client.post('/v1/subscribers', { body: { email_address, metadata, type: 'regular' } });
  await dashboard.client.patch('/v1/subscribers/{id_or_email}', {
    params: { id_or_email: 'bo@example.org' },
    body: { tags: ['birds'] },
  });
});
after(() => dashboard?.close());

const open = (path = '') => page.goto(`${dashboard.url}/dashboard/newsletter/subscribers${path}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const listed = () => page.getByRole('list', { name: /subscriber/ }).getByRole('listitem');
const tagsOf = async (address: string) =>
  (await dashboard.client.get('/v1/subscribers/{id_or_email}', { params: { id_or_email: address } })).data
    ?.tags.length;

test(
  'a filter is counted while it is made, saved as a segment, changed for all its people, and that is undone',
  skip,
  async () => {
    await open();
    await page.getByText('3 subscribers', { exact: true }).waitFor();
    await button('Filter …').click();
    const dialog = page.getByRole('dialog', { name: 'Which subscribers' });
    await dialog.getByText('Complete the conditions').waitFor();
    await dialog.getByLabel('Field').selectOption('metadata');
    await dialog.getByLabel('Key').fill('city');
    await dialog.getByLabel('Value').fill('Lisbon');
    await dialog.getByText('2 subscribers match').waitFor();
    await dialog.getByRole('button', { name: 'Show 2' }).click();
    await page.getByText('2 subscribers', { exact: true }).waitFor();

    await button('Save as a segment …').click();
    await page.getByLabel('Name', { exact: true }).fill('In Lisbon');
    await button('Save the segment').click();
    await page.getByRole('link', { name: 'In Lisbon' }).and(page.locator('[aria-current=page]')).waitFor();
    await page.reload();
    await page.getByText('2 subscribers', { exact: true }).waitFor();

    await page.getByLabel('Select everybody listed').check();
    await page.getByRole('region', { name: '2 selected' }).waitFor();
    await button('Add a tag …').click();
    const sheet = page.getByRole('dialog', { name: 'Add a tag' });
    await sheet.getByLabel('Tag').fill('birds');
    await sheet.getByText('Would change 1 subscriber').waitFor();
    await sheet.getByText('1 stays as they are:').waitFor();
    assert.equal(await tagsOf('ada@example.org'), 0, 'nothing has changed yet');
    await sheet.getByRole('button', { name: 'Add the tag (1)' }).click();
    await sheet.getByText('Tag added to 1 subscriber.').waitFor();
    assert.equal(await tagsOf('ada@example.org'), 1);
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await sheet.getByText('1 subscriber restored').waitFor();
    assert.deepEqual([await tagsOf('ada@example.org'), await tagsOf('bo@example.org')], [0, 1]);
    await sheet.getByRole('button', { name: 'Close' }).click();

    await button('More about this list').click();
    await page.getByRole('menuitem', { name: 'Bulk actions' }).click();
    await page.getByRole('link', { name: 'Added the tag “birds”' }).waitFor();
    await page.getByRole('link', { name: 'Undid an earlier action' }).waitFor();
  },
);

test(
  'a search finds a part of an address or of the metadata, and the listed people are exported',
  skip,
  async () => {
    await open();
    const field = page.getByRole('searchbox');
    await field.fill('PORT');
    await page.getByText('1 subscriber', { exact: true }).waitFor();
    assert.match((await listed().first().textContent())!, /cy@example\.org/);
    const download = page.waitForEvent('download');
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'All fields (CSV)' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\n');
    assert.equal(lines.length, 2);
    assert.match(lines[1]!, /cy@example\.org/);
    await field.fill('nobody like this');
    await page.getByRole('heading', { name: 'Nobody matches' }).waitFor();
    await button('Show everybody').click();
    await page.getByText('3 subscribers', { exact: true }).waitFor();
  },
);

test('columns are chosen and kept, and a refused list says why and can be tried again', skip, async () => {
  await open();
  await button('More about this list').click();
  await page.getByRole('menuitem', { name: 'Columns …' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('city').check();
  await button('Done').click();
  await button('Sort by city').click();
  await until('they are sorted by city', async () =>
    /bo@|ada@/.test((await listed().first().textContent()) ?? ''),
  );
  let isRefused = true;
  await page.route('**/v1/subscribers/search?**', route =>
    isRefused
      ? route.fulfill({
          status: 400,
          json: {
            code: 'filter_too_slow',
            field: 'filters',
            detail: 'filters: the search takes longer than 2 seconds.',
          },
        })
      : route.fallback(),
  );
  await page.reload();
  await page.getByRole('alert').getByText('takes longer than 2 seconds').waitFor();
  isRefused = false;
  await button('Try again').click();
  await button('Sort by city').waitFor();
  await page.unroute('**/v1/subscribers/search?**');
});

test(
  'the scrollbar reaches a million rows, and keys reach every row around there and at both ends',
  skip,
  async () => {
    const count = 1_000_000;
    const { data } = await dashboard.client.get('/v1/subscribers', { query: { page_size: 1 } });
    const [sample] = data!.results;
    const cursors: (string | null)[] = [];
    await page.route('**/v1/subscribers/search?**', route => {
      const { searchParams } = new URL(route.request().url());
      const [number, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('page_size'))];
      cursors.push(searchParams.get('cursor'));
      const results = Array.from({ length: size }, (_, at) => {
        const place = (number - 1) * size + at + 1;
        return { ...sample, id: `${place}`, email_address: `row${place}@example.org` };
      });
      const next = `${dashboard.url}/v1/subscribers/search?page=${number + 1}&cursor=after${number}`;
      return route.fulfill({ json: { results, count, next, previous: null } });
    });
    await open('?order=secondary_id');
    await page.getByText('row1@example.org').waitFor();
    const shown = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('[data-index]'))
          .filter(
            row => row.getBoundingClientRect().top >= 0 && row.getBoundingClientRect().bottom <= innerHeight,
          )
          .map(row => Number((row as HTMLElement).dataset.index) + 1),
      );
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 49 * 60);
    await until('a page after another is asked for by its cursor', async () => cursors.includes('after1'));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByText('row1000000@example.org').waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const middle = await until('rows in the middle', async () => {
      const [first = 0] = await shown();
      return first > 400_000 && first < 600_000 && first;
    });
    await page.getByText(`row${middle + 3}@example.org`).waitFor();
    await page.mouse.wheel(0, 49 * 30);
    await until('the rows that follow', async () => {
      const [first = 0] = await shown();
      return first >= middle + 28 && first <= middle + 32;
    });
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByText('row1@example.org').waitFor();
    await page.unroute('**/v1/subscribers/search?**');
  },
);
