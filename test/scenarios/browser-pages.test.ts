import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { inboxLink } from '../../src/platform/inbox/door.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { furnish, linksIn } from '../../src/testing/furnish.ts';
import { readMail } from '../../src/testing/mail-readers.ts';
import { findPageFaults } from '../../src/testing/page-faults.ts';
import { post } from '../../src/testing/pages.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { patienceSeconds } from '../../src/testing/until.ts';

const opened = new AsyncDisposableStack();
let service: TestService;
let browser: Browser;
let paths: string[];
/** Pages that only a form leads to. */
let answers: string[];

before(async () => {
  if (no_browser) return;
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  opened.defer(() => service.stop());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  const { messages } = await furnish(service);
  const sources = service.sink.accepted.map(({ source }) => Buffer.from(source, 'latin1'));
  const mailed = (await Promise.all(sources.map(readMail))).flatMap(({ text }) => linksIn(text));
  paths = [
    ...[
      '/',
      '/test',
      '/test/none',
      '/test/archive/',
      '/test/archive/?q=nothing',
      '/test/archive/open/',
      '/test/archive/paid/',
    ],
    ...[
      '/test/sign-in',
      '/nobody',
      '/inbox',
      `/inbox/messages/${messages}`,
      '/manage/cut-off',
      '/subscribe/cut-off',
    ],
    ...oneOfEach(mailed.filter(path => !/^\/(?:[oc]|files|test\/archive)\//.test(path))),
  ];
  const manage = mailed.find(path => path.startsWith('/manage/'))!;
  const forms: [string, Record<string, string>][] = [
    ['/api/emails/embed-subscribe/test', { email: 'nobody' }],
    ['/api/emails/embed-subscribe/test', { email: 'zoe@example.org' }],
    ['/test/sign-in', { email: 'nobody' }],
    ['/test/sign-in', { email: 'zoe@example.org' }],
    [manage, { do: 'address', email: 'nobody' }],
    [manage, { do: 'topics' }],
    [manage, {}],
  ];
  answers = [];
  for (const [path, fields] of forms) answers.push((await post(service, path, fields)).text);
});
after(() => opened.disposeAsync());

for (const [colorScheme, width] of [
  ['light', 320],
  ['dark', 1100],
] as const) {
  test(`every page is readable, usable and under 50 kB: ${colorScheme}, ${width} pixels wide`, {
    skip: no_browser,
  }, async () => {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
    page.setDefaultTimeout(patienceSeconds * 1000);
    await page.goto(`${service.url}/inbox`);
    await assertUsable(page, 'the closed inbox');
    await page.goto(inboxLink(service.url, service.secret));
    for (const path of paths) {
      const shown = await page.goto(service.url + path);
      assert.ok((await shown!.body()).length < 50_000, path);
      await assertUsable(page, path);
    }
    for (const html of answers) {
      await page.setContent(html);
      await assertUsable(page, html);
    }
  });
}

test('keyboard users see the focus and can skip to the content', {
  skip: no_browser,
}, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceSeconds * 1000);
  await page.goto(`${service.url}/test`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  assert.ok((await skip.boundingBox())!.x >= 0);
  for (let stop = 0; stop < 6; stop += 1) {
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    assert.equal(outline, 'solid', `stop ${stop}`);
    await page.keyboard.press('Tab');
  }
});

test('a form that asks for the time zone starts with that of the browser, and the page stays usable', {
  skip: no_browser,
}, async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, { asks_timezone: true });
  const page = await browser.newPage({ timezoneId: 'Asia/Tokyo', viewport: { width: 320, height: 800 } });
  page.setDefaultTimeout(patienceSeconds * 1000);
  for (const path of ['/test', '/test?as_embed=true']) {
    await page.goto(service.url + path);
    if (path === '/test') await assertUsable(page, path);
    assert.equal(await page.getByLabel('Your time zone').inputValue(), 'Asia/Tokyo', path);
  }
});

/** Keeps one of several addresses that differ only in their token. */
function oneOfEach(addresses: string[]): string[] {
  return [...new Map(addresses.map(path => [path.replace(/[\w-]{30,}/, ''), path])).values()];
}

async function assertUsable(page: Page, what: string): Promise<void> {
  assert.deepEqual(await page.evaluate(findPageFaults), [], what.slice(0, 3000));
}
