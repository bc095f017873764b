import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { bounceMessage } from '../../src/testing/deliveries.ts';
import { noonZone } from '../../src/testing/noon.ts';
import { openRelay, type ScriptedRelay } from '../../src/testing/relay.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;
let relay: ScriptedRelay;
let refuses_logins = false;
const me = 'wren@example.org';

before(async () => {
  if (no_browser) return;
  relay = await openRelay({
    user: { name: 'ada', password: 'p@ss' },
    answer: ({ verb }) => (verb === 'AUTH' && refuses_logins ? '535 5.7.8 who are you?' : undefined),
  });
  const { host } = new URL(relay.url);
  dashboard = await openDashboard({ env: { SMTP_URL: `smtp://ada:p%40ss@${host}` } });
  page = await signInAsOwner(dashboard, await dashboard.person());
  await dashboard.db.updateTable('people').set({ email_address: me, normal_address: me }).execute();
});
after(async () => {
  await dashboard?.close();
  await relay?.close();
});

const open = (path: string) => page.goto(`${dashboard.url}/dashboard/newsletter/delivery${path}`);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const add = async (email_address: string, type: 'regular' | 'blocked' | 'unsubscribed') =>
  (await dashboard.client.post('/v1/subscribers', { body: { email_address, type } })).data!;

test(
  'keys are created and their records shown for copying, and if DNS does not answer, the page says what to do',
  skip,
  async () => {
    const check = { checked_date: new Date().toISOString(), relays: [], notes: [], state: 'unknown' };
    // The answers of a resolver differ from machine to machine, so the page gets what the service says of a silent one.
    await page.route('**/sender_check*', async route => {
      const { results } = (await (
        await fetch(`${dashboard.url}/v1/newsletters/${await newsletterId()}/dkim_keys`, {
          headers: { authorization: `Token ${'k'.repeat(40)}` },
        })
      ).json()) as { results: { record_name: string; record: string }[] };
      const silent = { type: 'TXT', state: 'unknown', found: [], detail: 'DNS did not answer in time.' };
      const records = results.map(key => ({
        ...silent,
        purpose: 'DKIM',
        name: key.record_name,
        value: key.record,
      }));
      const json = { ...check, from_address: 'news@tides.example', domain: 'tides.example', records };
      await route.fulfill({
        json: {
          ...json,
          records: [...records, { ...silent, purpose: 'SPF', name: 'tides.example', value: 'v=spf1 a ~all' }],
        },
      });
    });
    await open('');
    await page.getByRole('alert').getByText('Check again in a minute').waitFor();
    await button('Create keys').click();
    await page.getByText('The keys are created').waitFor();
    await button(/^Copy the value of pr\d+r\._domainkey/).waitFor();
    await button(/^More about pr\d+r$/).click();
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The key is deleted').waitFor();
    await button(/^Copy the value of pr\d+r\._domainkey/).waitFor({ state: 'detached' });
    await page.unroute('**/sender_check*');
  },
);

test(
  'the relay is tested with a mail to oneself, and a refused login shows its words and no password',
  skip,
  async () => {
    await open('/relay');
    await page.getByText(`Send a mail to ${me}`).waitFor();
    await button('Test now').click();
    await page.getByText('Works', { exact: true }).waitFor();
    await page.getByText(`The mail server took the mail to ${me}`).waitFor();
    assert.deepEqual(
      relay.accepted.map(({ to }) => to),
      [me],
    );
    refuses_logins = true;
    await button('Test now').click();
    await page.getByText('Does not work').waitFor();
    await page.getByText('535 5.7.8 who are you? Check user and password. Some mail services').waitFor();
    assert.ok(!(await page.content()).includes('p@ss'));
  },
);

test(
  'a suppression is found and lifted with a reason, one by the person themselves is not, and the list is saved',
  skip,
  async () => {
    const blocked = await add('blocked@example.org', 'blocked');
    await add('gone@example.org', 'unsubscribed');
    await open('/suppressed');
    await page.getByText('gone@example.org').waitFor();
    assert.equal(await button(/^Lift the suppression of gone@/).count(), 0);
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export as CSV').click()]);
    const saved = await readFile(await download.path(), 'utf8');
    assert.ok(saved.includes('blocked@example.org') && saved.includes('gone@example.org'));
    await page.getByLabel('Search by address').fill('blocked@');
    await page.getByText('1 person').waitFor();
    await button('Lift the suppression of blocked@example.org …').click();
    await page.getByLabel('Why?').fill('A mistake of ours.');
    await button('Lift').click();
    await page.getByText('blocked@example.org gets mail again').waitFor();
    await page.getByText('Nobody matches.').waitFor();
    const { data } = await dashboard.client.get('/v1/subscribers/{id_or_email}', {
      params: { id_or_email: blocked.id },
    });
    assert.equal(data?.type, 'regular');
  },
);

test(
  'bounces are listed by kind and explained, and the API’s words are shown if they cannot be read',
  skip,
  async () => {
    const message = bounceMessage('nobody@example.net');
    await fetch(`${dashboard.url}/v1/feedback/messages`, {
      method: 'POST',
      headers: { authorization: `Token ${'k'.repeat(40)}`, 'content-type': 'message/rfc822' },
      body: message,
    });
    await open('/bounces');
    await page.getByText('What it changed, and why').click();
    await page.getByText('It matches no mail that was sent from here').waitFor();
    await button('Temporary').click();
    await page.getByText('Nothing matches.').waitFor();
    await page.route('**/v1/feedback?**', route =>
      route.fulfill({ status: 400, json: { code: 'request_invalid', detail: 'Choose another kind.' } }),
    );
    await button('Delays').click();
    await page.reload();
    await page.getByRole('alert').getByText('Choose another kind.').waitFor();
  },
);

test(
  'a warm-up plan is started, refused with the reason, paused and ended, and reputation shows how a domain treated the mail',
  skip,
  async () => {
    const params = { id: await newsletterId() };
    await dashboard.client.patch('/v1/newsletters/{id}', { params, body: { timezone: noonZone() } });
    await open('/reputation');
    await page.getByText('Nothing was sent in this time').waitFor();
    await open('/warm-up');
    await page.getByText('Your list needs no warm-up').waitFor();
    await button('Start a plan …').click();
    const dialog = page.getByRole('dialog', { name: 'Start a warm-up plan' });
    await dialog.getByLabel('Highest number').fill('20');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('must not be less than first_day').waitFor();
    await dialog.getByLabel('Highest number').fill('100');
    await dialog.getByText('It reaches the highest number on day 3.').waitFor();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('each domain may get 50').waitFor();
    await button('Pause growth').click();
    await page.getByText('the number stays the same until you continue').waitFor();
    await button('Continue growth').click();
    await button('Pause growth').waitFor();
    await button('End …').click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the plan' }).click();
    await page.getByText('Your list needs no warm-up').waitFor();
  },
);

async function newsletterId(): Promise<string> {
  return (await dashboard.client.get('/v1/newsletters')).data!.results[0]!.id;
}
