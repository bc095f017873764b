import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { day_ms } from '../../src/platform/durations.ts';
import { no_browser, openBrowser } from '../../src/testing/browser.ts';
import { findBarriers } from '../../src/testing/dashboard.ts';
import { type ReadMail, readMail } from '../../src/testing/mail-readers.ts';
import { findPageFaults } from '../../src/testing/page-faults.ts';
import { startTestService, type TestService } from '../../src/testing/postrider.ts';
import { patienceSeconds, until } from '../../src/testing/until.ts';

const issues = {
  ar: {
    name: 'نشرة البحر',
    topic: 'الطيور',
    /** A word of the text in another form. */
    search: 'الأصداف',
    greeting: 'مع الشكر على مساعدتكم.',
    subject: 'ما يتركه البحر',
    body: 'مرحبًا بكم في **العدد الأول**.\n\n## على الشاطئ\n\n> قال أحدهم شيئًا جميلًا.\n\n- أصداف\n- رمال\n\n<a class="button" href="https://example.org/">اقرأ المزيد</a>',
    /** Every word in another script is foreign. */
    foreign: /[A-Za-z]{2,}/g,
  },
  ja: {
    name: '潮だより',
    topic: '鳥',
    search: '貝殻',
    greeting: 'いつもありがとうございます。',
    subject: '海が残すもの',
    body: '**創刊号**へようこそ。\n\n## 浜辺で\n\n> 誰かがいいことを言いました。\n\n- 貝殻\n- 砂\n\n<a class="button" href="https://example.org/">続きを読む</a>',
    foreign: /[A-Za-z]{2,}/g,
  },
  de: {
    name: 'Niedrigwasser',
    topic: 'Vögel',
    search: 'Muschel',
    greeting: 'Danke für deine Hilfe.',
    subject: 'Was das Meer liegen lässt',
    body: 'Willkommen zur **ersten Ausgabe**.\n\n## Am Strand\n\n> Jemand hat etwas Schönes gesagt.\n\n- Muscheln\n- Sand\n\n<a class="button" href="https://example.org/">Weiterlesen</a>',
    foreign: /\b(?:the|you|your|and|this|subscribe|unsubscribe|of|to|page|read|sign|is)\b/gi,
  },
};
type Language = keyof typeof issues;
/** Names that are the same everywhere. */
const everywhere =
  /RSS|\bID\b|JSON(?: Feed)?|YouTube|SHA-256|\b[0-9a-f]{64}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|[\w.-]+@[\w.-]+|(?:https?:\/\/|www\.)\S+/g;

let service: TestService;
let browser: Browser;
before(async () => {
  if (!no_browser) browser = await openBrowser();
});
after(() => browser?.close());
beforeEach(async () => {
  if (no_browser) return;
  service = await startTestService({ works: true, env: { SIGN_UPS_PER_HOUR: '1000' } });
});
afterEach(() => service?.stop());

/** A folder for pictures of every page and mail, to look at. */
const pictures = process.env.LANGUAGE_PICTURES;

for (const language of Object.keys(issues) as Language[])
  test(`a reader of a newsletter in ${language} signs up, confirms, reads, manages, leaves and comes back without a foreign word`, {
    skip: no_browser,
  }, async () => {
    const { name, topic, search, greeting, subject, body, foreign } = issues[language];
    const dir = language === 'ar' ? 'rtl' : 'ltr';
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    page.setDefaultTimeout(patienceSeconds * 1000);
    const address = `${language}@example.org`;
    const settings = {
      ...{ name, locale: language, description: subject, timezone: 'Africa/Cairo' },
      ...{ welcome_body: greeting, premium_url: 'https://pay.example/' },
    };
    const id = service.newsletter.id;
    assert.equal((await service.api('PATCH', `/v1/newsletters/${id}`, settings)).status, 200);
    const seen = new Map<string, number>();

    const look = async (what: string) => {
      const shown = await page.evaluate(() => {
        const root = document.documentElement;
        return { lang: root.lang, dir: root.dir, title: document.title };
      });
      assert.deepEqual([shown.lang, shown.dir], [language, dir], what);
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text and rules are not read
      const text = `${shown.title}\n${await page.innerText('body')}\n${await page.evaluate(findSpoken)}`;
      assertNative(withoutNames(text), what);
      // A form in another page stands below the headings of that page.
      const isMeant = (fault: string) =>
        what !== 'embedded-form' || !/^(?:not one h1$|page-has-heading-one:)/.test(fault);
      assert.deepEqual((await page.evaluate(findPageFaults)).filter(isMeant), [], what);
      assert.deepEqual((await findBarriers(page)).filter(isMeant), [], what);
      await picture(page, `${language}-${what}`);
    };
    // The list of languages has each language's own name.
    const withoutNames = (text: string) =>
      service.pages.catalogue.choices.reduce((rest, { name }) => rest.replace(name, ''), text);
    const assertNative = (text: string, what: string) =>
      assert.deepEqual(text.replace(everywhere, ' ').match(foreign) ?? [], [], `${what}\n${text}`);
    const pictureOfMail = async (what: string, html: string) => {
      if (!pictures) return;
      const reader = await browser.newPage({ viewport: { width: 390, height: 844 } });
      await reader.setContent(html);
      await picture(reader, `${language}-mail-${what}`);
      await reader.close();
    };
    const mailed = (what: string) => mailedTo(address, what);
    const mailedTo = async (whom: string, what: string): Promise<ReadMail> => {
      const before = seen.get(whom) ?? 0;
      const source = await until(
        `the mail: ${what}`,
        async () => service.sink.accepted.filter(({ to }) => to === whom)[before]?.source,
      );
      seen.set(whom, before + 1);
      const mail = await readMail(Buffer.from(source, 'latin1'));
      assertNative(`${mail.subject}\n${mail.text}`, what);
      assertNative(wordsOfHtml(mail.html), `the HTML of ${what}`);
      assert.match(mail.html, new RegExp(`<html lang="${language}" dir="${dir}"`));
      const marked = (mail.html.match(/<t(?:able|d)[^>]*>/g) ?? []).filter(
        tag => tag.includes(`lang="${language}"`) && tag.includes(`dir="${dir}"`),
      );
      assert.equal(marked.length, 2, 'the outermost table and the cell of the content');
      await pictureOfMail(what, mail.html);
      return mail;
    };
    const open = (path: string) => page.goto(`${service.url}${path}`);
    /** Acts as the newsletter's owner, and returns the answer. */
    const own = async (method: string, path: string, what: object) => {
      const { status, text, body } = await service.api(method, path, what);
      assert.ok(status < 300, text);
      return body;
    };
    const pathIn = (mail: ReadMail, start: string) =>
      mail.text.match(new RegExp(`http://news\\.example(/${start}/[^\\s)>]+)`))![1]!;
    const press = (selector: string) =>
      Promise.all([page.waitForURL(() => true, { waitUntil: 'load' }), page.locator(selector).click()]);

    await own('POST', '/v1/tags', { name: topic, subscriber_editable: true, public_description: subject });
    await open('/test');
    await look('home');
    await page.fill('#email', 'nobody');
    await page.evaluate(() => document.querySelector('form')!.setAttribute('novalidate', ''));
    await press('form button');
    await look('not-an-address');
    await page.fill('#email', address);
    await press('form button');
    await look('signed-up');
    const confirm = pathIn(await mailed('confirmation'), 'confirm');
    await open(confirm);
    await look('confirm');
    await press('button');
    await look('confirmed');
    const { rows } = { rows: await consentsOf(address) };
    const form = service.pages.catalogue.in({ locale: language }).say('form.consent', { name });
    assert.deepEqual(rows, [form]);
    await mailed('welcome');

    const player = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>';
    const table = `| ${topic} | 1 |\n| --- | --- |\n| ${topic} | 2 |`;
    const whole = `${body}\n\n${table}\n\n${player}`;
    await own('POST', '/v1/emails', { subject, body: whole, slug: `issue-${language}` });
    const issue = await mailed('issue');
    await open(`/test/archive/issue-${language}/`);
    await look('issue');
    const rest = `${body}\n\n<!-- paywall -->\n\n${body}`;
    await own('POST', '/v1/emails', {
      subject,
      body: rest,
      slug: `paid-${language}`,
      email_type: 'premium',
      should_send_teaser: true,
    });
    await mailed('teaser');
    await until('the page with a paywall', async () => (await open(`/test/archive/paid-${language}/`))?.ok());
    await look('paywall');
    for (let number = 0; number < 31; number += 1)
      await own('POST', '/v1/emails', { subject: `${subject} ${number}`, body, status: 'imported' });
    await open('/test/archive/');
    await look('archive');
    await open('/test/archive/?page=2');
    await look('archive-second-page');
    await open(`/test/archive/?q=${encodeURIComponent(search)}`);
    assert.ok((await page.locator('.issues li').count()) > 0, 'the archive is searched by the language');
    await look('found');
    await open('/test/archive/?q=99');
    await look('nothing-found');
    for (const feed of ['rss', 'feed.json'])
      assertNative(wordsOfFeed(await (await fetch(`${service.url}/test/${feed}`)).text()), feed);
    await open('/test?as_embed=true');
    await look('embedded-form');
    await open('/test/sign-in');
    await look('sign-in');
    await page.fill('#email', address);
    await press('form button');
    await look('sign-in-asked');
    const enter = pathIn(await mailed('sign-in'), 'test/sign-in');
    await open(enter);
    await look('sign-in-button');
    await press('form button');
    await look('signed-in');
    await open(`/test/archive/issue-${language}/`);
    await look('issue-of-a-reader');
    await page.context().clearCookies();
    await open(enter);
    await look('used-link');

    const gift = {
      kind: 'gift',
      end_date: new Date(Date.now() + 40 * day_ms).toISOString(),
      message: greeting,
    };
    await own('POST', `/v1/subscribers/${address}/grants`, gift);
    await mailed('gift');
    for (const part of ['ending', 'ended', 'confirmation', 'welcome']) {
      const previewed = await own('POST', `/v1/newsletters/${id}/preview`, { part });
      assertNative(`${previewed.subject}\n${previewed.text}\n${wordsOfHtml(previewed.html)}`, part);
      await pictureOfMail(part, previewed.html);
    }

    const manage = pathIn(issue, 'manage');
    await open(manage);
    await look('manage');
    await page.check('[name=topic]');
    await press('form:has([value=topics]) button');
    await look('topics');
    await page.fill('[name=email]', 'nobody');
    await page.evaluate(() => {
      for (const form of document.querySelectorAll('form')) form.setAttribute('novalidate', '');
    });
    await press('form:has([value=address]) button');
    await look('no-new-address');
    await page.fill('[name=email]', `new-${address}`);
    await press('form:has([value=address]) button');
    await look('address-asked');
    const change = await mailedTo(`new-${address}`, 'new-address');
    await open(pathIn(change, 'manage/address'));
    await look('new-address');
    await open(manage);
    for (const wish of ['pause', 'resume']) {
      await press(`form:has([value=${wish}]) button`);
      await look(wish);
    }
    await open(pathIn(issue, 'unsubscribe'));
    await look('unsubscribe');
    await press('button');
    await look('unsubscribed');
    await open(confirm);
    await look('confirm-too-late');
    await open(manage);
    await look('manage-after-leaving');
    await press('form:has([value=return]) button');
    await look('return-asked');
    await open(pathIn(await mailed('return'), 'subscribe'));
    await look('return');
    await press('button');
    await look('returned');
    await open('/test/nothing/here');
    await look('not-found');
    await open(`/test?lang=${language}`);
    await page.evaluate(() => {
      const form = document.querySelector('form')!;
      form.enctype = 'text/plain';
      form.setAttribute('novalidate', '');
    });
    await press('form button');
    await look('unreadable');
    await open(manage);
    await page.click('summary');
    await page.check('[name=sure]');
    await press('form:has([value=erase]) button');
    await look('erased');
    await open(`${manage.split('?')[0]}?lang=${language}`);
    await look('nobody');
    await open(`/unsubscribe/preview?lang=${language}`);
    await look('preview-link');
    await page.close();
  });

test('a reader’s choice takes precedence over the newsletter, and the link of a mail over both', {
  skip: no_browser,
}, async () => {
  await service.api('PATCH', `/v1/newsletters/${service.newsletter.id}`, {
    ...{ name: 'Low Water', locale: 'en' },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(patienceSeconds * 1000);
  await page.goto(`${service.url}/test?lang=fr`);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await page.fill('#email', 'claire@example.org');
  await page.locator('form button').click();
  const find = async () => (await service.api('GET', '/v1/subscribers/claire@example.org')).body;
  const { locale } = await until('the sign-up', async () => {
    const found = await find();
    return found.id ? found : undefined;
  });
  assert.equal(locale, 'fr');
  assert.deepEqual(await consentsOf('claire@example.org'), [
    service.pages.catalogue.in({ locale: 'fr' }).say('form.consent', { name: 'Low Water' }),
  ]);
  const mail = await until(
    'the mail',
    async () => service.sink.accepted.find(({ to }) => to === 'claire@example.org')?.source,
  );
  const { text, subject } = await readMail(Buffer.from(mail, 'latin1'));
  assert.match(subject, /^Confirmez votre abonnement/);
  const path = /http:\/\/news\.example(\/confirm\/[^\s)>]+)/.exec(text)![1]!;
  await page.goto(service.url + path);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await page.locator('button').click();
  await service.api('POST', '/v1/emails', { subject: 'مرحبا', body: 'مرحبا', locale: 'ar' });
  const issue = await until(
    'the issue',
    async () => service.sink.accepted.filter(({ to }) => to === 'claire@example.org')[1]?.source,
  );
  const read = await readMail(Buffer.from(issue, 'latin1'));
  assert.match(read.html, /<html lang="ar" dir="rtl"/);
  const manage = /http:\/\/news\.example(\/manage\/[^\s)>]+)/.exec(read.text)![1]!;
  assert.match(manage, /\?lang=ar$/);
  for (const [address, lang] of [
    [manage, 'ar'],
    [manage.replace(/\?.*/, ''), 'fr'],
  ]) {
    await page.goto(service.url + address);
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
  }
  await page.selectOption('#language', 'sv');
  await page.locator('form:has([value=language]) button').click();
  await page.waitForSelector('html[lang=sv]');
  assert.equal((await find()).locale, 'sv');
  await page.close();
});

/** Finds in the browser text that is spoken but not shown: names of elements, descriptions of pictures and pages. */
function findSpoken(): string {
  const names = ['aria-label', 'aria-description', 'placeholder', 'alt', 'title'];
  const elements = [...document.querySelectorAll<HTMLElement>('*')];
  const metas = [
    ...document.querySelectorAll<HTMLMetaElement>('meta[name=description], meta[property*=title]'),
  ];
  return [
    ...elements.flatMap(element => names.map(name => element.getAttribute(name) ?? '')),
    ...metas.map(({ content }) => content),
  ].join('\n');
}

/** Returns the text of HTML, including text that is spoken but not shown. */
function wordsOfHtml(html: string): string {
  const spoken = [...html.matchAll(/ (?:alt|title|aria-label)="([^"]*)"/g)].map(([, words]) => words);
  const text = html.replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replace(/&#?\w+;/g, ' ');
  return [text, ...spoken].join('\n');
}

function wordsOfFeed(feed: string): string {
  if (feed.startsWith('{')) {
    const { title, items } = JSON.parse(feed);
    return [
      title,
      ...items.map((item: Record<string, string>) => `${item.title} ${wordsOfHtml(item.content_html!)}`),
    ].join('\n');
  }
  const texts = feed.matchAll(/<(title|description|content:encoded)>([\s\S]*?)<\/\1>/g);
  return [...texts]
    .map(([, , text = '']) => wordsOfHtml(text.replace('<![CDATA[', '').replace(']]>', '')))
    .join('\n');
}

async function consentsOf(address: string): Promise<string[]> {
  const rows = await service.db
    .selectFrom('consents')
    .innerJoin('subscribers', 'subscribers.key', 'consents.subscriber_key')
    .select('form_text')
    .where('email_address', '=', address)
    .execute();
  return rows.map(({ form_text }) => form_text);
}

async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 390, height: 844 });
}
