import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { findNewsletterByUsername } from '../../src/accounts/queries.ts';
import { findAccount } from '../../src/payments/account-queries.ts';
import { recount } from '../../src/payments/recount.ts';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { noonZone } from '../../src/testing/noon.ts';
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
const add = (email_address: string) =>
  dashboard.client.post('/v1/subscribers', { body: { email_address, type: 'regular' } });
const find = async (word: string) => {
  const params = { id_or_email: word };
  return (await dashboard.client.get('/v1/subscribers/{id_or_email}', { params })).data!;
};

test('a reader is given a gift, is told, sees it, and loses it again with a reason', skip, async () => {
  await add('ada@example.org');
  await open('subscribers/ada@example.org');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'What they may read' }) });
  await section.getByText('Free issues').waitFor();
  await section.getByText('They get your mail.').waitFor();

  await button('Give a gift …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Until').fill('2001-02-03');
  await dialog.getByLabel('Message').fill('Thank you for the photos.');
  await button('Give the gift').click();
  await dialog.getByText('Choose today or a later day.').waitFor();
  await dialog.getByLabel('Until').fill('2099-05-03');
  await button('Give the gift').click();
  await page.getByText('ada@example.org may read everything now.').waitFor();
  await section.getByText('Everything, paid issues included').waitFor();
  await section.getByText('Gift until May 3, 2099.').waitFor();
  await section.getByText('Thank you for the photos.').waitFor();
  const { type, gift_subscription_message } = await find('ada@example.org');
  assert.deepEqual([type, gift_subscription_message], ['gifted', 'Thank you for the photos.']);

  const [gift] = await dashboard.mailTo('ada@example.org');
  assert.match(gift!.text, /until\s3 May 2099[\s\S]*Thank you for the photos\./);
  const [manage] = /http\S+\/manage\/\S+/.exec(gift!.text)!;
  const reader = await (await dashboard.person()).newPage();
  await reader.goto(manage);
  await reader
    .getByText('You were given everything, including paid issues. This lasts until 3 May 2099.')
    .waitFor();
  await reader.getByRole('button', { name: 'Pause' }).click();
  await reader.getByText('Paused. You get no mail until you resume.').waitFor();
  await reader.getByText('You get no mail, but you can sign in').waitFor();
  await reader.context().close();

  await page.reload();
  await section.getByText('They have paused mail and can resume it themselves.').waitFor();
  await section.getByText('They can still sign in to read.').waitFor();
  await button('End: Gift …').click();
  await dialog.getByLabel('Reason').fill('It was meant for Bo.');
  await button('End it now').click();
  await section.getByText(/^Gift was ended on/).waitFor();
  await section.getByText('It was meant for Bo.').waitFor();
  const { mail_state, standing } = await find('ada@example.org');
  assert.deepEqual([mail_state, standing], ['paused', 'regular'], 'the wish about mail stays');
});

test('many are given a gift at once, are found by it in the list, and give it back', skip, async () => {
  for (const name of ['cy', 'di']) await add(`${name}@example.org`);
  await open('subscribers?search=example.org');
  await page.getByLabel('Select cy@example.org').check();
  await page.getByLabel('Select di@example.org').check();
  await button('Give a gift …').click();
  await page.getByRole('dialog').getByLabel('Until').fill('2099-05-03');
  await button('Give the gift (2)').click();
  await page.getByText('Gift given to 2 subscribers.').waitFor();
  await page.keyboard.press('Escape');

  await open('subscribers');
  await button('Filter …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field').selectOption({ label: 'May read' });
  await dialog.getByLabel('Value').selectOption({ label: 'Gifted' });
  await button('Show 2').click();
  await page.getByText('cy@example.org').waitFor();
  assert.equal(await page.getByText('ada@example.org').count(), 0);
  await button('More about this list').click();
  await page.getByRole('menuitem', { name: 'Columns …' }).click();
  await dialog.getByLabel('Gift ends').check();
  await button('Done').click();
  await page.getByText('May 3, 2099').first().waitFor();

  await page.getByLabel('Select everybody listed').check();
  await button('Take gifts back …').click();
  await button('Take gifts back (2)').click();
  await page.getByText('Gifts taken back from 2 subscribers.').waitFor();
  assert.equal((await find('cy@example.org')).standing, 'regular');
});

test('a trial for everybody who confirms, and the words of its mails, are settings', skip, async () => {
  await open('forms/texts');
  await page.getByLabel('Trial for everybody who confirms, in days').fill('14');
  await button('Save').click();
  await page.getByText('Saved').waitFor();
  await open('forms/mails');
  await page.getByLabel('Mail', { exact: true }).selectOption({ label: 'A gift or trial ends soon' });
  await page.getByLabel('Subject').fill('Only until {{ grant.end }}');
  await page.getByText('Only until 3 May 2027').waitFor();
  await button('Save').click();
  await page.getByText('Saved').waitFor();
  const { data } = await dashboard.client.get('/v1/newsletters');
  const { trial_days, ending_subject } = data!.results[0]!;
  assert.deepEqual([trial_days, ending_subject], [14, 'Only until {{ grant.end }}']);
});

test(
  'a newcomer earns money in a practice: makes a price, a reader buys, reads, pauses, fails to pay, recovers, leaves and comes back, another gives a gift and hears it in a feed of their own, and every number is right at each step',
  skip,
  async () => {
    const paul = 'paul@example.org';
    await add(paul);
    const { data: issue } = await dashboard.client.post('/v1/emails', {
      body: { subject: 'Only for payers', body: 'The tide comes at noon.', email_type: 'premium' },
    });
    await open('settings/payments');
    await button('Start a practice').click();
    await page.getByText('Nobody has paid yet.').waitFor();
    await button('New price …').click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('4.50');
    await button('Create the price').click();
    await page.getByText('$4.50 each month').waitFor();
    assert.deepEqual(await findBarriers(page), []);

    const reader = await signsIn(paul);
    const press = (name: string) => reader.getByRole('button', { name, exact: true }).click();
    await buys(reader);
    await has(paul, 'premium', '$4.50', 1);

    await reader.goto(`${dashboard.url}/newsletter/archive/${issue!.slug}`);
    await reader.getByText('The tide comes at noon.').waitFor();
    await reader.goto(`${dashboard.url}/newsletter/buy`);
    assert.deepEqual(await findBarriers(reader), []);
    await press('Change your plan or card');
    assert.deepEqual(await findBarriers(reader), []);
    await press('Pause payments');
    await has(paul, 'paused', '$0', 1);
    await press('Resume payments');
    await has(paul, 'premium', '$4.50', 1);
    await press('Let the card fail at the next payment');
    await press('Let the paid period be over now');
    await has(paul, 'past_due', '$4.50', 1);
    await page.getByText('$4.50 of it, from 1 payer, may soon be lost').waitFor();
    await press('Let the card work again');
    await has(paul, 'premium', '$4.50', 2);
    await press('End with the paid period');
    await has(paul, 'churning', '$4.50', 2);
    await press('Let the paid period be over now');
    await has(paul, 'churned', '$0', 2);
    await reader.goto(`${dashboard.url}/newsletter/buy`);
    await buys(reader);
    await has(paul, 'premium', '$4.50', 3);
    await button('Compare now').click();
    await page.getByText('2 of 2 agree').first().waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await open(`subscribers/${paul}`);
    await page.getByText('$4.50 each month').first().waitFor();
    await reader.context().close();

    // Gifts for today are mailed at 8:00, or at once if that has passed.
    const { id } = (await findNewsletterByUsername(dashboard.db, 'newsletter'))!;
    await dashboard.client.patch('/v1/newsletters/{id}', { params: { id }, body: { timezone: noonZone() } });
    const mia = 'mia@example.org';
    await add(mia);
    const giver = await signsIn(mia);
    await gives(giver, 'friend@example.org', 'Read this.');
    const link = await until('the mail with the gift', async () => {
      const texts = (await dashboard.mailTo(mia)).map(({ text }) => /http\S+\/gift\/[\w-]+/.exec(text)?.[0]);
      return texts.find(text => text !== undefined);
    });
    await giver.goto(link);
    await giver.getByText('Read this.').waitFor();
    assert.deepEqual(await findBarriers(giver), []);
    assert.equal((await find(mia)).standing, 'regular', 'looking at it gives nothing');
    await giver.getByRole('button', { name: 'Accept the gift' }).click();
    await giver.getByText('The gift is yours').waitFor();
    assert.deepEqual(await findBarriers(giver), []);
    // It is paid once, so it adds to the revenue but not to the monthly revenue.
    await has(mia, 'gifted', '$4.50', 4);
    await giver.goto(`${dashboard.url}/newsletter/archive/${issue!.slug}`);
    await giver.getByText('The tide comes at noon.').waitFor();
    await hasFeed(giver, mia);
    await giver.context().close();
  },
);

/** Signs in with the mailed link, and sees the plans. */
async function signsIn(email_address: string): Promise<Page> {
  const reader = await (await dashboard.person()).newPage();
  await reader.goto(`${dashboard.url}/newsletter/buy`);
  assert.deepEqual(await findBarriers(reader), []);
  await reader.getByRole('link', { name: 'Sign in' }).click();
  await reader.getByLabel('Email address').fill(email_address);
  await reader.getByRole('button', { name: 'Mail me a link' }).click();
  const [mail] = await dashboard.mailTo(email_address);
  await reader.goto(/http\S+sign-in\/[\w-]+/.exec(mail!.text)![0]);
  await reader.getByRole('button', { name: 'Sign in' }).click();
  return reader;
}

/** Creates a private feed on the page of their subscription. The author sees that it is read, and ends it. */
async function hasFeed(reader: Page, address: string): Promise<void> {
  await dashboard.client.post('/v1/emails', { body: { subject: 'To everybody', body: 'Good morning.' } });
  const manage = await until('a link to their subscription', async () => {
    const links = (await dashboard.mailTo(address)).map(
      ({ text }) => /http\S+\/manage\/[\w-]+/.exec(text)?.[0],
    );
    return links.find(link => link !== undefined);
  });
  await reader.goto(manage);
  await reader.getByRole('button', { name: 'Make my address' }).click();
  const feed = await reader.getByLabel('Its address').inputValue();
  assert.deepEqual(await findBarriers(reader), []);
  const answer = await fetch(feed);
  assert.match(await answer.text(), /The tide comes at noon/);
  await open(`subscribers/${address}`);
  const line = page.locator('dd', { hasText: 'Fetched once' });
  await line.waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await line.getByRole('button', { name: 'End the feed' }).click();
  await page.getByText('The address of their feed no longer works.').waitFor();
  assert.equal((await fetch(feed)).status, 404);
}

/** Pays for the shortest gift on the stand-in for Stripe's page. */
async function gives(reader: Page, recipient: string, message: string): Promise<void> {
  await reader.getByText('Give a gift', { exact: true }).click();
  await reader.getByLabel('Their email address').fill(recipient);
  await reader.getByLabel('Your message to them, if you like').fill(message);
  await reader.getByRole('button', { name: 'Pay for the gift' }).click();
  await reader.getByRole('button', { name: 'Pay $4.50, without paying' }).click();
  await reader.getByText('we will send you an email about your gift').waitFor();
}

/** Buys the cheapest plan on the stand-in for Stripe's page. */
async function buys(reader: Page): Promise<void> {
  await reader.getByRole('button', { name: 'Choose' }).first().click();
  assert.deepEqual(await findBarriers(reader), []);
  await reader.getByRole('button', { name: 'Pay $4.50, without paying' }).click();
  await reader.waitForURL(/paid=1/);
}

/** Checks that the reader has this standing, that the screen shows these amounts, and that a recount finds the same. */
async function has(reader: string, standing: string, monthly: string, invoices: number): Promise<void> {
  await until(`${reader} is ${standing}`, async () => (await find(reader)).standing === standing);
  await until('the money is known', async () => {
    const { data } = await dashboard.client.get('/v1/payments/numbers');
    return data?.currencies[0]?.totals.invoices === invoices;
  });
  await open('settings/payments');
  await page.locator('p', { hasText: 'each month from' }).getByText(monthly, { exact: true }).waitFor();
  const newsletter = (await findNewsletterByUsername(dashboard.db, 'newsletter'))!;
  const account = (await findAccount(dashboard.db, newsletter.key))!;
  assert.deepEqual(await recount(dashboard.db, newsletter, account, new Date()), []);
}
