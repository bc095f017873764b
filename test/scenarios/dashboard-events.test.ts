import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { openReceiver, type Receiver } from '../../src/testing/receiver.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let receiver: Receiver;
let page: Page;

before(async () => {
  if (no_browser) return;
  receiver = await openReceiver();
  dashboard = await openDashboard({ env: { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' } });
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(async () => {
  await dashboard?.close();
  await receiver?.close();
});

const open = (path: string) => page.goto(`${dashboard.url}/dashboard/newsletter/${path}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function addReader(email_address: string): Promise<string> {
  const { data } = await dashboard.client.post('/v1/subscribers', {
    body: { email_address, type: 'regular' },
  });
  return data!.id;
}

test(
  'a webhook is created, its key is shown once, a refused event is seen with request and response and sent again, and events are replayed',
  skip,
  async () => {
    await open('settings/webhooks');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await button('New webhook').click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('Address').fill('https://10.0.0.1/hook');
    await form.getByRole('button', { name: 'New webhook' }).click();
    await form.getByText('is not on the public internet').waitFor();
    await form.getByLabel('Address').fill(`${receiver.url}/hook`);
    await form.getByRole('radio', { name: 'Chosen' }).check();
    await form.getByRole('button', { name: 'New webhook' }).click();
    await form.getByText('Choose at least one event.').waitFor();
    await form.getByLabel('Subscriber added').check();
    await form.getByRole('button', { name: 'New webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.reload();
    const link = page.getByRole('link', { name: receiver.url });
    await link.waitFor();
    assert.equal(await page.getByText(/^whsec_/).count(), 0, 'the key is shown only once');

    receiver.answer = response => void response.writeHead(500).end('out of order');
    await addReader('first@example.org');
    await until('the event is refused', async () => receiver.received.length > 0);
    await link.click();
    const log = page.getByRole('list', { name: 'Attempts' });
    await until('the failure is logged', async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Attempts' }).waitFor();
      return page.getByText('Failing since').isVisible();
    });
    await log.getByRole('link', { name: 'Subscriber added' }).last().click();
    const attempt = page.getByRole('dialog', { name: 'Subscriber added' });
    await attempt.getByText('out of order').waitFor();
    await attempt.getByText('"event_type": "subscriber.created"').waitFor();
    await attempt.getByText(/webhook-signature: v1,/).waitFor();

    receiver.answer = response => void response.writeHead(200).end('thank you');
    await attempt.getByRole('button', { name: 'Send again' }).click();
    await attempt.getByText('thank you').waitFor();
    const [first] = receiver.received;
    assert.equal(receiver.received.at(-1)!.body, first!.body);
    await attempt.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Last success').waitFor();

    const before = receiver.received.length;
    await button('More about this webhook').click();
    await page.getByRole('menuitem', { name: 'Replay events …' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay events' });
    await replay.getByLabel('Since').fill('2020-01-01T00:00');
    await replay.getByText('1 event would be sent.').waitFor();
    await replay.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('heading', { name: 'Resent events to one webhook' }).waitFor();
    await until('the event is replayed', async () => receiver.received.length > before);
    assert.equal(receiver.received.at(-1)!.headers['webhook-id'], first!.headers['webhook-id']);
  },
);

test('events are listed to the end, and found by person and kind, with their data', skip, async () => {
  for (let number = 0; number < 60; number += 1) await addReader(`reader${number}@example.org`);
  await addReader('found@example.org');
  await addReader('other@example.org');
  await open('settings/events');
  const list = page.getByRole('list', { name: 'Events' });
  await list.getByRole('link', { name: 'other@example.org' }).first().waitFor();
  let isRefused = true;
  await page.route('**/v1/events?*cursor=*', route =>
    isRefused
      ? route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'No more for you.' } })
      : route.fallback(),
  );
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('alert').getByText('No more for you.').waitFor();
  isRefused = false;
  await button('Try again').click();
  await list.getByRole('link', { name: 'reader0@example.org' }).first().waitFor();
  await page.unroute('**/v1/events?*cursor=*');
  await page.getByRole('combobox', { name: 'Event' }).selectOption('subscriber.created');
  await page.getByRole('searchbox', { name: 'Subscriber' }).fill('found@example.org');
  await list.getByRole('link', { name: 'other@example.org' }).first().waitFor({ state: 'detached' });
  await list.getByText('Subscriber added').waitFor();
  assert.equal(await list.getByRole('link', { name: 'found@example.org' }).count(), 1);
  await list.getByText('Data', { exact: true }).click();
  await list.getByText('"event_type": "subscriber.created"').waitFor();
  await page.getByRole('searchbox', { name: 'Subscriber' }).fill('nobody@example.org');
  await page.getByRole('heading', { name: 'No subscriber has this address' }).waitFor();
  await button('Show all').first().click();
  await list.getByRole('link', { name: 'other@example.org' }).first().waitFor();
});

test(
  'a bulk action is found with its author and why some stayed unchanged, and is undone from its page',
  skip,
  async () => {
    const ids = [await addReader('left@example.org'), await addReader('stays@example.org')];
    await dashboard.client.patch('/v1/subscribers/{id_or_email}', {
      params: { id_or_email: 'left@example.org' },
      body: { type: 'unsubscribed' },
    });
    const { data } = await dashboard.client.post('/v1/bulk_actions', {
      body: { type: 'unsubscribe_subscribers', metadata: { ids } },
    });
    assert.ok(data && 'id' in data);
    await open('subscribers/actions');
    await page.getByRole('link', { name: 'Unsubscribed' }).first().click();
    await page.getByText('Why some were not changed').waitFor();
    await page.getByText(/by the API key/).waitFor();
    await page.getByRole('link', { name: 'stays@example.org' }).waitFor();
    await button('Undo …').click();
    const dialog = page.getByRole('dialog', { name: 'Undo this action?' });
    await dialog.getByText('1 subscriber would be restored.').waitFor();
    await dialog.getByRole('button', { name: 'Undo it' }).click();
    await page.getByRole('heading', { name: 'Undid an earlier action' }).waitFor();
    await page.getByText('Done', { exact: true }).waitFor();
    const typeOf = async (id_or_email: string) =>
      (await dashboard.client.get('/v1/subscribers/{id_or_email}', { params: { id_or_email } })).data?.type;
    assert.deepEqual(
      [await typeOf('stays@example.org'), await typeOf('left@example.org')],
      ['regular', 'unsubscribed'],
    );
    await page.getByRole('link', { name: 'Show that action' }).click();
    await page.getByText('This action was undone.').waitFor();
    assert.equal(await button('Undo …').count(), 0, 'it can be undone only once');
    await open('subscribers/actions/nothing');
    await page.getByRole('heading', { name: 'There is no such bulk action' }).waitFor();
  },
);

test('a segment is shown in words, renamed, and not deleted while an email uses it', skip, async () => {
  const { data: segment } = await dashboard.client.post('/v1/segments', {
    body: {
      name: 'Newcomers',
      filters: {
        predicate: 'and',
        filters: [
          { field: 'subscriber.metadata.city', operator: 'equals', value: 'Lisbon' },
          { field: 'subscriber.creation_date', operator: 'greater_than', value: '30 days ago' },
        ],
        groups: [],
      },
    },
  });
  const { data: email } = await dashboard.client.post('/v1/emails', {
    body: {
      subject: 'For newcomers',
      body: 'Hi',
      status: 'draft',
      filters: {
        predicate: 'and',
        filters: [{ field: 'subscriber.segment', operator: 'equals', value: segment!.id }],
        groups: [],
      },
    },
  });
  await open('settings/segments');
  await page.getByText('0 subscribers', { exact: true }).waitFor();
  await page.getByText('Metadata “city” is “Lisbon” and Joined less than 30 days ago').waitFor();
  const choose = async (name: string, item: string) => {
    await button(`More about “${name}”`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Newcomers', 'Rename …');
  await page.getByRole('dialog').getByLabel('Name').fill('New people');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'New people' }).waitFor();
  await choose('New people', 'Delete …');
  const dialog = page.getByRole('dialog', { name: 'Delete “New people”?' });
  await dialog.getByText('It cannot be deleted while these use it').waitFor();
  await dialog.getByRole('link', { name: 'For newcomers' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dashboard.client.delete('/v1/emails/{id}', { params: { id: email!.id } });
  await choose('New people', 'Delete …');
  await dialog.getByRole('button', { name: 'Delete the segment' }).click();
  await page.getByRole('heading', { name: 'No segments yet' }).waitFor();
});
