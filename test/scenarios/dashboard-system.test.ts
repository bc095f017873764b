import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { BrowserContext } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { openRelay } from '../../src/testing/relay.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let owner: BrowserContext;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  owner = await dashboard.person();
  await (await signInAsOwner(dashboard, owner)).close();
});
after(() => dashboard?.close());

async function open(path: string, context = owner) {
  const page = await context.newPage();
  await page.goto(`${dashboard.url}/dashboard/${path}`);
  return page;
}

/** Sends an email to this address alone, and returns its id. */
async function send(address: string, subject: string, body = 'Hello'): Promise<string> {
  const { client } = dashboard;
  const tag = await client.post('/v1/tags', { body: { name: address } });
  const tags = [tag.data!.id];
  await client.post('/v1/subscribers', { body: { email_address: address, type: 'regular', tags } });
  const { data } = await client.post('/v1/emails', {
    body: { subject, body, included_tags: tags },
  });
  const params = { id: data!.id };
  await until(
    'it is sent',
    async () => (await client.get('/v1/emails/{id}', { params })).data?.status === 'sent',
  );
  return data!.id;
}

test(
  'the state of the installation shows a late queue, and the ledger turns red after a row was falsified',
  skip,
  async () => {
    const { db } = dashboard;
    await sql`
    insert into webhooks (id, newsletter_key, url, signing_key, status, busy_until)
    select '0193b2a4-6f0e-7c1d-9a52-3d1f4b8e7c60', key, 'https://93.184.215.14/', 'whsec_', 'enabled', now() + interval '1 hour'
    from newsletters`.execute(db);
    const id = await send('nora@ledger.example', 'Counted');
    await sql`update webhook_deliveries set next_attempt_date = now() - interval '1 hour'`.execute(db);

    const page = await open('system');
    await page.getByRole('row', { name: /^Requests to webhooks.*Late/ }).waitFor();
    await page.getByText(`Process ${process.pid}, version`).waitFor();
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText(/^Right The counts of \d+ emails? are right/).waitFor();

    const falsify = (status: string) =>
      sql`update deliveries set status = ${status}::delivery_status
      where email_key = (select key from emails where id = ${id})`.execute(db);
    await falsify('permanent');
    const verify = page.getByRole('button', { name: 'Verify again' });
    await verify.click();
    const wrong = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Counted' }) });
    await wrong.getByText('Delivered: stored 1, counted 0').waitFor();
    await wrong.getByText('Refused: stored 0, counted 1').waitFor();
    await page.getByText('postrider ledger recount').waitFor();

    await falsify('accepted');
    await verify.click();
    await page.getByText(/^Right/).waitFor();
    await wrong.waitFor({ state: 'detached' });
    await page.close();
  },
);

test('the page says so when the service does not answer', skip, async () => {
  const page = await owner.newPage();
  await page.route('**/v1/system', route =>
    route.fulfill({ status: 400, json: { code: 'x', detail: 'Not now.' } }),
  );
  await page.goto(`${dashboard.url}/dashboard/system`);
  await page.getByRole('alert').getByText('Not now.').waitFor();
  await page.unroute('**/v1/system');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Processes' }).waitFor();
  await page.close();
});

test('a mail in the inbox is found, read in all its parts, and deleted', skip, async () => {
  await send('ida@inbox.example', 'Found by its subject', '# A heading\n\nAnd words.');
  const page = await open('newsletter');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Inbox' }).click();
  await page.getByLabel('Search mail').fill('BY ITS subject');
  await page.getByText('1 message found').waitFor();
  await page.getByRole('link', { name: /Found by its subject/ }).click();
  await page.getByRole('heading', { name: 'Found by its subject', level: 1 }).waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'A heading' }).waitFor();
  const view = (name: string) => page.getByRole('radio', { name }).check();
  await view('Text');
  await page.locator('pre').getByText('And words.').waitFor();
  await view('Headers');
  await page.getByText('List-Unsubscribe-Post').waitFor();
  await view('Source');
  await page
    .locator('pre')
    .getByText(/^Subject: Found by its subject$/m)
    .waitFor();

  await page.getByRole('link', { name: 'Inbox', exact: true }).click();
  await page.getByRole('button', { name: 'Delete all …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('No mail yet').waitFor();
  await page.close();
});

test(
  'a viewer of the newsletter sees neither the state of the installation nor the inbox',
  skip,
  async () => {
    const { data } = await dashboard.client.post('/v1/invitations', {
      body: { email_address: 'vera@example.org', role: 'viewer', send_mail: false },
    });
    const context = await dashboard.person();
    const page = await context.newPage();
    await page.goto(data!.url);
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await page.goto(`${dashboard.url}/dashboard/newsletter`);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    for (const name of ['Inbox', 'System'])
      assert.equal(await page.getByRole('menuitem', { name }).count(), 0, name);
    await page.goto(`${dashboard.url}/dashboard/system`);
    await page.getByText('Only owners of this installation can see this').waitFor();
    await page.goto(`${dashboard.url}/dashboard/inbox`);
    await page.getByText('You cannot see the inbox').waitFor();
    await context.close();
  },
);

test(
  'an owner adds a mail server, learns that its password is wrong, corrects it, and removes it',
  skip,
  async t => {
    const server = await openRelay({ user: { name: 'ada', password: 'right' } });
    t.after(() => server.close());
    const page = await open('newsletter/delivery/relay');
    await page.getByRole('button', { name: 'Add a mail server' }).click();
    const dialog = page.getByRole('dialog');
    const fill = async (texts: Record<string, string>) => {
      for (const [label, text] of Object.entries(texts))
        await dialog.getByLabel(label, { exact: true }).fill(text);
    };
    await fill({
      Name: 'Brand',
      Host: '127.0.0.1',
      Port: String(server.port),
      User: 'ada',
      Password: 'wrong',
    });
    await dialog.getByLabel('Encryption').selectOption('opportunistic');
    await fill({ 'Takes mail from these domains': 'brand.example, other.example' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Brand' });
    await row.getByText('Takes mail from brand.example, other.example.').waitFor();
    await until('its trouble is known', async () => {
      const { data } = await dashboard.client.get('/v1/relays');
      return data!.results.some(({ trouble }) => trouble.startsWith('535'));
    });
    await page.reload();
    await row.getByText('Takes no mail').waitFor();
    await row.getByText(/^535/).waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    await fill({ Password: 'right' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Test' }).click();
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('235').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await page.close();
  },
);
