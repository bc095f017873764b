import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { putOnHold, readSending } from '../../src/platform/fence/queries.ts';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { pngOf } from '../../src/testing/pictures.ts';
import { until } from '../../src/testing/until.ts';
import { keys, keyWords } from '../../web/src/platform/keys.ts';
import { words } from '../../web/src/words.ts';

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

test('an email is deleted from the list or from the editor, after a question', skip, async () => {
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

test('the dialog of shortcuts shows every key that something listens for', skip, async () => {
  await open('newsletter/emails');
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.waitFor();
  const shown = await dialog.locator('section').evaluateAll(groups =>
    groups.map(group => ({
      title: group.querySelector('h3')?.textContent,
      rows: Array.from(group.querySelectorAll('dl > div'), row => [
        row.querySelector('dt')?.textContent,
        Array.from(row.querySelectorAll('kbd'), key => key.textContent),
      ]),
    })),
  );
  const named = words.shortcuts.groups;
  const listed = Object.entries(keys).map(([group, ways]) => {
    const { title, names } = named[group as keyof typeof named] as {
      title: string;
      names: Record<string, string>;
    };
    return { title, rows: Object.entries(ways).map(([name, each]) => [names[name], each.flatMap(keyWords)]) };
  });
  assert.deepEqual(shown, listed);
  await page.keyboard.press('Escape');
  await open('newsletter/emails/new');
  await page.getByLabel('Subject', { exact: true }).press('Control+/');
  await dialog.waitFor();
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
      await sheet.getByText('lack the tag “birds”').waitFor();
      await sheet.getByText('have not confirmed').waitFor();
      const row = name === '' ? sheet.locator('p') : sheet.getByRole('listitem').filter({ hasText: name });
      await row.getByRole('link', { name: number, exact: true }).click();
      await page.getByText('1 subscriber', { exact: true }).waitFor();
      return page.getByRole('list', { name: '1 subscriber' }).getByRole('listitem');
    };
    await (await listed('1', '')).getByText('gets@example.org').waitFor();
    await (await listed('1', 'lack the tag')).getByText('lacks@example.org').waitFor();
    await (await listed('1', 'have not confirmed')).getByText('waits@example.org').waitFor();
  },
);

test('a key is limited by tags, by subscribers and by approval', skip, async () => {
  await dashboard.client.post('/v1/tags', { body: { name: 'bounded' } });
  await open('newsletter/settings/keys?make=true');
  await page.getByLabel('Name').fill('website');
  await page.getByRole('radiogroup', { name: 'Sending' }).getByRole('radio', { name: 'Write' }).check();
  await page.getByLabel('Most subscribers per email').fill('50');
  await page.getByLabel('Somebody else must approve').check();
  await page.getByLabel('bounded', { exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
  await page.getByText('It is shown only once').waitFor();
  await page.getByText('only subscribers tagged “bounded”').waitFor();
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

test('a newsletter is created, and its first key is shown once and works', skip, async () => {
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

test('a tag is created, renamed and merged into another; one in use says by what', skip, async () => {
  const { client } = dashboard;
  const made = await client.post('/v1/tags', { body: { name: 'waders' } });
  const kept = await client.post('/v1/tags', { body: { name: 'shore birds' } });
  for (const name of ['ada', 'bo'])
    await client.post('/v1/subscribers', {
      body: { email_address: `${name}@example.org`, type: 'regular', tags: [made.data!.id] },
    });
  const id = await draft('For waders', { included_tags: [made.data!.id] });
  await open('newsletter/settings/tags?make=true');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('shore birds');
  await dialog.getByRole('button', { name: 'New tag' }).click();
  await dialog.getByText('already exists').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('gulls');
  await dialog.getByRole('button', { name: 'New tag' }).click();
  await page.getByText('“gulls” created.').waitFor();

  const more = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More about “${name}”` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.getByRole('listitem').filter({ hasText: 'waders' }).getByText('2 people').waitFor();
  await more('waders', 'Delete …');
  await dialog.getByRole('link', { name: 'For waders' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await client.delete('/v1/emails/{id}', { params: { id } });
  await more('gulls', 'Delete …');
  await dialog.getByText('Nobody has this tag.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“gulls” deleted.').waitFor();
  await more('waders', 'Merge …');
  await dialog.getByLabel('Into').selectOption('shore birds');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByText('Merged into “shore birds”.').waitFor();
  const { data } = await client.get('/v1/subscribers', { query: { tag: [kept.data!.id] } });
  assert.equal(data!.count, 2);
  const { data: left } = await client.get('/v1/tags');
  assert.deepEqual(
    left!.results.map(({ name }) => name).filter(name => name === 'waders' || name === 'gulls'),
    [],
  );
});

test('a snippet is written once, and says where it is used before it is deleted', skip, async () => {
  await open('newsletter/settings/snippets');
  await page.getByRole('button', { name: 'New snippet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Sign-off');
  await dialog.getByText('{{ snippets.sign_off }}').waitFor();
  await dialog.locator('.cm-content').pressSequentially('Until the light comes back');
  await dialog.getByRole('button', { name: 'New snippet' }).click();
  await page.getByText('not used').waitFor();
  const id = await draft('Signed', { body: '{{ snippets.sign_off }}' });
  await page.reload();
  await page.getByText('used once').waitFor();
  await page.getByRole('button', { name: 'More about “Sign-off”' }).click();
  await page.getByRole('menuitem', { name: 'Delete …' }).click();
  await dialog.getByRole('link', { name: 'Signed' }).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No snippets yet').waitFor();
  await dashboard.client.delete('/v1/emails/{id}', { params: { id } });
});

test('files say how often they are used, and unused ones are found and deleted', skip, async () => {
  for (const name of ['wreck.png', 'gull.png']) {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(pngOf(name))], { type: 'image/png' }), name);
    await dashboard.client.post('/v1/images', { body: form });
  }
  const { data } = await dashboard.client.get('/v1/files');
  const wreck = data!.results.find(({ name }) => name === 'wreck.png')!;
  const id = await draft('With the wreck', { body: `![The wreck](${wreck.address})` });
  await open('newsletter/settings/files');
  await page.getByText('used once').waitFor();
  await page.getByRole('button', { name: 'Unused' }).click();
  await page.getByText('wreck.png').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More about “gull.png”' }).click();
  await page.getByRole('menuitem', { name: 'Delete …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Nothing here uses it').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Every file is used somewhere.').waitFor();
  await dashboard.client.delete('/v1/emails/{id}', { params: { id } });
});

test('conditions of the list are in the address, and each is cleared by its chip', skip, async () => {
  const tag = (await dashboard.client.post('/v1/tags', { body: { name: 'narrowed' } })).data!.id;
  await draft('Narrowed by tag', { included_tags: [tag] });
  await draft('Narrowed by nothing');
  await open('newsletter/emails');
  await page.getByRole('link', { name: 'Narrowed by nothing' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('narrowed');
  await page.getByRole('button', { name: 'Filter …' }).click();
  await page.getByLabel('For subscribers with the tag').selectOption('narrowed');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Narrowed by nothing').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('tag'), tag);
  await page.reload();
  await page.getByRole('link', { name: 'Narrowed by tag' }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter “Tag: narrowed”' }).click();
  await page.getByRole('link', { name: 'Narrowed by nothing' }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter “Subject: narrowed”' }).click();
  await page.waitForURL(/emails$/);
});

test('emails are selected by keyboard, and a sheet says what happens to which', skip, async () => {
  const [first, second] = [await draft('Chosen one'), await draft('Chosen two')];
  const sent = await dashboard.client.post('/v1/emails', {
    body: { subject: 'Chosen three', body: 'x', status: 'imported' },
  });
  await open('newsletter/emails?search=Chosen');
  await page.getByRole('link', { name: 'Chosen three' }).waitFor();
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('region', { name: '3 selected' });
  await bar.getByRole('button', { name: 'Hide from the web' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hide 3 emails from the web?' });
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  // The focus goes back to its place in the list.
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2' }).click();
  await page.getByText('2 emails deleted.').waitFor();
  assert.deepEqual(await Promise.all([first, second, sent.data!.id].map(statusOf)), [
    'deleted',
    'deleted',
    'imported',
  ]);
});

test('a scheduled email is moved in the calendar, and made a draft again', skip, async () => {
  const later = new Date(Date.now() + 9 * 86_400_000);
  later.setUTCHours(9, 0, 0, 0);
  const { data } = await dashboard.client.post('/v1/emails', {
    body: { subject: 'Planned', body: 'x', status: 'scheduled', publish_date: later.toISOString() },
  });
  const id = data!.id;
  const dateOf = async () =>
    (await dashboard.client.get('/v1/emails/{id}', { params: { id } })).data!.publish_date!.slice(0, 16);
  const after = (days: number) => new Date(later.getTime() + days * 86_400_000).toISOString().slice(0, 16);
  await open(`newsletter/emails/calendar?month=${later.toISOString().slice(0, 7)}`);
  const entry = page.getByRole('link', { name: 'Planned' });
  await entry.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByText('Moved to').waitFor();
  assert.equal(await dateOf(), after(-1));
  await page.getByRole('button', { name: 'Undo' }).click();
  // The first message has disappeared, so this is the second: the calendar has been read again.
  await page.getByText('Moved to').waitFor();
  assert.equal(await dateOf(), after(0));

  // Somebody else moves it while the calendar is open.
  await page.getByRole('link', { name: 'Planned' }).hover();
  const body = { publish_date: `${after(2)}:00Z` };
  await dashboard.client.patch('/v1/emails/{id}', { params: { id }, body });
  await page.getByRole('button', { name: 'Move “Planned”' }).click();
  await page.getByRole('menuitem', { name: 'A day earlier' }).click();
  await page.getByText('Somebody has changed this email in the meantime.').waitFor();
  assert.equal(await dateOf(), after(2));

  await open('newsletter/emails?search=Planned');
  await page.getByRole('link', { name: 'Planned' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Back to draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Back to draft (1)' }).click();
  await page.getByText('1 email is a draft again.').waitFor();
  assert.equal(await statusOf(id), 'draft');
});

test(
  'an installation on hold is resumed, with a decision for one email and one for the rest',
  skip,
  async () => {
    const planned = { status: 'scheduled', publish_date: '2035-01-01T00:00:00Z' };
    const [goes, stops] = [await draft('Goes on', planned), await draft('Stops', planned)];
    await putOnHold(dashboard.db, 'rolled_back', '');
    await open('newsletter/emails');
    await page.getByRole('link', { name: 'See why and resume' }).click();
    await page.getByText('older than what this installation has already done').waitFor();
    await page.getByRole('radiogroup', { name: 'The rest of Goes on' }).getByLabel('Send the rest').check();
    await page.getByRole('button', { name: 'Resume sending' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resume this installation?' });
    await dialog.getByRole('button', { name: 'Resume sending' }).click();
    await page.getByText('This installation is not on hold').waitFor();
    await page.getByRole('complementary', { name: 'On hold' }).waitFor({ state: 'detached' });
    assert.deepEqual([await statusOf(goes), await statusOf(stops)], ['scheduled', 'errored']);
    await until('sending is open again', async () => (await readSending(dashboard.db)) === 'open');
  },
);

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
