import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';

const skip = { skip: no_browser };
const address = 'nell@lowwater.example';
const password = 'saffron buns at low water';
let dashboard: Dashboard;
let context: BrowserContext;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  await dashboard.client.post('/v1/tags', { body: { name: 'birds' } });
  await dashboard.client.post('/v1/subscribers', {
    body: { email_address: 'cy@example.org', type: 'regular' },
  });
  context = await dashboard.person();
  page = await signInAsOwner(dashboard, context);
  await page.goto(`${dashboard.url}/dashboard/account`);
  await page.getByLabel('Email address').fill(address);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password set.').waitFor();
});
after(() => dashboard?.close());

type Form = {
  path: string;
  /** The button that opens it. */
  opener?: string;
  /** The values to type or choose, by label. */
  fields: Record<string, string | true>;
  submit: string;
  /** The page's text when it is done. */
  done: string | RegExp;
};
const forms: Record<string, Form> = {
  'a new reader': {
    path: 'newsletter/subscribers?add=true',
    fields: { 'Email address': 'ada@example.org', 'First name': 'Ada' },
    submit: 'Add a subscriber',
    done: 'ada@example.org added.',
  },
  'a text about a person': {
    path: 'newsletter/subscribers/cy@example.org',
    opener: 'Change About',
    fields: { About: 'Met on the pier' },
    submit: 'Save',
    done: 'Met on the pier',
  },
  settings: {
    path: 'newsletter/settings',
    fields: { Name: 'High Tide', Description: 'Twice a day.', 'Track opens': true },
    submit: 'Save',
    done: /^Saved$/,
  },
  'a domain': {
    path: 'newsletter/settings/address',
    fields: { Domain: 'letter.example.org' },
    submit: 'Save',
    done: /^Saved$/,
  },
  'an invitation': {
    path: 'newsletter/settings/team?invite=true',
    fields: { 'Email address': 'wren@example.org' },
    submit: 'Invite somebody',
    done: 'Invitation for wren@example.org created.',
  },
  'a key': {
    path: 'newsletter/settings/keys?make=true',
    fields: { Name: 'website', 'Most subscribers per email': '50', birds: true },
    submit: 'Create a key',
    done: 'Copy this key now.',
  },
  'a tag': {
    path: 'newsletter/settings/tags?make=true',
    fields: { Name: 'seals', Description: 'Grey ones, mostly.' },
    submit: 'New tag',
    done: '“seals” created.',
  },
  'a snippet': {
    path: 'newsletter/settings/snippets?make=true',
    fields: { Name: 'Sign-off' },
    submit: 'New snippet',
    done: '“Sign-off” created.',
  },
  'a survey': {
    path: 'newsletter/settings/surveys?make=true',
    fields: { Question: 'Where next?', 'Name in templates': 'next-walk', Answers: 'Harbour\nDunes' },
    submit: 'New survey',
    done: 'The survey is saved.',
  },
  'a form': {
    path: 'newsletter/forms/more?make=true',
    fields: { Title: 'The autumn walks', 'End of the address': 'autumn', 'Word on the button': 'Walk along' },
    submit: 'New form',
    done: 'The form is saved.',
  },
  'a note on a person': {
    path: 'newsletter/subscribers/cy@example.org',
    fields: { 'New note': 'Called about the tides.' },
    submit: 'Add the note',
    done: 'The note is added.',
  },
  'a template': {
    path: 'newsletter/settings/templates?make=true',
    fields: { Name: 'Tides of the week', Subject: 'Low Water' },
    submit: 'New template',
    done: 'The template “Tides of the week” is saved.',
  },
  'texts of forms': {
    path: 'newsletter/forms/texts',
    fields: { 'Text below the form': 'Sundays only.', 'What paying subscribers get': 'The map' },
    submit: 'Save',
    done: /^Saved$/,
  },
  'the look': {
    path: 'newsletter/forms/look',
    opener: 'Background',
    fields: { 'Colour code': '#f4ecdf' },
    submit: 'Publish',
    done: /^Published/,
  },
  'a webhook': {
    path: 'newsletter/settings/webhooks?make=true',
    fields: { Address: 'https://93.184.215.14/hook', Description: 'Tells the harbour' },
    submit: 'New webhook',
    done: 'Webhook created.',
  },
  'a sequence': {
    path: 'newsletter/sequences/new?template=welcome',
    fields: { Name: 'Aboard' },
    submit: 'Create',
    done: 'This sequence is off',
  },
  'name and address': {
    path: 'account',
    fields: { Name: 'Nell' },
    submit: 'Save',
    done: /^Saved$/,
  },
  'a new password': {
    path: 'account',
    fields: { 'New password': password },
    submit: 'Set password',
    done: 'Password set.',
  },
  'a new newsletter': {
    path: 'account/new-newsletter',
    fields: { Name: 'Second', 'Sender’s address': 'second@lowwater.example' },
    submit: 'Create newsletter',
    done: 'Second is ready',
  },
};

for (const [name, { path, opener, fields, submit, done }] of Object.entries(forms))
  test(`nothing typed is lost by a failure or an ended session: ${name}`, skip, async () => {
    await page.goto(`${dashboard.url}/dashboard/${path}`);
    if (opener) await page.getByRole('button', { name: opener }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true }).first();
    await field(Object.keys(fields)[0]!).waitFor();
    for (const [label, value] of Object.entries(fields))
      await (value === true ? field(label).check() : field(label).fill(value));
    const send = () => page.getByRole('button', { name: submit, exact: true }).last().click();
    const keeps = async () => {
      for (const [label, value] of Object.entries(fields))
        assert.equal(await (value === true ? field(label).isChecked() : field(label).inputValue()), value);
    };

    await page.route('**/v1/**', (route, request) =>
      request.method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 500, json: { code: 'internal', detail: 'The disk is full.' } }),
    );
    await send();
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
    await keeps();
    await page.unrouteAll();

    await context.clearCookies();
    await send();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Password').fill(password);
    await keeps();
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(done).first().waitFor();
  });

test(
  'a welcome mail with an error says where it is; once corrected, it shows in the preview and greets new readers',
  skip,
  async () => {
    const reader = 'mira@example.org';
    const [newsletter] = (await dashboard.client.get('/v1/newsletters')).data!.results;
    await dashboard.client.patch('/v1/newsletters/{id}', {
      params: { id: newsletter!.id },
      body: { double_opt_in: false },
    });
    await page.goto(`${dashboard.url}/dashboard/newsletter/forms/mails?mail=welcome`);
    const editor = page.locator('.cm-content[aria-autocomplete]');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await editor.fill('Glad you came.\n\n{% if %}');
    await page.getByLabel('Subject', { exact: true }).fill('Ahoy, {{ subscriber.email }}');
    await save.click();
    await page.getByText('Line 3, column 6').first().waitFor();
    // The chip shows the Liquid in words until the cursor comes to it.
    await editor.press('Control+End');
    assert.match((await editor.textContent())!, /\{% if %\}/);
    assert.equal(
      await page.getByLabel('Subject', { exact: true }).inputValue(),
      'Ahoy, {{ subscriber.email }}',
    );

    await editor.fill('Glad you **came**.');
    const preview = page.frameLocator('iframe[title="Preview: Welcome"]');
    await preview.locator('strong', { hasText: 'came' }).waitFor();
    await page.getByText('Ahoy, reader@example.org').waitFor();
    await save.click();
    await page.getByText('Saved', { exact: true }).waitFor();

    const visitor = await (await dashboard.person()).newPage();
    await visitor.goto(`${dashboard.url}/newsletter`);
    await visitor.getByLabel('Your email address').fill(reader);
    await visitor.getByRole('button', { name: 'Subscribe' }).click();
    await visitor.getByRole('heading', { name: 'Thank you' }).waitFor();
    const [mail] = await dashboard.mailTo(reader);
    assert.equal(mail!.subject, `Ahoy, ${reader}`);
    assert.match(mail!.text, /Glad you came/);

    await page.goto(`${dashboard.url}/dashboard/newsletter/forms`);
    await page
      .getByRole('row', { name: /form on your page/ })
      .getByText('1')
      .first()
      .waitFor();
  },
);
