import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { no_browser, noteMessage } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { deskOf } from '../../src/testing/desk.ts';
import { pngOf } from '../../src/testing/pictures.ts';
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

const { text, write, isSaved, insert, take } = deskOf(() => ({ dashboard, page }));

type Pasted = { text?: string; html?: string; image?: string };

/** Pastes everything in the clipboard, as the browser would. */
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

/** Inserts a picture with the keyboard, as if somebody had chosen it on their computer. */
async function insertPicture(name: string, bytes: Buffer): Promise<string> {
  const asked = page.waitForEvent('filechooser');
  await insert('Image');
  await (await asked).setFiles({ name, mimeType: 'image/png', buffer: bytes });
  await page.locator('input:focus').waitFor();
  const { data } = await dashboard.client.get('/v1/images');
  return data!.results.find(image => !uploaded.has(image.image) && uploaded.add(image.image))!.image;
}
const uploaded = new Set<string>();

test(
  'a long letter with pictures, a table, a paywall and a snippet is written by keyboard alone',
  skip,
  async () => {
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails`);
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Subject', { exact: true }).waitFor();
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
    const wreck = await insertPicture('the-wreck.png', Buffer.from(pixel, 'base64'));
    await page.keyboard.type(' at dusk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('\n\n');
    await insert('Heading');
    await page.keyboard.type('When to go\n\n- by day\nwith boots\n\n');
    await insert('Table');
    for (const cell of ['Tide', 'Height', 'Spring', '4.2 m']) {
      await page.keyboard.type(cell);
      if (cell !== '4.2 m') await page.keyboard.press('Tab');
    }
    // Below a table at the end of the text, a paragraph begins.
    await page.keyboard.press('Control+End');
    await insert('Paywall');
    await page.keyboard.type('The way there.\n\n');
    const chart = await insertPicture('IMG_2041.png', pngOf('chart'));
    await page.keyboard.type('A chart');
    await page.keyboard.press('Enter');
    await page.keyboard.type('\n\n');
    await insert('Snippet');
    await take('farewell');
    await page.keyboard.press('Shift+Alt+f');
    await page.waitForURL(/emails\/(?!new)[\w-]+$/);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const table = '| Tide   | Height |\n| ------ | ------ |\n| Spring | 4.2 m  |';
    const blocks = [
      'The wreck is **dry.**',
      `![the wreck at dusk](${wreck})`,
      '## When to go',
      '- by day\n- with boots',
      table,
      '<!-- paywall -->',
      'The way there.',
      `![A chart](${chart})`,
      '{{ snippets.farewell }}',
    ];
    await isSaved(id, blocks.join('\n\n'));
  },
);

test(
  'a table is written cell by cell, and everything else stays as it is, including line endings',
  skip,
  async () => {
    const before = 'A *word*  \r\nand __more__\r\n\r\n';
    const after = '\r\n\r\n* star\r\n+ plus\r\n';
    const table = '|Tide|Height|\r\n|:-|-:|\r\n|Spring|4.2 m|';
    const id = await write(before + table + after);
    const cell = (name: string) => text().getByRole('textbox', { name, exact: true });
    await cell('Row 1, column 1').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' | neap');
    await isSaved(id, before + table.replace('Spring', 'Spring \\| neap') + after);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ebb');
    await page.keyboard.press('Alt+ArrowUp');
    const rows = '|Tide|Height|\r\n|:-|-:|\r\n| Ebb |  |\r\n|Spring \\| neap|4.2 m|';
    await isSaved(id, before + rows + after);
    await page
      .getByRole('toolbar', { name: 'Table' })
      .getByRole('button', { name: 'Delete the row' })
      .click();
    await page
      .getByRole('toolbar', { name: 'Table' })
      .getByRole('button', { name: 'Delete the column' })
      .click();
    const left = '|Height|\r\n|-:|\r\n|4.2 m|';
    await isSaved(id, before + left + after);
    await page.keyboard.press('Escape');
    await page.keyboard.type('Below');
    await isSaved(id, `${before}${left}\r\n\r\nBelow${after}`);
  },
);

test('a table grows when cells of a spreadsheet are pasted', skip, async () => {
  const id = await write('| a | b |\n| --- | --- |\n| 1 | 2 |\n\nEnd');
  await text().getByRole('textbox', { name: 'Row 1, column 2' }).click();
  await text()
    .getByRole('textbox', { name: 'Row 1, column 2' })
    .evaluate(element => {
      const data = new DataTransfer();
      data.setData('text/plain', 'x\ty\nz\t|\n');
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
  await isSaved(id, '| a | b |  |\n| --- | --- | --- |\n| 1 | x | y |\n|  | z | \\| |\n\nEnd');
});

test('a link and cards are filled in with forms, by keyboard alone', skip, async () => {
  const id = await write('See [the table](https://a.example).\n\n');
  await insert('Button');
  await page.getByRole('textbox', { name: 'Text of the button' }).fill('Walk "with" us');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://b.example');
  await page.keyboard.press('Enter');
  const button = '<a class="button" href="https://b.example">Walk &quot;with&quot; us</a>';
  await page.keyboard.type('After');
  await isSaved(id, `See [the table](https://a.example).\n\n${button}\n\nAfter`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await text().getByRole('group', { name: 'Button: Walk "with" us, https://b.example' }).waitFor();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Leads to' }).fill('https://c.example/(1)');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  await isSaved(id, 'See [the table](https://c.example/%281%29)!.\n\n\n\nAfter');
  assert.equal(await text().getByText('See the table!.').count(), 1);
});

test('an author writes paragraphs, lines, lists and quotes, and sees no marks', skip, async () => {
  const id = await write('');
  const keys = async (...all: string[]) => {
    for (const key of all) await (/^[A-Z]/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
  };
  await keys('one', 'Enter', 'two', 'Shift+Enter', 'three', 'Enter', 'Enter');
  await keys('- a', 'Enter', 'b', 'Enter', 'Tab', 'c', 'Enter', 'Enter', 'd', 'Enter', 'Enter');
  await keys('> e', 'Enter', 'f', 'Enter', 'Enter', 'g', 'Enter', 'h', 'Home', 'Backspace');
  await isSaved(id, 'one\n\ntwo  \nthree\n\n- a\n- b\n  * c\n- d\n\n> e\n>\n> f\n\ngh');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await text().locator(':scope:not(:focus)').waitFor();
});

test('text typed after a link is not part of it, wherever the cursor came from', skip, async () => {
  const link = '[tides](https://a.example)';
  const id = await write(`See ${link}`);
  await page.keyboard.press('End');
  await page.keyboard.type(' now');
  await isSaved(id, `See ${link} now`);
  await page.keyboard.press('Control+z');
  const line = (await text().locator('.cm-line').first().boundingBox())!;
  await page.mouse.click(line.x + line.width - 8, line.y + line.height / 2);
  await page.keyboard.press('Enter');
  await page.keyboard.type('word');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await paste({ text: 'https://b.example' });
  await page.keyboard.type(' on');
  await isSaved(id, `See ${link}\n\n[word](https://b.example) on`);
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('-');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await isSaved(id, `See [tide-](https://a.example)\n\n[word](https://b.example) on`);
});

test(
  'after a click in the white space, on Marks or on an insert, typing goes into the text',
  skip,
  async () => {
    const id = await write('One\n\nTwo');
    const box = (await text().locator('.cm-line').first().boundingBox())!;
    const subject = page.getByLabel('Subject', { exact: true });
    for (const [x, y, typed] of [
      [box.x - 16, box.y + 8, 'c'],
      [box.x + box.width + 8, box.y + 8, 'n'],
      [box.x + 40, 780, '?'],
    ] as const) {
      await subject.focus();
      await page.mouse.click(x, y);
      await page.keyboard.type(typed);
    }
    await page.getByRole('button', { name: 'Marks' }).click();
    await page.keyboard.type('!');
    await page.getByRole('button', { name: 'Marks' }).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('/call to a');
    await take('Call to action');
    await page.locator('[data-card=cta] input:focus').waitFor();
    await page.keyboard.type('Walk');
    await page.keyboard.press('Enter');
    const card = text().locator('[data-card=cta]');
    await card.focus();
    await page.keyboard.type('g h');
    const cta = '<div class="cta"><p>Walk</p><p><a class="button" href="https://">Read more</a></p></div>';
    await isSaved(id, `cOnen\n\nTwo?!\n\n${cta}\n\ng h`);
  },
);

test('beside an empty line, a button opens the menu of inserts', skip, async () => {
  const id = await write('One');
  const plus = page.getByRole('button', { name: 'Insert something' });
  await page.keyboard.press('Enter');
  await plus.click();
  await page.keyboard.type('divider');
  await take('Divider');
  await page.keyboard.type('Two');
  await isSaved(id, 'One\n\n---\n\nTwo');
  await plus.waitFor({ state: 'hidden' });
});

test('the text shows what the chosen reader gets', skip, async () => {
  await dashboard.client.post('/v1/subscribers', {
    body: { email_address: 'bea@example.org', type: 'regular', metadata: { first_name: 'Bea' } },
  });
  await write(
    'Dear {{ subscriber.metadata.first_name | default: "you" }}\n\n{% if subscriber.type == "premium" %}\n\nThanks\n\n{% endif %}\n\nEnd',
  );
  await text().getByText('first name').waitFor();
  await text().getByText('If type is premium').waitFor();
  await page.getByRole('complementary', { name: 'Preview' }).getByRole('combobox').fill('bea@example.org');
  await text().getByText('Bea', { exact: true }).waitFor();
  await text().locator('.cm-chip-off').getByText('If type is premium').waitFor();
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
    [
      `<p class="MsoNormal"><b style='mso-bidi-font-weight:normal'>Bold</b> and <i style='mso-bidi-font-style:normal'>slanted</i>, <b style='font-weight:normal'>not</b></p>`,
      '**Bold** and *slanted*, not',
    ],
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

/**
 * Pastes a photo like those of a camera: 3,200 × 1,600 pixels, red on the left and blue on the right, marked to be rotated to the right.
 */
async function pastePhoto(): Promise<void> {
  await text().evaluate(async element => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3200, height: 1600 });
    const context = canvas.getContext('2d')!;
    const photo = context.createImageData(3200, 1600);
    for (let at = 0; at < photo.data.length; at += 4) {
      const grain = Math.random() * 60;
      const is_left = (at / 4) % 3200 < 1600;
      photo.data.set([is_left ? 255 - grain : grain, grain, is_left ? grain : 255 - grain, 255], at);
    }
    context.putImageData(photo, 0, 0);
    const blob = await new Promise<Blob>(resolve => canvas.toBlob(made => resolve(made!), 'image/jpeg', 0.9));
    const exif = [...'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'];
    const header = [0xff, 0xe1, 0, exif.length + 2, ...exif.map(letter => letter.charCodeAt(0))];
    const parts = [blob.slice(0, 2), new Uint8Array(header), blob.slice(2)];
    const data = new DataTransfer();
    data.items.add(new File(parts, 'harbour.jpg', { type: 'image/jpeg' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
}

test(
  'a large photo is scaled before it is uploaded and stands upright, and the page says its size',
  skip,
  async () => {
    await write('');
    await pastePhoto();
    await page
      .getByText(/^harbour\.jpg was scaled to 1,200 × 2,400 pixels: .+ instead of .+ MB\.$/)
      .waitFor();
    await page.getByLabel('What it shows').waitFor();
    const src = (await text().getByRole('img').getAttribute('src'))!;
    const { size, top, bottom } = await page.evaluate(async src => {
      const bitmap = await createImageBitmap(await (await fetch(src)).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 2400 });
      const context = canvas.getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const colour = (y: number) => {
        const [red, , blue] = context.getImageData(600, y, 1, 1).data;
        return red! > blue! ? 'red' : 'blue';
      };
      return { size: [bitmap.width, bitmap.height], top: colour(100), bottom: colour(2300) };
    }, src);
    assert.deepEqual({ size, top, bottom }, { size: [1200, 2400], top: 'red', bottom: 'blue' });
  },
);

test('names are completed, and an unknown one is underlined with a suggestion', skip, async () => {
  const id = await write('{{ subscriber.emial }} and ');
  await page.locator('.cm-lintRange').waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: 'Use subscriber.email' }).first().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('{{news');
  await take('newsletter.name');
  await isSaved(id, '{{ subscriber.email }} and {{ newsletter.name }}');
});

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

test(
  'the search key opens the search, also from the subject and while the tools are loading',
  skip,
  async () => {
    const id = await write('low tide');
    const { promise: isTime, resolve: go } = Promise.withResolvers<void>();
    await page.route(/\/assets\/tools-/, async route => {
      await isTime;
      await route.continue();
    });
    await page.reload();
    await page.locator('.cm-content').getByText('low tide').waitFor();
    await page.getByLabel('Subject', { exact: true }).focus();
    await page.keyboard.press('Control+f');
    go();
    await page.getByRole('textbox', { name: 'Find' }).fill('low');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('high');
    await page.getByRole('button', { name: 'Replace all' }).click();
    await page.keyboard.press('Escape');
    await isSaved(id, 'high tide');
    await page.unroute(/\/assets\/tools-/);
  },
);

/** Replaces words in the text, as somebody with the search panel does. */
async function replace(where: Page, from: string, to: string): Promise<void> {
  await where.locator('.cm-content[aria-autocomplete]').focus();
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
  'changes in two tabs to different paragraphs are merged; for the same paragraph, the author chooses',
  skip,
  async () => {
    const id = await write('First.\n\nLow tide on Saturday.\n\nLast.');
    await text().getByText('Saturday').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await replace(other, 'Saturday', 'Sunday');
    await isSaved(id, 'First.\n\nLow tide on Sunday.\n\nLast.');
    await replace(page, 'First', 'Very first');
    await isSaved(id, 'Very first.\n\nLow tide on Sunday.\n\nLast.');
    await text().getByText('Sunday').waitFor();

    await replace(other, 'Last.', 'Last of theirs.');
    await isSaved(id, 'Very first.\n\nLow tide on Sunday.\n\nLast of theirs.');
    await replace(other, 'Sunday', 'Monday');
    await isSaved(id, 'Very first.\n\nLow tide on Monday.\n\nLast of theirs.');
    await replace(page, 'Sunday', 'Friday');
    const dialog = page.getByRole('dialog', { name: 'Changed in two places' });
    await dialog.getByRole('region', { name: 'Change 1' }).getByLabel('Both').check();
    await dialog.getByRole('button', { name: 'Save this' }).click();
    await isSaved(id, 'Very first.\n\nLow tide on Friday.\n\nLow tide on Monday.\n\nLast of theirs.');
    await other.close();

    await change(id, 'All theirs.');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And mine.');
    await dialog.getByRole('button', { name: 'Keep all theirs' }).click();
    await text().getByText('All theirs.').waitFor();
    await isSaved(id, 'All theirs.');
  },
);

test(
  'text written without a connection is saved when it is back, also by the page that opens next',
  skip,
  async () => {
    const id = await write('First.\n\nLast.');
    await text().getByText('Last').waitFor();
    const context = page.context();
    const address = page.url();
    const isKept = () => page.getByText('Your text is kept in this browser.').waitFor();
    await context.setOffline(true);
    await page.keyboard.type(' Written offline.');
    await isKept();
    await context.setOffline(false);
    await isSaved(id, 'First.\n\nLast. Written offline.');
    await page.getByText('Saved', { exact: true }).waitFor();

    await context.setOffline(true);
    await page.keyboard.type(' And more.');
    await isKept();
    await change(id, 'First, changed elsewhere.\n\nLast. Written offline.');
    const keptHere = () => page.evaluate(() => Object.entries(localStorage));
    const [kept] = (await keptHere()).filter(([place]) => place.includes(id));
    assert.ok(kept);
    // This page must close before the connection is back, or it may save the text itself. A page that somebody only leaves may live on.
    await page.close();
    await context.setOffline(false);
    page = await context.newPage();
    await page.addInitScript(noteMessage, 'has been restored');
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.wasShown);
    const whole = 'First, changed elsewhere.\n\nLast. Written offline. And more.';
    await isSaved(id, whole);

    // A page that ended before it learned that its text was saved leaves the text in the browser.
    await page.evaluate(([place, text]) => localStorage.setItem(place, text), kept);
    await page.reload();
    await text().getByText('And more').waitFor();
    assert.deepEqual(
      (await keptHere()).filter(([place]) => place.includes(id)),
      [],
    );
  },
);

test(
  'text that was saved although the answer was lost does not conflict with later typing',
  skip,
  async () => {
    const id = await write('Low tide');
    let isLost = false;
    await page.route('**/v1/emails/*', async route => {
      if (isLost || route.request().method() !== 'PATCH') return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.type(' on Sunday');
    await page.getByText('Your text is kept in this browser.').waitFor();
    await isSaved(id, 'Low tide on Sunday');
    await page.keyboard.type(' at noon');
    await isSaved(id, 'Low tide on Sunday at noon');
    await page.unroute('**/v1/emails/*');
  },
);

test(
  'a new email is created once, although the answer was lost and the page loaded again',
  skip,
  async () => {
    const subject = `Once ${Math.random()}`;
    await page.route('**/v1/emails', async route => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await page.goto(`${dashboard.url}/dashboard/newsletter/emails/new`);
    await page.getByLabel('Subject', { exact: true }).fill(subject);
    await page.getByText('Your text is kept in this browser.').waitFor();
    await text().fill('Typed after it was lost');
    await page.unroute('**/v1/emails');
    await page.reload();
    await page.waitForURL(address => !address.pathname.endsWith('/new'));
    await isSaved(new URL(page.url()).pathname.split('/').at(-1)!, 'Typed after it was lost');
    const { data } = await dashboard.client.get('/v1/emails', { query: { subject } });
    assert.equal(data?.count, 1);
  },
);

test(
  'unfinished Liquid stays in this browser without a warning, and is saved when it is finished',
  skip,
  async () => {
    const id = await write('Dear ');
    await text().getByText('Dear').waitFor();
    await page.keyboard.type('{% if subscriber.type == "premium" %}friend');
    const state = page.getByRole('banner').getByRole('status');
    await state.getByText('Kept in this browser until line 1 is finished').waitFor();
    const said = await state.evaluateHandle(element => {
      const texts: (string | null)[] = [];
      const options = { childList: true, characterData: true, subtree: true };
      new MutationObserver(() => texts.push(element.textContent)).observe(
        element.closest('header')!,
        options,
      );
      return texts;
    });
    await page.keyboard.type(' of ours');
    // The review tries to save it.
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByText('Finish the text before you review it. Line 1: the “if” has no “endif”.').waitFor();
    assert.deepEqual(await said.jsonValue(), []);
    await text().focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('{% endif %}');
    await isSaved(id, 'Dear {% if subscriber.type == "premium" %}friend of ours{% endif %}');
    await state.getByText('Saved', { exact: true }).waitFor();
  },
);

test('no request fails while Liquid is typed character by character', skip, async () => {
  const failed: string[] = [];
  const note = (response: { status(): number; url(): string }) =>
    response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`);
  await write('Hello');
  page.on('response', note);
  // Each character stays longer than the preview waits.
  await page.keyboard.type(' {% if subscriber.metadata.city %}in {{ subscriber.metadata.city', { delay: 60 });
  await page.getByText('Kept in this browser until line 1 is finished').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type(' }}{% endif %}', { delay: 60 });
  await page.getByText('Saved', { exact: true }).waitFor();
  page.off('response', note);
  assert.deepEqual(failed, []);
});

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

test('settings are saved like the text, and a refused one says why', skip, async () => {
  await dashboard.client.post('/v1/tags', { body: { name: 'waders' } });
  const id = await write('Text');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'About this email' });
  await sheet.getByLabel('Description').fill('Where the waders are');
  await sheet
    .getByRole('group', { name: 'Only subscribers' })
    .getByRole('button', { name: 'waders' })
    .click();
  await sheet.getByRole('radio', { name: 'Email only' }).click();
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
  await frame.getByText('Dear reader', { exact: true }).waitFor();
  await card.getByRole('combobox').fill('ada@example.org');
  await frame.getByText('Dear Ada', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Show images' }).click();
  await frame.locator('img:not([src])').first().waitFor({ state: 'attached' });
  await card.getByLabel('Plain text', { exact: true }).check();
  await card.locator('pre').getByText('Dear Ada').waitFor();
  await card.getByLabel('Inbox line', { exact: true }).check();
  await card.getByRole('listitem').getByText('now').waitFor();
  await card.getByLabel('Web page', { exact: true }).check();
  await frame.getByText('Dear reader', { exact: true }).waitFor();
  // A finding is marked at its line, and the review leads there.
  const marked = page.locator('.cm-line.cm-marked');
  await marked.locator('[class^=cm-picture]').waitFor();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Go to “End”' }).first().click();
  await page.keyboard.type('Here: ');
  await text().getByText('Here: ').locator('[class^=cm-picture]').waitFor();
  await page.getByRole('button', { name: 'Marks', exact: true }).click();
  await text().getByText('Here: ![]').waitFor();
  await page.getByRole('button', { name: 'Marks', exact: true }).click();
});

test('a hostile mail in the preview runs nothing, and loads nothing but pictures', skip, async () => {
  const hostile = `<html><head><link rel="stylesheet" href="https://evil.example/style">
    <meta http-equiv="refresh" content="0;url=https://evil.example/refresh"></head>
    <body style="margin:0" onload="parent.isHit=true"><p style="color:red">Hostile</p><script>parent.isHit=true</script>
    <img src="https://evil.example/picture" onerror="parent.isHit=true"><svg onload="parent.isHit=true"></svg>
    <iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/object"></object>
    <form action="https://evil.example/form"><input autofocus onfocus="parent.isHit=true"></form></body></html>`;
  const loaded: string[] = [];
  await page.route('https://evil.example/**', async route => {
    loaded.push(new URL(route.request().url()).pathname);
    await route.fulfill({ status: 404 });
  });
  await page.route('**/v1/emails/*/preview', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), html: hostile } });
  });
  await write('Text');
  const frame = page.getByRole('complementary', { name: 'Preview' }).frameLocator('iframe');
  await frame.getByText('Hostile').last().waitFor();
  await until('the picture is asked for', async () => loaded.includes('/picture'));
  assert.equal(
    await frame.locator('p').evaluate(element => getComputedStyle(element).color),
    'rgb(255, 0, 0)',
  );
  assert.equal(await page.evaluate(() => 'isHit' in globalThis), false);
  assert.deepEqual([...new Set(loaded)], ['/picture']);
  await page.unrouteAll();
});

test(
  'the review shows the mail as different people get it, sends a test, and schedules by words',
  skip,
  async () => {
    const add = (email_address: string, metadata: Record<string, string>) =>
      dashboard.client.post('/v1/subscribers', { body: { email_address, type: 'regular', metadata } });
    await add('named@example.org', { nickname: 'Bo' });
    await add('nameless@example.org', {});
    const id = await write('Dear {{ subscriber.metadata.nickname }}');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Ready to send?' });
    const finding = sheet.getByRole('listitem').filter({ hasText: /people who get this have no “nickname”/ });
    await finding.getByRole('button', { name: 'Add a default' }).click();
    await isSaved(id, 'Dear {{ subscriber.metadata.nickname | default: "reader" }}');
    await page.keyboard.type('friend');
    await isSaved(id, 'Dear {{ subscriber.metadata.nickname | default: "friend" }}');
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const people = sheet.getByRole('region', { name: 'What three subscribers get' });
    await people.getByRole('button', { name: /named@example\.org Dear Bo/ }).waitFor();
    await people
      .getByRole('button', { name: /Dear friend/ })
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
    await sheet.getByText('That is not a time in the future.').waitFor();
    await sheet.getByLabel('When').fill('24 December at 6 pm');
    await sheet.getByRole('button', { name: /^Schedule for December 24/ }).click();
    await page.getByRole('heading', { name: 'Emails', level: 1 }).waitFor();
    const { data } = await dashboard.client.get('/v1/emails/{id}', { params: { id } });
    assert.equal(data?.status, 'scheduled');
    assert.match(data?.publish_date ?? '', /-12-24T/);
  },
);
