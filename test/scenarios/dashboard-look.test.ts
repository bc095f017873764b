import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { no_browser } from '../../src/testing/browser.ts';
import { type Dashboard, openDashboard, signInAsOwner } from '../../src/testing/dashboard.ts';
import { until } from '../../src/testing/until.ts';

const skip = { skip: no_browser };
const letter = { paper: '#fbf7ef', accent: '#7a1f2b' };
const green = '#0b6b3a';
let dashboard: Dashboard;
let page: Page;

before(async () => {
  if (no_browser) return;
  dashboard = await openDashboard();
  page = await signInAsOwner(dashboard, await dashboard.person());
});
after(() => dashboard?.close());

/** Waits until the preview, or the public page, has this variable. */
const previewHas = (name: string, value: string) =>
  until(`${name} in the preview is ${value}`, async () => (await variable(name)) === value);
const variable = (name: string) =>
  frame()
    .locator('html')
    .evaluate((root, name) => getComputedStyle(root).getPropertyValue(`--${name}`), name);
const frame = (): FrameLocator => page.frameLocator('iframe[title^="Preview"]');
const publicPage = async () => (await fetch(`${dashboard.url}/newsletter`)).text();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const published = () => page.getByText('Published. Your pages have the new look.').waitFor();

test(
  'a look is started from a theme, changed, undone and kept, and becomes public when it is published',
  skip,
  async () => {
    await page.goto(`${dashboard.url}/dashboard/newsletter/forms/look`);
    await page.getByRole('radio', { name: 'Letter' }).check();
    await previewHas('paper', letter.paper);
    await button(/^Links and accents/).click();
    await page.getByLabel('Colour code').fill(green);
    await previewHas('accent', green);
    await button('Undo').click();
    await previewHas('accent', letter.accent);
    await button('Redo').click();
    await previewHas('accent', green);
    for (const part of ['Archive', 'Issue']) {
      await page.getByRole('radio', { name: part, exact: true }).check();
      await frame().getByText('What the fog keeps').first().waitFor();
      await previewHas('accent', green);
    }
    await page.getByRole('radio', { name: 'Mail', exact: true }).check();
    await frame().getByRole('link', { name: 'Unsubscribe' }).waitFor();

    await page.reload();
    await page.getByText('Not published yet').waitFor();
    await previewHas('accent', green);
    const before = await publicPage();
    assert.ok(!before.includes(letter.paper) && !before.includes(green));

    await button('Publish').click();
    await published();
    const after = await publicPage();
    assert.match(after, new RegExp(`--paper:${letter.paper}`));
    assert.match(after, new RegExp(`--accent:${green}`));

    await button('Undo').click();
    await page.getByText('Not published yet').waitFor();
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Discard the changes' }).click();
    await page.getByText('Changes discarded.').waitFor();
    await previewHas('accent', green);
    assert.equal(await publicPage(), after);
  },
);

test(
  'a colour comes from the logo; one that is hard to read and refused lines of CSS are named',
  skip,
  async () => {
    const logo = await uploadSquare('#b01030');
    await page.goto(`${dashboard.url}/dashboard/newsletter/forms/look`);
    await page.locator('summary', { hasText: 'Pictures' }).click();
    await page.getByLabel('Logo').fill(logo);
    await button(/^Buttons/).click();
    await page.getByRole('group', { name: 'From your pictures' }).getByRole('button').first().click();
    const color = await page.getByLabel('Colour code').inputValue();
    const [red, greenPart, blue] = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
    assert.ok(red! > 160 && greenPart! < 40 && blue! < 70, color);
    await previewHas('act', color);

    await page.getByLabel('Colour code').fill('#ffcc00');
    await page.getByLabel('Colour code').fill('');
    await button(/^Text/).click();
    await page.getByLabel('Colour code').fill('#e8e0d0');
    await page.getByText(/#e8e0d0 and #\w+ have a contrast of 1\.\d\. Text needs at least 4\.5\./).waitFor();
    await page.getByLabel('Colour code').fill('');

    await page.locator('summary', { hasText: 'Your own CSS' }).click();
    await page.getByLabel('CSS for pages').fill('h1 { color: red }\n@import url(https://a.example/x.css);');
    await button('Go to line 2').click();
    const selected = await page.getByLabel('CSS for pages').evaluate(field => {
      const { value, selectionStart, selectionEnd } = field as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
    assert.equal(selected, '@import url(https://a.example/x.css);');
  },
);

test(
  'an own layout starts from that of a theme, is checked, and mails have it once it is published',
  skip,
  async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${dashboard.url}/dashboard/newsletter/forms/layout`);
    await button('Start from the layout of a theme').click();
    await page.getByRole('menuitem', { name: 'Start from Postrider' }).click();
    const source = page.getByLabel('Layout, in HTML with Liquid');
    const check = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await frame().getByText('Somebody said something').waitFor();
    await check('There is a link to unsubscribe').getByText('Fine').waitFor();
    const whole = await source.inputValue();
    await source.fill(whole.replaceAll('unsubscribe_url', 'subscribe_url'));
    await check('There is a link to unsubscribe').getByText('Not yet').waitFor();
    await page.getByText('The preview appears when the checks pass.').waitFor();
    await source.fill(
      whole.replace('<tr><td class="footer">', '<tr><td class="footer"><p>Printed on the tide</p>'),
    );
    await frame().getByText('Printed on the tide').waitFor();
    await page.getByLabel('Use it for all emails').check();
    await button('Publish').click();
    await published();
    const { data } = await dashboard.client.get('/v1/newsletters');
    assert.equal(data!.results[0]!.template, 'custom');
    assert.match(data!.results[0]!.custom_email_template, /Printed on the tide/);
  },
);

/** Uploads a picture of this colour, drawn by the browser. Returns its address. */
async function uploadSquare(color: string): Promise<string> {
  const drawn = await page.evaluate(color => {
    const canvas = document.createElement('canvas');
    canvas.width = 40;
    canvas.height = 40;
    const context = canvas.getContext('2d')!;
    context.fillStyle = color;
    context.fillRect(0, 0, 40, 40);
    return canvas.toDataURL('image/png').split(',')[1]!;
  }, color);
  const body = new FormData();
  body.append('image', new File([Buffer.from(drawn, 'base64')], 'logo.png', { type: 'image/png' }));
  const answer = await fetch(`${dashboard.url}/v1/images`, {
    method: 'POST',
    headers: { authorization: `Token ${'k'.repeat(40)}` },
    body,
  });
  return ((await answer.json()) as { image: string }).image;
}
