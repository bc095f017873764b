import assert from 'node:assert/strict';
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
  await dashboard.client.post('/v1/tags', { body: { name: 'waders' } });
  await dashboard.client.post('/v1/subscribers', {
    body: { email_address: 'ada@example.org', type: 'regular' },
  });
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const read = async (id: string) => (await dashboard.client.get('/v1/emails/{id}', { params: { id } })).data!;
const addressOf = (id: string) => `${dashboard.url}/dashboard/newsletter/emails/${id}`;
const text = () => page.locator('.cm-content[aria-autocomplete]');
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function make(fields: { subject: string; body: string; status?: 'imported' }): Promise<string> {
  const { data } = await dashboard.client.post('/v1/emails', { body: fields });
  const status = fields.status ?? 'sent';
  await until(`the email is ${status}`, async () => (await read(data!.id)).status === status);
  return data!.id;
}

async function type(words: string): Promise<void> {
  await text().focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

test(
  'somebody who edits a sent email reads that only its page changes, and finds the mailed version again',
  skip,
  async () => {
    const id = await make({ subject: 'Low water', body: 'As it was mailed.' });
    await page.goto(`${addressOf(id)}?panel=review`);
    const note = page.getByRole('note');
    await note.getByText('the mail that people got stays as it was').waitFor();
    await note
      .getByText('Its audience, attachments, teaser, layout and date can no longer change.')
      .waitFor();
    await page.getByRole('status').getByText('The web page is saved').waitFor();
    await text().waitFor();
    assert.equal(await button('Review').count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.equal(await page.getByRole('radiogroup', { name: 'Show as' }).count(), 0);
    assert.equal(
      await note.getByRole('link', { name: 'See the page' }).getAttribute('href'),
      (await read(id)).absolute_url,
    );

    await type(' Corrected.');
    const card = page.getByRole('complementary', { name: 'Preview' });
    await card.frameLocator('iframe').getByText('As it was mailed. Corrected.').waitFor();
    await until('the page is saved', async () => (await read(id)).body === 'As it was mailed. Corrected.');
    await page.getByText('The web page is saved').waitFor();

    await button('Compare with what was mailed').click();
    const dialog = page.getByRole('dialog', { name: 'Earlier versions' });
    await dialog.getByText('As it was mailed · ').waitFor();
    await dialog.locator('ins').getByText('Corrected').waitFor();
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('Restored.').waitFor();
    assert.equal((await read(id)).body, 'As it was mailed.');

    await note.getByRole('link', { name: 'See the report' }).click();
    await page.waitForURL(/\/sending$/);
  },
);

test(
  'the settings of a sent email show what can no longer change, with the reason, and save the rest',
  skip,
  async () => {
    const id = await make({ subject: 'High water', body: 'Mailed.' });
    await page.goto(addressOf(id));
    await button('Settings').click();
    const sheet = page.getByRole('dialog', { name: 'About this email' });
    await sheet.getByText('This belongs to the mail, which can no longer change.').first().waitFor();
    await sheet.getByText('This only decides who can read its page. Nobody gets another mail.').waitFor();
    assert.ok(await sheet.getByLabel('Date', { exact: true }).isDisabled());
    const tags = sheet.getByRole('group', { name: 'Only subscribers' });
    assert.ok(await tags.getByRole('button', { name: 'waders' }).isDisabled());
    assert.ok(await sheet.getByRole('radiogroup', { name: 'Layout' }).getByLabel('Plain').isDisabled());
    await sheet.getByLabel('Description').fill('What the moon does');
    await until('it is saved', async () => (await read(id)).description === 'What the moon does');
  },
);

test(
  'the text of an email that is being sent can be read but not edited, until it is sent',
  skip,
  async () => {
    const id = await make({ subject: 'On its way', body: 'Being mailed.' });
    await page.route(`**/v1/emails/${id}`, async route => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: 'in_flight' } });
    });
    await page.goto(addressOf(id));
    await page.getByRole('note').getByText('Its subject and text can change again').waitFor();
    await page.getByRole('link', { name: 'See the progress' }).waitFor();
    assert.equal(await page.getByLabel('Subject', { exact: true }).getAttribute('readonly'), '');
    await text().waitFor();
    await type('More');
    assert.equal(await text().textContent(), 'Being mailed.');
    assert.equal(await button('Review').count(), 0);
    await button('Settings').click();
    await page.getByText('This can change again once sending is finished.').waitFor();
    assert.ok(await page.getByLabel('Address', { exact: true }).isEnabled());
    await page.unrouteAll();
  },
);

test('an email is duplicated on its own page after it was sent', skip, async () => {
  const id = await make({ subject: 'Once a year', body: 'Mailed.' });
  await page.goto(`${addressOf(id)}/sending`);
  await button('Duplicate').click();
  await until(
    'the copy is open',
    async () => (await page.getByLabel('Subject', { exact: true }).inputValue()) === 'Copy of Once a year',
  );
  await text().getByText('Mailed.').waitFor();
});

test('an imported email has a page to edit, and no report', skip, async () => {
  const id = await make({ subject: 'From before', body: 'Mailed elsewhere.', status: 'imported' });
  await page.goto(addressOf(id));
  const note = page.getByRole('note');
  await note.getByText('This email was imported').waitFor();
  assert.equal(await note.getByRole('link').count(), 1);
  assert.equal(await button('Review').count(), 0);
  await type(' Corrected.');
  await until('the page is saved', async () => (await read(id)).body === 'Mailed elsewhere. Corrected.');
});
