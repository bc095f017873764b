import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';

const skip = { skip: no_browser };
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const open = (path: string) => page.goto(`${dashboard.url}/dashboard/${path}`);

async function draft(subject: string, more: object = {}): Promise<string> {
  const made = await dashboard.client.post('/v1/emails', {
    body: { subject, body: 'Text', status: 'draft', ...more },
  });
  return made.data!.id;
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await dashboard.client.get('/v1/emails/{id}', { params: { id } })).data?.status;
}

test('an email is deleted from the list or while it is written, after a question', skip, async () => {
  const [listed, kept, written] = [await draft('Listed'), await draft('Kept'), await draft('Written')];
  await open('newsletter/emails');
  const ask = async (subject: string) => {
    await page.getByRole('link', { name: subject }).focus();
    await page.getByRole('button', { name: `More about “${subject}”` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    return page.getByRole('dialog', { name: `Delete “${subject}”?` });
  };
  await (await ask('Kept')).getByRole('button', { name: 'Cancel' }).click();
  await (await ask('Listed')).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Email deleted.').waitFor();
  await page.getByRole('link', { name: 'Listed' }).waitFor({ state: 'detached' });
  assert.deepEqual([await statusOf(listed), await statusOf(kept)], ['deleted', 'draft']);

  await open(`newsletter/emails/${written}`);
  await page.locator('.cm-content').pressSequentially('Not saved yet. ');
  await page.getByRole('button', { name: 'More about “Written”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  assert.equal(await statusOf(written), 'deleted');
});

test('a copy of an email is a draft with the same text and audience', skip, async () => {
  const tag = await dashboard.client.post('/v1/tags', { body: { name: 'copied' } });
  await draft('Original', { included_tags: [tag.data!.id] });
  await open('newsletter/emails');
  await page.getByRole('link', { name: 'Original' }).focus();
  await page.getByRole('button', { name: 'More about “Original”' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const subject = page.getByLabel('Subject', { exact: true });
  await subject.waitFor();
  assert.equal(await subject.inputValue(), 'Copy of Original');
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
  assert.deepEqual([data?.body, data?.included_tags], ['Text', [tag.data!.id]]);
});

test(
  'the review says who gets the email and why others do not, and its numbers list those people',
  skip,
  async () => {
    const tag = await dashboard.client.post('/v1/tags', { body: { name: 'birds' } });
    const add = (name: string, type: 'regular' | 'unactivated', tags: string[]) =>
      dashboard.client.post('/v1/subscribers', {
        body: { email_address: `${name}@example.org`, type, tags },
      });
    await add('gets', 'regular', ['birds']);
    await add('lacks', 'regular', []);
    await add('waits', 'unactivated', ['birds']);
    const id = await draft('To some', { included_tags: [tag.data!.id] });
    const listed = async (number: string, name: string) => {
      await open(`newsletter/emails/${id}`);
      await page.getByRole('button', { name: 'Review', exact: true }).click();
      const sheet = page.getByRole('dialog', { name: 'Ready to send?' });
      await sheet.getByText('2 others will not get it').click();
      await sheet.getByText('lack the tag “birds”').waitFor();
      await sheet.getByText('have not confirmed').waitFor();
      const row = name === '' ? sheet.locator('p') : sheet.getByRole('listitem').filter({ hasText: name });
      await row.getByRole('link', { name: number, exact: true }).click();
      await page.getByText('1 reader', { exact: true }).waitFor();
      return (await page.getByRole('listitem').first().textContent())!;
    };
    assert.match(await listed('1', ''), /gets@example\.org/);
    assert.match(await listed('1', 'lack the tag'), /lacks@example\.org/);
    assert.match(await listed('1', 'have not confirmed'), /waits@example\.org/);
  },
);

test('a key is bounded by tags, by readers and by approval', skip, async () => {
  await dashboard.client.post('/v1/tags', { body: { name: 'bounded' } });
  await open('newsletter/settings/keys?make=true');
  await page.getByLabel('Name').fill('website');
  await page.getByRole('radiogroup', { name: 'Sending' }).getByRole('radio', { name: 'Write' }).check();
  await page.getByLabel('Maximum readers per email').fill('50');
  await page.getByLabel('Somebody else must approve').check();
  await page.getByLabel('bounded', { exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
  await page.getByText('It is shown only once').waitFor();
  await page.getByText('only readers tagged “bounded”').waitFor();
  const { data } = await dashboard.client.get('/v1/api_keys');
  const { bounds, permissions } = data!.results.find(({ name }) => name === 'website')!;
  assert.deepEqual(
    [
      bounds.tags?.length,
      bounds.most_recipients,
      bounds.needs_approval,
      permissions.sending,
      permissions.emails,
    ],
    [1, 50, true, 'write', 'none'],
  );
});

test('a newsletter is made, and its first key is shown once and works', skip, async () => {
  await open('newsletter/emails');
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('option', { name: 'New newsletter' }).click();
  await page.getByLabel('Name').fill('Höhe & Tide');
  assert.equal(await page.getByLabel('Address of the public page').inputValue(), 'hohe-tide');
  await page.getByRole('button', { name: 'Create newsletter' }).click();
  await page.getByText('This is its first API key').waitFor();
  const key = (await page.locator('code').textContent())!;
  const answer = await fetch(`${dashboard.url}/v1/accounts/me`, {
    headers: { authorization: `Token ${key}` },
  });
  assert.equal(((await answer.json()) as { username: string }).username, 'hohe-tide');
  await page.getByRole('link', { name: 'Open the newsletter' }).click();
  await page.getByText('Write your first email').waitFor();
  assert.equal(await page.getByText(key).count(), 0);
});

test('somebody leaves their last newsletter, and then erases their account', skip, async () => {
  await open('newsletter/settings/team?invite=true');
  await page.getByLabel('Email address').fill('vic@example.org');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite somebody' }).click();
  const link = (await page.locator('code').textContent())!;
  const own = await (await dashboard.person()).newPage();
  await own.goto(link);
  await own.getByRole('button', { name: 'Accept invitation' }).click();
  await own.getByRole('button', { name: 'Leave …' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await own.getByText('You do not belong to any newsletter').waitFor();
  await own.goto(`${dashboard.url}/dashboard`);
  await own.getByRole('link', { name: 'Your profile' }).click();
  await own.getByRole('button', { name: 'Erase …' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Erase my account' }).click();
  await own.getByRole('dialog', { name: 'Sign in' }).waitFor();
  const left = await dashboard.db
    .selectFrom('people')
    .select('id')
    .where('email_address', '=', 'vic@example.org')
    .execute();
  assert.deepEqual(left, []);
});

test('10,000 emails scroll from the first to the last', skip, async () => {
  const { newsletter_key } = await dashboard.db
    .selectFrom('emails')
    .select('newsletter_key')
    .orderBy('key')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sql`
    insert into emails (id, newsletter_key, subject, slug, source, email_type, status, creation_date)
    select gen_random_uuid(), ${newsletter_key}, 'Issue ' || n, 'issue-' || n, 'api', 'public', 'draft',
      now() + n * interval '1 second'
    from generate_series(1, 10000) as n`.execute(dashboard.db);
  await open('newsletter/emails?search=Issue');
  await page.getByText('Issue 10000', { exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText('Issue 1', { exact: true }).waitFor();
  const rows = await page.getByRole('listitem').count();
  assert.ok(rows < 100, `${rows} rows are in the page`);
});
