import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, findBarriers, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { deskOf } from '../../src/testing/desk.ts';
import { pngOf } from '../../src/testing/pictures.ts';
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

const { text, write, isSaved, insert } = deskOf(() => ({ dashboard, page }));

test('findings about a picture or a table are shown below it, until the marks are shown', skip, async () => {
  await write('![](https://a.example/b.png)\n\n| To | \n| --- |\n| ![](https://a.example/c.png) |\n\nEnd');
  await text().locator('.cm-finding').filter({ hasText: /image/i }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Marks' }).click();
  await text().getByText('![](https://a.example/b.png)').waitFor();
  await text().locator('.cm-finding').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Marks' }).click();
  await text().locator('.cm-finding').first().waitFor();
});

test('a paywall that hides nothing says so, and one press makes it hide the rest', skip, async () => {
  const id = await write('One\n\n<!-- paywall -->\n\nTwo');
  const note = text().getByRole('note').filter({ hasText: 'not for paying subscribers alone' });
  await note.getByRole('button', { name: 'Hide it from those who do not pay' }).click();
  await note.waitFor({ state: 'detached' });
  await until('it is for paying subscribers', async () => {
    const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
    return data?.email_type === 'premium' && data.should_send_teaser;
  });
});

const picture = '![A boat](https://a.example/boat.png)';
const button = '<a class="button" href="https://a.example">Go</a>';

test('cards, tables and pictures are moved by keys', skip, async () => {
  const id = await write(`One\n\n${picture}\n\n${button}\n\n| a |\n| --- |\n| b |\n\nTwo`);
  await text().locator('[data-card=button]').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await isSaved(id, `One\n\n${button}\n\n${picture}\n\n| a |\n| --- |\n| b |\n\nTwo`);
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await isSaved(id, `${button}\n\n${picture}\n\nOne\n\n| a |\n| --- |\n| b |\n\nTwo`);
  await text().getByRole('textbox', { name: 'Row 1, column 1' }).focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await isSaved(id, `${button}\n\n| a |\n| --- |\n| b |\n\n${picture}\n\nOne\n\nTwo`);
  await page.keyboard.press('Escape');
  await text().press('Control+z');
  await isSaved(id, `${button}\n\n${picture}\n\n| a |\n| --- |\n| b |\n\nOne\n\nTwo`);
});

test('a card and a picture are dragged to another place', skip, async () => {
  const id = await write(`One\n\n${button}\n\nTwo\n\nThree`);
  const card = text().locator('[data-card=button]');
  await card.hover();
  const lower = { targetPosition: { x: 40, y: 20 } };
  await card.getByRole('button', { name: 'Move' }).dragTo(text().getByText('Two'), lower);
  await isSaved(id, `One\n\nTwo\n\n${button}\n\nThree`);
});

test('a gallery, a divider and a snippet are inserted, filled in and removed', skip, async () => {
  await dashboard.client.post('/v1/snippets', { body: { identifier: 'farewell', content: 'Until then' } });
  const id = await write('One\n\n');
  await insert('Divider');
  await page.keyboard.type('{{ snippets.farewel }}');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nTwo');
  await text().locator('[data-card=divider]').waitFor();
  await text().locator('[data-card=snippet]').click();
  await page.getByLabel('Name of the snippet').fill('farewell');
  await page.keyboard.press('Enter');
  await isSaved(id, 'One\n\n---\n\n{{ snippets.farewell }}\n\nTwo');
  await text().locator('[data-card=divider]').focus();
  await page.keyboard.press('Delete');
  await isSaved(id, 'One\n\n\n\n{{ snippets.farewell }}\n\nTwo');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await insertPictures('Gallery', 'one', 'two');
  await text().locator('.cm-gallery .cm-picture').nth(1).waitFor();
  const { data } = await dashboard.client.get('/v1/images');
  const written = ['one', 'two'].map(
    name => `![${name}](${data!.results.find(({ image }) => image.endsWith(`/${name}.png`))!.image})`,
  );
  const gallery = (pictures: string) => `<div class="gallery">\n\n${pictures}\n\n</div>`;
  await isSaved(id, `One\n\n\n\n{{ snippets.farewell }}\n\nTwo\n\n${gallery(written.join(' '))}`);
  await text().locator('.cm-gallery-first').hover();
  await text().getByRole('button', { name: 'Remove the box' }).click();
  await isSaved(id, `One\n\n\n\n{{ snippets.farewell }}\n\nTwo\n\n${written.join(' ')}`);
});

const every = [
  ['paywall', '<!-- paywall -->'],
  ['divider', '---'],
  ['button', button],
  ['embed', '<iframe src="https://a.example/player"></iframe>'],
  ['bookmark', '<a class="bookmark" href="https://a.example"><strong>Tides</strong><br>A table</a>'],
  ['cta', `<div class="cta"><p>Walk with us</p><p>${button}</p></div>`],
  [
    'figure',
    '<figure><img src="https://a.example/b.png" alt="A boat"><figcaption>At noon</figcaption></figure>',
  ],
] as const;

test(
  'every card has a name, says what its keys do, opens without barriers, and is left by keys',
  skip,
  async () => {
    const body = ['One', ...every.map(([, written]) => written), '| a |\n| --- |\n| b |', 'Two'].join('\n\n');
    await write(body);
    for (const [name] of every) {
      const card = text().locator(`[data-card=${name}]`);
      await card.focus();
      assert.notEqual(await card.getAttribute('aria-label'), null, name);
      assert.match((await card.getAttribute('aria-description'))!, /Delete/);
      assert.deepEqual(await findBarriers(page, { place: '.cm-editor' }), [], name);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await card.locator(':scope:not(:focus-within)').waitFor();
    }
    const cell = text().getByRole('textbox', { name: 'Row 1, column 1' });
    await cell.focus();
    assert.deepEqual(await findBarriers(page, { place: '.cm-editor' }), [], 'the table');
    await page.keyboard.press('Escape');
    await text().locator(':scope:focus').waitFor();
  },
);

test('a caption is marked and linked with the keys of the text', skip, async () => {
  const figure = (caption: string) =>
    `<figure><img src="https://a.example/b.png" alt="A boat"><figcaption>${caption}</figcaption></figure>`;
  const id = await write(`One\n\n${figure('At noon')}\n\nTwo`);
  await text().locator('[data-card=figure] .cm-card-face').click();
  await page.getByLabel('Caption', { exact: true }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('https://b.example');
  await isSaved(id, `One\n\n${figure('<a href="https://b.example">At</a> <strong>noon</strong>')}\n\nTwo`);
  await text().locator('[data-card=figure] small strong').getByText('noon').waitFor();
});

test('on a phone, a long press on a card leads into its form', skip, async () => {
  const id = await write(`One\n\n${button}\n\nTwo`);
  await page.setViewportSize({ width: 390, height: 800 });
  await text()
    .locator('[data-card=button] .cm-card-face')
    .dispatchEvent('pointerdown', { pointerType: 'touch' });
  await text().locator('[data-card=button] input:focus').waitFor();
  await page.keyboard.type('Come along');
  const changed = button.replace('Go', 'Come along');
  await isSaved(id, `One\n\n${changed}\n\nTwo`);
  await page.getByRole('button', { name: 'Move up' }).click();
  await isSaved(id, `${changed}\n\nOne\n\nTwo`);
  await page.getByRole('button', { name: 'Move down' }).click();
  await page.getByRole('button', { name: 'Move down' }).click();
  await isSaved(id, `One\n\nTwo\n\n${changed}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await isSaved(id, 'One\n\nTwo\n\n');
  await page.setViewportSize({ width: 1200, height: 800 });
});

test(
  'a box moves as one, and others move past it; a table and a picture are moved by buttons',
  skip,
  async () => {
    const box = '<div class="callout">\n\nMind the channel.\n\n</div>';
    const table = '| a |\n| --- |\n| b |';
    const id = await write(`One\n\n${box}\n\n${table}\n\n${picture}`);
    await text().getByRole('textbox', { name: 'Row 1, column 1' }).focus();
    await page.getByRole('button', { name: 'Move the table up' }).click();
    await isSaved(id, `One\n\n${table}\n\n${box}\n\n${picture}`);
    await text().focus();
    await page.keyboard.press('Control+End');
    await page.locator('.cm-tooltip').getByRole('button', { name: 'Half' }).click();
    const half = '<img src="https://a.example/boat.png" alt="A boat" width="256">';
    await isSaved(id, `One\n\n${table}\n\n${box}\n\n${half}`);
    await page.locator('.cm-tooltip').getByRole('button', { name: 'Full' }).click();
    await page.locator('.cm-tooltip').getByRole('button', { name: 'Move up' }).click();
    await isSaved(id, `One\n\n${table}\n\n${picture}\n\n${box}`);
    // Until then, the picture has another height, and the box below it would move away from the pointer.
    await text().locator('.cm-picture-lost').waitFor();
    await text().locator('.cm-callout-first').hover();
    await text().locator('.cm-box-label').getByRole('button', { name: 'Move up' }).click();
    await isSaved(id, `One\n\n${table}\n\n${box}\n\n${picture}`);
  },
);

/** Chooses pictures when the page asks for them. */
async function insertPictures(name: string, ...pictures: string[]): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await insert(name);
  const files = pictures.map(one => ({ name: `${one}.png`, mimeType: 'image/png', buffer: pngOf(one) }));
  await (await asked).setFiles(files);
}

test('the long letter of the tour is written without one visible mark', skip, async () => {
  const id = await write('Dear ');
  await page.keyboard.type('{{ subscriber.metadata.first_name | default: "reader" }},\n\n');
  await page.keyboard.type('the **wreck** is *dry* for two hours');
  await page.keyboard.type('\n\n');
  await insertPictures('Image', 'the-wreck');
  await page.locator('.cm-form input:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await insert('Heading');
  await page.keyboard.type('When to go\n\n');
  await insert('Table');
  for (const cell of ['Tide', 'Height', 'Spring', '4.2 m']) {
    await page.keyboard.type(cell);
    if (cell !== '4.2 m') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+End');
  await insertPictures('Gallery', 'mud', 'gulls');
  await text().locator('.cm-gallery .cm-picture').nth(1).waitFor();
  await text().focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n');
  await insert('Callout');
  await page.keyboard.type('Mind the *channel*.');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\n> البحر لا يرد أحدا\n\n');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('\n');
  await insert('Paywall');
  await page.keyboard.type('The way there, for those who pay ');
  await insert('Footnote');
  await page.keyboard.type('Not alone.');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByLabel('Subject', { exact: true }).focus();
  const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
  for (const mark of [
    '**wreck**',
    '![',
    '| Tide',
    'class="gallery"',
    'class="callout"',
    '> البحر',
    'paywall',
    '[^1]: Not',
  ])
    assert.ok(data?.body?.includes(mark), `${mark} is in\n${data?.body}`);
  const [seen = ''] = await text().allInnerTexts();
  assert.match(seen, /the wreck is dry/);
  assert.doesNotMatch(seen, /\*|^#|^>|\||<\/?\w|!\[|\]\(|\[\^|\{[{%]|---|-->/m);
  await page.getByRole('button', { name: 'Marks' }).click();
  const [written = ''] = await text().allInnerTexts();
  assert.match(written, /the \*\*wreck\*\* is \*dry\*/);
  await page.getByRole('button', { name: 'Marks' }).click();
});

test('cards in an HTML text, as imports have them, have a form and can be moved', skip, async () => {
  const bookmark = '<a class="bookmark" href="https://a.example"><strong>Tides</strong><br />A table</a>';
  const gallery = '<div class="gallery"><img alt="Mud" src="https://a.example/a.jpg" /></div>';
  const others = `<div class="callout"><p>Mind the channel.</p></div>\n${gallery}`;
  const id = await write(`<p>One</p>\n${bookmark}\n<p>Two</p>\n${others}`);
  await text().locator('[data-card=gallery] img').waitFor();
  await text().locator('[data-card=callout]').getByText('Mind the channel.').waitFor();
  await text().locator('[data-card=bookmark]').focus();
  await page.getByRole('textbox', { name: 'Title' }).fill('Ebbs');
  await page.keyboard.press('Enter');
  const changed = bookmark.replace('Tides', 'Ebbs');
  await isSaved(id, `<p>One</p>\n${changed}\n<p>Two</p>\n${others}`);
  await text().locator('[data-card=bookmark]').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await isSaved(id, `${changed}\n\n<p>One</p>\n<p>Two</p>\n${others}`);
});

async function paste(type: string, given: string): Promise<void> {
  await text().evaluate(
    (element, [type, given]) => {
      const data = new DataTransfer();
      data.setData(type, given);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [type, given] as const,
  );
}

test(
  'the address of a video is embedded on a line of its own, and stays an address among words',
  skip,
  async () => {
    const id = await write('One\n\n');
    await paste('text/plain', 'https://youtu.be/dQw4w9WgXcQ');
    await page.keyboard.type('See');
    const player = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>';
    await isSaved(id, `One\n\n${player}\n\nSee`);
    await paste('text/plain', ' https://youtu.be/dQw4w9WgXcQ');
    await isSaved(id, `One\n\n${player}\n\nSee https://youtu.be/dQw4w9WgXcQ`);
  },
);

test('cards copied from other services and from our own pages are pasted as cards', skip, async () => {
  const id = await write('');
  const html = `<p>One</p>
    <figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://eel.example/?a=1&amp;b=2"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Eels &lt;3</div><div class="kg-bookmark-description">How they come back</div></div></a></figure>
    <div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <i>channel</i>.</div></div>
    <figure class="kg-card kg-gallery-card"><div class="kg-gallery-row"><img src="https://a.example/a.jpg" alt="Mud"><img src="https://a.example/b.jpg" alt=""></div></figure>
    <p class="button-wrapper"><a class="button primary" href="https://a.example/walk"><span>Join</span></a></p>
    <div class="cta"><p>Walk with us</p><p><a class="button" href="https://a.example">Join</a></p></div>
    <p class="button-wrapper"><a class="button" href="javascript:alert(1)">Run</a></p>
    <p>Two</p>`;
  await paste('text/html', html);
  const cards = [
    'One',
    '<a class="bookmark" href="https://eel.example/?a=1&amp;b=2"><strong>Eels &lt;3</strong><br>How they come back</a>',
    '<div class="callout">\n\n💡 Mind the *channel*.\n\n</div>',
    '<div class="gallery">\n\n![Mud](https://a.example/a.jpg) ![](https://a.example/b.jpg)\n\n</div>',
    '<a class="button" href="https://a.example/walk">Join</a>',
    '<div class="cta"><p>Walk with us</p><p><a class="button" href="https://a.example">Join</a></p></div>',
    'Run',
    'Two',
  ];
  await isSaved(id, cards.join('\n\n'));
});
