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
  await dashboard.client.post('/v1/snippets', { body: { identifier: 'farewell', content: 'Until then' } });
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

const text = () => page.locator('.cm-content');

/** Opens a draft with this body, and the cursor at its end. */
async function write(body: string): Promise<string> {
  const made = await dashboard.client.post('/v1/emails', {
    body: { subject: `Written ${Math.random()}`, body, status: 'draft' },
  });
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${made.data!.id}`);
  await text().focus();
  await page.keyboard.press('Control+End');
  return made.data!.id;
}

/** Waits until the email is saved with this body. */
async function isSaved(id: string, body: string): Promise<void> {
  let last = '';
  await until(`the body is ${body}`, async () => {
    last = (await dashboard.client.get('/v1/emails/{id}', { params: { id } })).data?.body ?? '';
    return last === body;
  }).catch(() => assert.equal(last, body));
}

/** Types a slash and chooses from the menu that it opens. */
async function insert(name: string): Promise<void> {
  await page.keyboard.type(`/${name}`);
  await page.getByRole('option', { name }).first().waitFor();
  await page.keyboard.press('Enter');
}

type Pasted = { text?: string; html?: string; image?: string };

/** Pastes as the browser would, with everything that the clipboard holds. */
async function paste(pasted: Pasted): Promise<void> {
  await text().evaluate((element, { text = '', html = '', image }) => {
    const data = new DataTransfer();
    if (text) data.setData('text/plain', text);
    if (html) data.setData('text/html', html);
    const bytes = Uint8Array.from(atob(image ?? ''), letter => letter.charCodeAt(0));
    if (image) data.items.add(new File([bytes], 'low-water.png', { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, pasted);
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a letter with a table, a paywall and a snippet is written by keyboard alone', skip, async () => {
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails`);
  await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel('Subject').waitFor();
  await text().waitFor();
  await page.keyboard.type('Low water');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The wreck is dry.');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.getByRole('toolbar', { name: 'Format' }).waitFor();
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await insert('Table');
  for (const cell of ['Tide', 'Height', 'Spring', '4.2 m']) {
    await page.keyboard.type(cell);
    if (cell !== '4.2 m') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await insert('Paywall');
  await insert('Snippet');
  await page.getByRole('option', { name: 'farewell' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Alt+f');
  await page.waitForURL(/emails\/(?!new)[\w-]+$/);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const table = '| Tide   | Height |\n| ------ | ------ |\n| Spring | 4.2 m  |';
  await isSaved(id, `The wreck is **dry.**\n\n${table}\n\n<!-- paywall -->\n\n{{ snippets.farewell }}`);
});

test('rich text becomes Markdown, and an address links the selected words', skip, async () => {
  const word =
    '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·&nbsp; </span>one</p>';
  const google =
    '<b style="font-weight:normal"><p><span style="font-weight:700">Bold</span><span> and * plain</span></p><ul><li><p>one</p></li><ul><li>within</li></ul></ul></b>';
  const cases: [html: string, markdown: string][] = [
    [
      '<h2>Tides</h2><p>See <a href="https://a.example/">the table</a>.</p>',
      '## Tides\n\nSee [the table](https://a.example/).',
    ],
    [word + word, '- one\n- one'],
    [google, '**Bold** and \\* plain\n\n- one\n  - within'],
    [
      '<table><tr><th>A</th><th>B|C</th></tr><tr><td>1</td><td><i>2</i></td></tr></table>',
      '| A | B\\|C |\n| --- | --- |\n| 1 | *2* |',
    ],
    [
      '<div>Mail<br><br>with <b>breaks</b><br>in it</div><script>x</script>',
      'Mail\n\nwith **breaks**\\\nin it',
    ],
    [
      '<p>1. no list</p><pre><code class="language-js">a\n\nb</code></pre><img src="https://a.example/b.png" alt="Bird">',
      '1\\. no list\n\n```js\na\n\nb\n```\n\n![Bird](https://a.example/b.png)',
    ],
    ['<span>plain *text*</span>', 'plain'],
  ];
  for (const [html, markdown] of cases) {
    const id = await write('');
    await paste({ text: 'plain', html });
    await isSaved(id, markdown);
  }
  const id = await write('Link');
  await page.keyboard.press('Shift+Home');
  await paste({ text: 'https://b.example/(x)' });
  await isSaved(id, '[Link](https://b.example/%28x%29)');
});

test('a pasted picture is uploaded, described and given a width; a refused one says why', skip, async () => {
  const id = await write('Before\n\n');
  await paste({ image: pixel });
  const alt = page.getByLabel('What it shows');
  await alt.fill('The wreck at low water');
  await page.getByRole('textbox', { name: 'Width' }).fill('300');
  await page.keyboard.press('Enter');
  await page.keyboard.type('\n\nAfter');
  const { data } = await dashboard.client.get('/v1/images');
  const src = data!.results[0]!.image;
  await isSaved(id, `Before\n\n<img src="${src}" alt="The wreck at low water" width="300">\n\nAfter`);
  await paste({ image: btoa('no picture') });
  await text().getByRole('alert').getByText('low-water.png: image:').waitFor();
  await text().getByRole('button', { name: 'Close' }).click();
  await page.keyboard.type('!');
  await isSaved(id, `Before\n\n<img src="${src}" alt="The wreck at low water" width="300">\n\nAfter!`);
});

test(
  'names are completed, and one that nothing is filled in for is underlined with a suggestion',
  skip,
  async () => {
    const id = await write('{{ subscriber.emial }} and ');
    await page.locator('.cm-lintRange').waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Use subscriber.email' }).first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('{{news');
    await page.getByRole('option', { name: 'newsletter.name' }).waitFor();
    await page.keyboard.press('Enter');
    await isSaved(id, '{{ subscriber.email }} and {{ newsletter.name }}');
  },
);

test('words are found and replaced', skip, async () => {
  const id = await write('low, Low and lower');
  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('low');
  await page.getByLabel('Whole words').check();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('high');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.keyboard.press('Escape');
  await isSaved(id, 'high, high and lower');
});

/** Replaces words in the text, as somebody who looks for them does. */
async function replace(where: Page, from: string, to: string): Promise<void> {
  await where.locator('.cm-content').focus();
  await where.keyboard.press('Control+f');
  await where.getByRole('textbox', { name: 'Find' }).fill(from);
  await where.getByRole('textbox', { name: 'Replace with' }).fill(to);
  await where.getByRole('button', { name: 'Replace all' }).click();
  await where.keyboard.press('Escape');
}

const change = async (id: string, body: string) => {
  const { status } = await dashboard.client.patch('/v1/emails/{id}', { params: { id }, body: { body } });
  assert.equal(status, 200);
};

test(
  'what two people change in different paragraphs is merged; in the same one, they choose',
  skip,
  async () => {
    const id = await write('First.\n\nLow tide on Saturday.\n\nLast.');
    await text().getByText('Saturday').waitFor();
    await change(id, 'First.\n\nLow tide on Sunday.\n\nLast.');
    await replace(page, 'First', 'Very first');
    await isSaved(id, 'Very first.\n\nLow tide on Sunday.\n\nLast.');
    await text().getByText('Sunday').waitFor();

    await change(id, 'Very first.\n\nLow tide on Monday.\n\nLast of theirs.');
    await replace(page, 'Sunday', 'Friday');
    const dialog = page.getByRole('dialog', { name: 'Changed in two places' });
    await dialog.getByRole('region', { name: 'Change 1' }).getByLabel('Both').check();
    await dialog.getByRole('button', { name: 'Save this' }).click();
    await isSaved(id, 'Very first.\n\nLow tide on Friday.\n\nLow tide on Monday.\n\nLast of theirs.');

    await change(id, 'All theirs.');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And mine.');
    await dialog.getByRole('button', { name: 'Take all of theirs' }).click();
    await text().getByText('All theirs.').waitFor();
    await isSaved(id, 'All theirs.');
  },
);

test(
  'what is written offline is kept over a reload, and merged when the connection is back',
  skip,
  async () => {
    const id = await write('First.\n\nLast.');
    await text().getByText('Last').waitFor();
    await page.route('**/v1/emails/**', (route, request) =>
      request.method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    await page.keyboard.type(' Written offline.');
    await page.getByText('Your text is kept in this browser.').waitFor();
    await change(id, 'First, changed elsewhere.\n\nLast.');
    await page.reload();
    await page.getByText('has been restored').waitFor();
    await text().getByText('Written offline.').waitFor();
    await page.unrouteAll();
    await isSaved(id, 'First, changed elsewhere.\n\nLast. Written offline.');
  },
);

test('an earlier version is compared and restored', skip, async () => {
  const id = await write('Written by a program.');
  await page.keyboard.type(' Changed by a person.');
  await isSaved(id, 'Written by a program. Changed by a person.');
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Earlier versions' });
  await dialog.locator('ins').getByText('Changed by a person').waitFor();
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByText('Restored.').waitFor();
  await isSaved(id, 'Written by a program.');
  assert.equal(await text().textContent(), 'Written by a program.');
});

test('settings are saved as the text is, and one that is refused says why', skip, async () => {
  await dashboard.client.post('/v1/tags', { body: { name: 'waders' } });
  const id = await write('Text');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'About this email' });
  await sheet.getByLabel('Description').fill('Where the waders are');
  await sheet.getByRole('group', { name: 'Only readers' }).getByRole('button', { name: 'waders' }).click();
  await sheet.getByLabel('On the web').selectOption('disabled');
  await sheet.getByLabel('Address', { exact: true }).fill('no spaces please');
  await sheet.getByLabel('Address', { exact: true }).blur();
  await sheet.getByText('1 to 100 letters').waitFor();
  await sheet.getByLabel('Address', { exact: true }).fill('waders');
  await sheet.getByLabel('Address', { exact: true }).blur();
  await until('the settings are saved', async () => {
    const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
    const { description, slug, archival_mode, included_tags } = data!;
    return (
      description === 'Where the waders are' &&
      slug === 'waders' &&
      archival_mode === 'disabled' &&
      included_tags.length === 1
    );
  });
});

test('the preview is a mail, text, a page and a row of an inbox, as a reader gets them', skip, async () => {
  await dashboard.client.post('/v1/subscribers', {
    body: { email_address: 'ada@example.org', type: 'regular', metadata: { first_name: 'Ada' } },
  });
  await write(
    'Dear {{ subscriber.metadata.first_name | default: "reader" }}\n\n![](https://a.example/x.png)\n\nEnd',
  );
  const card = page.getByRole('complementary', { name: 'Preview' });
  const frame = card.frameLocator('iframe');
  await frame.getByText('Dear reader').waitFor();
  await card.getByRole('combobox').fill('ada@example.org');
  await frame.getByText('Dear Ada').waitFor();
  await card.getByRole('button', { name: 'Pictures' }).click();
  await frame.locator('img:not([src])').first().waitFor({ state: 'attached' });
  await card.getByLabel('Text', { exact: true }).check();
  await card.locator('pre').getByText('Dear Ada').waitFor();
  await card.getByLabel('Inbox', { exact: true }).check();
  await card.getByRole('listitem').getByText('now').waitFor();
  await card.getByLabel('Page', { exact: true }).check();
  await frame.getByText('Dear reader').waitFor();
  // What was found stands at its line, and the review leads there.
  await page.locator('.cm-line.cm-marked').getByText('a.example').waitFor();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Go to line 3' }).first().click();
  await page.keyboard.type('Here: ');
  await text().getByText('Here: ![]').waitFor();
});

test(
  'the review shows the mail as different people get it, sends a test, and schedules by words',
  skip,
  async () => {
    const add = (email_address: string, metadata: Record<string, string>) =>
      dashboard.client.post('/v1/subscribers', { body: { email_address, type: 'regular', metadata } });
    await add('named@example.org', { nickname: 'Bo' });
    await add('nameless@example.org', {});
    const id = await write('Dear {{ subscriber.metadata.nickname | default: "reader" }}');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Ready to send?' });
    const people = sheet.getByRole('region', { name: 'As three of them get it' });
    await people.getByRole('button', { name: /named@example\.org Dear Bo/ }).waitFor();
    await people
      .getByRole('button', { name: /Dear reader/ })
      .first()
      .waitFor();
    await sheet.getByRole('button', { name: 'To others …' }).click();
    await sheet.getByLabel('Addresses').fill('wren@example.org, finch@example.org');
    await sheet.getByRole('button', { name: 'Send the test' }).click();
    await page.getByText('A test is on its way to wren@example.org, finch@example.org.').waitFor();
    for (const address of ['wren@example.org', 'finch@example.org'])
      assert.match((await dashboard.mailTo(address))[0]!.subject, /^\[PREVIEW\]/);

    await sheet.getByRole('button', { name: 'Schedule …' }).click();
    await sheet.getByLabel('When').fill('someday');
    await sheet.getByText('This says no time to come.').waitFor();
    await sheet.getByLabel('When').fill('24 December at 6 pm');
    await sheet.getByRole('button', { name: /^Schedule for December 24/ }).click();
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
    assert.equal(data?.status, 'scheduled');
    assert.match(data?.publish_date ?? '', /-12-24T/);
  },
);

test('the report of a sent email counts what the ledger counts', skip, async () => {
  await dashboard.client.post('/v1/subscribers', {
    body: { email_address: 'last@reader.example', type: 'regular' },
  });
  const body = { subject: 'Reported', body: 'Look: <https://a.example/>', status: 'about_to_send' as const };
  const id = (await dashboard.client.post('/v1/emails', { body })).data!.id;
  await page.goto(`${dashboard.url}/dashboard/newsletter/emails/${id}/sending`);
  await page.getByRole('status').getByText('Sent', { exact: true }).waitFor();
  await page.getByText('Unsubscribed').waitFor();
  const { data } = await dashboard.client.get('/v1/emails/{id}/analytics/domains', { params: { id } });
  assert.ok(data!.results.length >= 1);
  for (const { domain, recipients } of data!.results)
    await page.getByRole('row', { name: `${domain} ${recipients} 0` }).waitFor();
  const accepted = data!.results.reduce((sum, one) => sum + one.recipients, 0);
  await page.getByText(`accepted by mail servers, of ${accepted}`).waitFor();
});
