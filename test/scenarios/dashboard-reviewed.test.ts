import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const all = 1495;
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  await sql`
    insert into subscribers (id, newsletter_key, email_address, normal_address, type, source)
    select gen_random_uuid(), newsletters.key, 'r' || n || '@tides.example', 'r' || n || '@tides.example', 'regular', 'test'
    from newsletters, generate_series(1, ${all}::int) n`.execute(dashboard.db);
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

/** Creates a draft, and shows its review to the owner. */
async function review(subject: string, fields: object = {}): Promise<string> {
  const body = { subject, body: 'The first tide.\n\nThe second tide.', status: 'draft' as const, ...fields };
  const { data } = await dashboard.client.post('/v1/emails', { body });
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${data!.id}`);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByText('1,495subscribers get it.').waitFor();
  return data!.id;
}

const read = async (id: string) => (await dashboard.client.get('/v1/emails/{id}', { params: { id } })).data!;
const change = async (id: string, body: object) =>
  assert.equal((await dashboard.client.patch('/v1/emails/{id}', { params: { id }, body })).status, 200);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const changed = () => page.getByRole('dialog', { name: 'This email has changed' });

async function setNewsletter(body: object): Promise<void> {
  const { id } = (await dashboard.client.get('/v1/newsletters')).data!.results[0]!;
  assert.equal((await dashboard.client.patch('/v1/newsletters/{id}', { params: { id }, body })).status, 200);
}

test(
  'a text that somebody changes during the review is not sent: the review shows the change, and starts again',
  skip,
  async () => {
    const id = await review('Reviewed by the owner');
    await change(id, { body: 'The first tide.\n\nThe second storm.', subject: 'Rewritten by another' });
    await button('Send to 1,495 subscribers').click();
    await changed().getByText('Nothing was sent').waitFor();
    assert.equal((await read(id)).status, 'draft');
    await changed().locator('ins', { hasText: 'storm' }).waitFor();
    await changed().locator('del', { hasText: 'tide' }).waitFor();
    await changed().getByRole('region', { name: 'Subject' }).locator('ins').first().waitFor();
    await button('Review it as it is now').click();
    await page.getByRole('dialog', { name: 'Ready to send?' }).getByText('Rewritten by another').waitFor();
    await button('Send to 1,495 subscribers').click();
    await page.waitForURL(/\/sending$/);
    assert.equal((await read(id)).body, 'The first tide.\n\nThe second storm.');
  },
);

test('a snippet that somebody changes during the review is not sent: the review names it', skip, async () => {
  const { data: footer } = await dashboard.client.post('/v1/snippets', {
    body: { identifier: 'footer', content: 'Low water at noon' },
  });
  const id = await review('With a footer', { body: 'The tide.\n\n{{ snippets.footer }}' });
  const params = { id: footer!.id };
  const other = { body: { content: 'Low water at night' } };
  assert.equal((await dashboard.client.patch('/v1/snippets/{id}', { params, ...other })).status, 200);
  await button('Send to 1,495 subscribers').click();
  await changed().getByText('Nothing was sent').waitFor();
  await changed()
    .getByText(/changed the snippet “footer”\.$/)
    .waitFor();
  assert.equal((await read(id)).status, 'draft');
  await button('Review it as it is now').click();
  await page.frameLocator('iframe').getByText('Low water at night').last().waitFor();
  await button('Send to 1,495 subscribers').click();
  await page.waitForURL(/\/sending$/);
});

test(
  'a send can be undone while the screen counts down, says how many people will get it, and offers nothing else',
  skip,
  async () => {
    const id = await review('Sent too early');
    await button('Send to 1,495 subscribers').click();
    await page.getByText(/^Goes out in \d+ seconds?$/).waitFor();
    await page.getByText('1,495subscribers will get it').waitFor();
    assert.equal(await page.getByText('Accepted for').count(), 0);
    assert.equal(await button('Delete …').count(), 0);
    await button('Undo').click();
    await page.getByText('Not sent. The email is a draft again.').waitFor();
    assert.equal((await read(id)).status, 'draft');
  },
);

test('a change by somebody else during a review is not scheduled with the email', skip, async () => {
  const id = await review('To schedule');
  await button('Schedule …').click();
  await change(id, { description: 'Changed meanwhile' });
  await button(/^Schedule for /).click();
  await changed().getByRole('region', { name: 'Description' }).getByText('Changed meanwhile').waitFor();
  await button('Keep writing').click();
  assert.equal((await read(id)).status, 'draft');
});

test(
  'the button says that an approval will be asked for; and the approver sees what changed after the request',
  skip,
  async () => {
    await setNewsletter({ approval_threshold: 1000 });
    const own = await review('Asked for by the owner');
    await button('Ask for approval').click();
    await page.getByText('Another owner or editor has to approve it.').first().waitFor();
    assert.equal((await read(own)).approval.state, 'requested');

    // A program asks for approval, and changes its text while the owner reviews it.
    const { data, error } = await dashboard.client.post('/v1/emails', {
      body: { subject: 'Asked for by a program', body: 'The first tide.' },
    });
    assert.equal(error?.code, 'approval_required', JSON.stringify(data));
    const id = error!.metadata!.email_id!;
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${id}?panel=review`);
    await button('Approve and send to 1,495 subscribers').waitFor();
    await page.getByRole('dialog').getByText('It goes out when you approve it.').waitFor();
    for (const name of ['Do not approve …', 'To others …', 'Keep writing']) {
      const { y, height } = (await button(name).boundingBox())!;
      assert.ok(y + height <= page.viewportSize()!.height, `${name} is in view`);
    }
    await change(id, { body: 'The first storm.' });
    await button('Approve and send to 1,495 subscribers').click();
    await changed().locator('ins', { hasText: 'storm' }).waitFor();
    assert.equal((await read(id)).approval.state, 'requested');
    await button('Review it as it is now').click();
    await button('Approve and send to 1,495 subscribers').click();
    await page.waitForURL(/\/sending$/);
    await setNewsletter({ approval_threshold: null });
  },
);

test('an email that was changed since the list was loaded is not deleted', skip, async () => {
  const id = await review('To delete');
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails`);
  await page.getByRole('link', { name: 'To delete' }).focus();
  await button('More about “To delete”').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await change(id, { body: 'Much better now.' });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Not deleted').waitFor();
  assert.equal((await read(id)).status, 'draft');
});

test(
  'saving the settings of a newsletter leaves alone what somebody else has changed since',
  skip,
  async () => {
    await page.goto(`${dashboard.url}/dashboard/newsletter/settings`);
    await page.getByLabel('Seconds to undo a send').fill('20');
    await setNewsletter({ postal_address: 'Harbour 1', description: 'Of the tides' });
    await Promise.all([
      page.waitForResponse(response => response.request().method() === 'PATCH'),
      button('Save').click(),
    ]);
    const { postal_address, description, undo_seconds } = (await dashboard.client.get('/v1/newsletters'))
      .data!.results[0]!;
    assert.deepEqual([postal_address, description, undo_seconds], ['Harbour 1', 'Of the tides', 20]);
  },
);

test('a review says what has changed since the last one, and who changed it', skip, async () => {
  const id = await review('Seen twice');
  assert.equal(await page.getByText('Changed since you reviewed it').count(), 0);
  await button('Keep writing').click();
  await until('it is noted', async () => {
    const { data } = await dashboard.client.get('/v1/emails/{id}/reviews', { params: { id } });
    return data!.count === 1;
  });
  await change(id, { body: 'The first tide.\n\nThe second storm.' });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await button('Review').click();
  const since = page.locator('details', { hasText: 'Changed since you reviewed it' });
  await since.getByText(/by API key|by first/i).waitFor();
  await since.locator('summary').click();
  await since.locator('ins', { hasText: 'storm' }).waitFor();
  await since.locator('del', { hasText: 'tide' }).waitFor();
});

test('the place of an email is one choice in the review, and the chosen version is sent', skip, async () => {
  const id = await review('Only on paper');
  await page.getByRole('radio', { name: 'Web only' }).click();
  await button('Publish').waitFor();
  assert.equal((await read(id)).email_type, 'archival');
  await page.getByRole('radio', { name: 'Email only' }).click();
  await button('Send to 1,495 subscribers').click();
  await page.waitForURL(/\/sending$/);
  const { email_type, archival_mode, status } = await read(id);
  assert.deepEqual([email_type, archival_mode, status === 'draft'], ['public', 'disabled', false]);
});

test('a review fits into a window of 1280 × 860 pixels without scrolling', skip, async () => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await review('All of it in view');
  await page.getByText('What three subscribers get').waitFor();
  const scrolled = await page.evaluate(() =>
    [...document.querySelectorAll('dialog, dialog *')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .filter(one => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
      .map(({ className }) => className),
  );
  assert.deepEqual(scrolled, []);
});
