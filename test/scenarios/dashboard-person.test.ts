import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { dropFile } from '../../src/testing/drop-file.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const open = (path: string) => page.goto(`${dashboard.url}/dashboard/newsletter/${path}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const find = async (word: string) => {
  const params = { id_or_email: word };
  return (await dashboard.client.get('/v1/subscribers/{id_or_email}', { params })).data;
};

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

const downloaded = async (act: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return textOf(download);
};

test(
  '2,000 people are dropped as a file, checked, corrected, imported, and the import is undone',
  skip,
  async () => {
    await dashboard.client.post('/v1/subscribers', {
      body: { email_address: 'gone@example.org', type: 'unsubscribed' },
    });
    const rows = Array.from({ length: 2000 }, (_, n) => `r${n}@example.org;Wells;gold`);
    const file = ['Kontakt;Ort;Stufe', ...rows, 'gone@example.org;;', 'nobody;;'].join('\n');
    await open('imports');
    await dropFile(page, 'leser.csv', file);

    await page.getByText('This is what would happen').waitFor();
    await page
      .getByRole('img', { name: 'Of the lines in the file: 2,000 new, 1 skipped, 1 refused' })
      .waitFor();
    await page.getByRole('cell', { name: '"…" is not an email address' }).waitFor();
    await page.getByRole('cell', { name: 'The person unsubscribed here' }).waitFor();
    await page
      .getByRole('row', { name: /^Stufe gold/ })
      .getByRole('combobox')
      .selectOption('tags');
    assert.ok(await button('Import 2,000 people').isDisabled());
    await button('Check again').click();
    await page.getByRole('row', { name: /^r0@example\.org .* gold / }).waitFor();
    const report = await downloaded(() => button('Download the report').click());
    assert.match(report, /leser\.csv,2003,refused,,"email_address: ""nobody"" is not/);

    await button('Import 2,000 people').click();
    await page.getByText('What the import did').waitFor();
    const reader = await find('r1999@example.org');
    assert.deepEqual([reader?.type, reader?.tags.length, reader?.metadata], ['regular', 1, { ort: 'Wells' }]);

    await button('Undo the import …').click();
    await button('Undo').click();
    await page.getByText('What the undo did').waitFor();
    assert.equal(await find('r1999@example.org'), undefined);
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByRole('listitem').filter({ hasText: 'leser.csv' }).getByText('Undone').waitFor();
  },
);

test('a file in which no column has addresses says so, and waits until one is chosen', skip, async () => {
  await open('imports');
  await dropFile(page, 'names.csv', 'Wer,Seit\nada at example.org,2024-01-01\n');
  await page.getByRole('alert').getByText('no column has email addresses').waitFor();
  await page.getByRole('combobox', { name: 'Import “Wer” as' }).selectOption('email_address');
  await button('Check again').click();
  await page.getByText('"…" is not an email address').waitFor();
  await button('Discard').click();
  await page.getByText('The file was discarded').waitFor();
});

test(
  'a person is edited in place, gets one email, is asked about, and is erased with a receipt',
  skip,
  async () => {
    await dashboard.client.post('/v1/tags', { body: { name: 'wading birds' } });
    const mail = {
      subject: 'Low water',
      body: 'Hello {{ subscriber.metadata.first_name }}',
      status: 'draft',
    } as const;
    await dashboard.client.post('/v1/emails', { body: mail });
    for (const email_address of ['ada@example.org', 'bo@example.org'])
      await dashboard.client.post('/v1/subscribers', {
        body: { email_address, type: 'regular', metadata: { first_name: 'Ada' } },
      });
    await open('subscribers');
    await page.getByRole('link', { name: /ada@example\.org/ }).click();
    await page.getByRole('heading', { name: 'ada@example.org', level: 1 }).waitFor();

    await button(/^Change Email address/).click();
    await page.getByLabel('Email address').fill('bo@example.org');
    await page.getByLabel('Email address').press('Enter');
    await page.getByText('bo@example.org belongs to another subscriber').waitFor();
    await page.getByLabel('Email address').fill('ada@lowwater.example');
    await page.getByLabel('Email address').press('Enter');
    await page.getByRole('heading', { name: 'ada@lowwater.example', level: 1 }).waitFor();
    await button(/^Change first_name/).click();
    await page.getByLabel('first_name').fill('Ada L.');
    await page.getByLabel('first_name').press('Enter');
    await button(/^Change first_name: Ada L\./).waitFor();
    await page.getByLabel('Add a tag').fill('wading birds');
    await page.getByLabel('Add a tag').press('Enter');
    await button('Remove the tag wading birds').waitFor();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await timeline.getByText('Tagged wading birds').waitFor();
    await timeline.getByText('Changed: first_name').waitFor();
    const ada = await find('ada@lowwater.example');
    assert.deepEqual([ada?.metadata, ada?.tags.length], [{ first_name: 'Ada L.' }, 1]);

    const choose = async (action: string) => {
      await button('Actions').click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Send one email …');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Low water/ })
      .click();
    await button('Send').click();
    await page.getByText('“Low water” is on its way.').waitFor();
    const [got] = await dashboard.mailTo('ada@lowwater.example');
    assert.match(got!.text, /Hello Ada L\./);
    await until('the timeline shows the mail', async () => {
      await page.reload();
      await timeline.getByText('Changed: first_name').waitFor();
      return timeline.getByText('Was mailed').isVisible();
    });
    await timeline.getByRole('link', { name: 'Low water' }).click();
    await page.getByText('The mail server accepted their copy').waitFor();
    await page.getByRole('dialog').frameLocator('iframe').getByText('Hello Ada L.').last().waitFor();
    await page.keyboard.press('Escape');

    await choose('Unsubscribe …');
    await button('Save').click();
    await timeline.getByText('Became “Unsubscribed”; was “Confirmed”').waitFor();
    const data = await downloaded(() => choose('Export their data'));
    assert.equal(JSON.parse(data).subscriber.email_address, 'ada@lowwater.example');

    await choose('Erase …');
    await button('Erase').click();
    await page.getByRole('heading', { name: 'Erased', level: 1 }).waitFor();
    const receipt = await downloaded(() => button('Save the receipt').click());
    assert.equal(JSON.parse(receipt).subscriber_id, ada?.id);
    assert.equal(await find('ada@lowwater.example'), undefined);
    await page.reload();
    await page.getByText('There is no such subscriber').waitFor();
  },
);

test('everything is exported as an archive, and people as a table', skip, async () => {
  await open('settings/exports');
  await button('Make an archive').click();
  const [archive] = await Promise.all([page.waitForEvent('download'), button('Download').click()]);
  assert.match(archive.suggestedFilename(), /^newsletter-\d{4}-\d\d-\d\d\.zip$/);
  assert.equal((await readFile(await archive.path())).subarray(0, 2).toString(), 'PK');
  await open('subscribers');
  const table = await downloaded(async () => {
    await button('Export').click();
    await page.getByRole('menuitem', { name: 'For Mailchimp (CSV)' }).click();
  });
  assert.match(table, /^\ufeff?Email Address,/);
});

/** Finds a letter in the built-in inbox with a link that starts like this. Returns the link. */
async function letter(address: string, start: string): Promise<string> {
  const found = new RegExp(`https?://[^\\s/]+(?:/[\\w-]+)?${start}[^\\s)]+`);
  return until(`a letter to ${address} with ${start}`, async () =>
    (await dashboard.mailTo(address)).flatMap(({ text }) => found.exec(text)?.[0] ?? []).at(0),
  );
}

test(
  'a reader comments and brings a friend; the author approves, answers, and sees who came',
  skip,
  async () => {
    const { client, url } = dashboard;
    const kay = 'kay@lowwater.example';
    await client.post('/v1/subscribers', { body: { email_address: kay, type: 'regular' } });
    const { data: email } = await client.post('/v1/emails', {
      body: {
        ...{ subject: 'What the sea leaves', body: 'The dunes.', status: 'imported' as const },
        ...{ slug: 'sea', publish_date: '2026-01-02T03:04:05Z', commenting_mode: 'enabled' as const },
      },
    });
    assert.ok(email);
    const reader = await (await dashboard.person({ colorScheme: 'dark', width: 360 })).newPage();
    await reader.goto(`${url}/newsletter/archive/sea/`);
    await reader.getByRole('link', { name: 'Write a comment' }).click();
    await reader.getByLabel('Your email address').fill(kay);
    await reader.getByRole('button', { name: 'Mail me a link' }).click();
    await reader.goto(await letter(kay, '/sign-in/'));
    await reader.getByRole('button', { name: 'Sign in' }).click();
    await reader.getByLabel('Your name').fill('Kay');
    await reader.getByLabel('Your comment').fill('At <b>low</b> water.');
    await reader.getByRole('button', { name: 'Send' }).click();
    await reader.getByText('once the newsletter has approved it').waitFor();

    await open('');
    await page.getByRole('link', { name: 'Comments' }).click();
    await page.getByText('It is this reader’s first comment.').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await button('Approve').click();
    await button('Shown').click();
    await button('Reply …').click();
    await page.getByLabel('Your reply').fill('Indeed.');
    await button('Reply').click();
    await page.getByText('Your reply is on the page.').waitFor();
    await reader.goto(`${url}/newsletter/archive/sea/`);
    await reader.getByText('At <b>low</b> water.').waitFor();
    await reader.getByText('Indeed.').waitFor();
    assert.deepEqual(await findBarriers(reader), []);

    await reader.goto(await letter(kay, '/manage/(?!comments)'));
    await reader.getByRole('link', { name: /^Your link/ }).click();
    const link = await reader.getByLabel('Your link').inputValue();
    const friend = await (await dashboard.person()).newPage();
    await friend.goto(link);
    await friend.getByLabel('Your email address').fill('friend@lowwater.example');
    await friend.getByRole('button', { name: 'Subscribe' }).click();
    await friend.goto(await letter('friend@lowwater.example', '/confirm/'));
    await friend.getByRole('button').click();
    await open(`subscribers/${kay}`);
    await page.getByText('1 reader has come through their link.').waitFor();
  },
);
