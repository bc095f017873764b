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
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Opens a new email, and begins it with this template. */
async function begin(name: string | RegExp): Promise<void> {
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/new`);
  await button(name).click();
  await page.waitForURL(url => !url.pathname.endsWith('/new'));
}

/** Returns the open email once its text is saved. */
async function written(body: RegExp) {
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  return until('the text is saved', async () => {
    const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
    return body.test(data?.body ?? '') && data;
  });
}

test('an email is saved as a template, and another begins with it', skip, async () => {
  const body = { subject: 'Tides of the week', body: '## High\n\n## Low', email_type: 'private' as const };
  const { data } = await dashboard.client.post('/v1/emails', { body: { ...body, status: 'draft' } });
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${data!.id}`);
  await button('More about “Tides of the week”').click();
  await page.getByRole('menuitem', { name: 'Save as a template …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a template' });
  await dialog.getByLabel('Name').fill('Weekly');
  await dialog.getByRole('button', { name: 'Save the template' }).click();
  await page.getByText('The template “Weekly” is saved.').waitFor();
  await begin(/^Weekly/);
  const { subject, email_type } = await written(/^## High\n\n## Low$/);
  assert.deepEqual([subject, email_type], ['Tides of the week', 'private']);
});

test(
  'an email begins like the last issue, with its next number and the text of both last issues',
  skip,
  async () => {
    for (const [at, story] of ['A storm.', 'A calm.'].entries()) {
      const body = `Hello,\n\n## The story\n\n${story}\n\n*Nell*`;
      const subject = `Low Water ${at + 7}: ${story}`;
      const email = { subject, body, secondary_id: at + 7, email_type: 'archival' as const };
      const { data } = await dashboard.client.post('/v1/emails', { body: email });
      await until('it is sent', async () => {
        const { data: sent } = await dashboard.client.get('/v1/emails/{id}', { params: { id: data!.id } });
        return sent?.status === 'sent';
      });
    }
    await begin(/^Like your last issue/);
    const { subject, email_type } = await written(/^Hello,\n\n## The story\n\n\*Nell\*$/);
    assert.deepEqual([subject, email_type], ['Low Water 9: ', 'archival']);
  },
);

test('a subject typed first stays, and an email with text offers no templates', skip, async () => {
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/new`);
  await page.getByLabel('Subject', { exact: true }).fill('Mine');
  await button(/^Invitation/).click();
  await page.waitForURL(url => !url.pathname.endsWith('/new'));
  assert.equal((await written(/^What happens/)).subject, 'Mine');
  assert.equal(await page.getByRole('region', { name: 'Start from' }).count(), 0);
});

test('an email is duplicated in the editor', skip, async () => {
  const body = { subject: 'Once', body: 'A tide', description: 'Of May', status: 'draft' as const };
  const { data } = await dashboard.client.post('/v1/emails', { body });
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${data!.id}`);
  await button('More about “Once”').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.waitForURL(url => !url.pathname.endsWith(data!.id));
  const copy = await written(/^A tide$/);
  assert.deepEqual([copy.subject, copy.description], ['Copy of Once', 'Of May']);
});
