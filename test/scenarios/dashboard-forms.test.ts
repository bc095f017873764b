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
  /** What is typed or chosen, by label. */
  fields: Record<string, string | true>;
  submit: string;
  /** What the page says when it is done. */
  done: string;
};
const forms: Record<string, Form> = {
  'a new reader': {
    path: 'newsletter/readers?add=true',
    fields: { 'Email address': 'ada@example.org', 'First name': 'Ada' },
    submit: 'Add a reader',
    done: 'ada@example.org added.',
  },
  settings: {
    path: 'newsletter/settings',
    fields: { Name: 'High Tide', Description: 'Twice a day.', 'Track opens': true },
    submit: 'Save',
    done: 'Saved',
  },
  'an invitation': {
    path: 'newsletter/settings/team?invite=true',
    fields: { 'Email address': 'wren@example.org' },
    submit: 'Invite somebody',
    done: 'Invitation for wren@example.org created.',
  },
  'a key': {
    path: 'newsletter/settings/keys?make=true',
    fields: { Name: 'website', 'Maximum readers per email': '50', birds: true },
    submit: 'Create a key',
    done: 'Copy this key now.',
  },
  'name and address': {
    path: 'account',
    fields: { Name: 'Nell' },
    submit: 'Save',
    done: 'Saved',
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

for (const [name, { path, fields, submit, done }] of Object.entries(forms))
  test(`nothing typed is lost by a failure or an ended session: ${name}`, skip, async () => {
    await page.goto(`${dashboard.url}/dashboard/${path}`);
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
