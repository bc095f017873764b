import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { findBarriers } from '../../src/testing/dashboard.ts';
import { furnish, linksIn } from '../../src/testing/furnish.ts';
import { readMail } from '../../src/testing/mail-readers.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { patienceSeconds } from '../../src/testing/until.ts';

const opened = new AsyncDisposableStack();
let service: TestService;
let browser: Browser;
let pages: Record<string, string>;

before(async () => {
  if (no_browser) return;
  service = await startTestService({ works: true, env: { SMTP_URL: '' } });
  opened.defer(() => service.stop());
  browser = await openBrowser();
  opened.defer(() => browser.close());
  await furnish(service);
  const sources = service.sink.accepted.map(({ source }) => Buffer.from(source, 'latin1'));
  const mailed = (await Promise.all(sources.map(readMail))).flatMap(({ text }) => linksIn(text));
  const mailedLink = (start: string) => mailed.find(path => path.startsWith(start))!;
  pages = {
    front: '/test',
    archive: '/test/archive/',
    issue: '/test/archive/open/',
    'a paid issue': '/test/archive/paid/',
    subscribe: mailedLink('/subscribe/'),
    manage: mailedLink('/manage/'),
    unsubscribe: mailedLink('/unsubscribe/'),
    'sign-in': '/test/sign-in',
  };
});
after(() => opened.disposeAsync());

const change = (look: object) => service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, look);

/** Everything that a look can add to pages, with colours that would be unreadable as they are. */
const everything = {
  announcement_bar_text: 'A book [is out](https://a.example/)',
  socials: [{ type: 'mastodon', url: 'https://a.example/@test', label: 'Mastodon' }],
  tint_color: '#ffcc00',
  text_color: '#bbbbbb',
  button_color: '#9aa0a6',
  link_style: 'highlighted',
};

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds no barrier on any page of a newsletter, whatever its theme: ${colorScheme}`, {
    skip: no_browser,
  }, async () => {
    const page = await browser.newPage({ colorScheme, reducedMotion: 'reduce' });
    page.setDefaultTimeout(patienceSeconds * 1000);
    const { results } = (await service.api('GET', '/v1/themes')).body;
    const themes: [string, object][] = results.map(({ name }: { name: string }) => [
      name,
      { archive_theme: name },
    ]);
    assert.equal(themes.length, 4);
    for (const [theme, look] of [...themes, ['everything', everything] as const]) {
      assert.equal((await change(look)).status, 200);
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(service.url + path);
        assert.deepEqual(await findBarriers(page), [], `${theme}, ${name}`);
      }
    }
    await change({ ...Object.fromEntries(Object.keys(everything).map(name => [name, ''])), socials: [] });
  });
