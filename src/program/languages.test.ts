import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadDesigns } from '../accounts/look/designs.ts';
import { openWardrobe } from '../accounts/look/dress.ts';
import { emptyLook } from '../accounts/look/fields.ts';
import { compileMessage } from '../engines/rendering/compile.ts';
import { themeOf } from '../engines/rendering/look.ts';
import { teaserEnding } from '../engines/rendering/premium.ts';
import { loadTheme } from '../engines/rendering/theme.ts';
import { loadPages } from '../platform/http/public-pages.ts';
import { loadCatalogue } from '../platform/languages/catalogue.ts';
import { stretchWords, untranslated } from '../testing/pseudo-language.ts';
import { sampleValues } from '../testing/samples/rendering.ts';

const folder = join(import.meta.dirname, '../../themes/default');
const catalogue = stretchWords(loadCatalogue(join(folder, 'words')), 'en', 'ar');
const pages = loadPages(
  pathToFileURL(join(folder, '/')),
  'https://a.example',
  catalogue,
  openWardrobe(loadDesigns(folder), ['https://a.example']),
);
const theme = loadTheme(folder, catalogue);

const look = emptyLook;
const newsletterIn = (locale: string) => ({
  name: '2026',
  path: '/news',
  description: '2027',
  look,
  voice: { locale, formal_words: false, words: {} },
});
const issue = {
  slug: 's',
  title: '2028',
  description: '2029',
  number: 7,
  readership: 'paying',
  date: '2030',
};
const topic = { id: '1', name: '2031', description: '2032' };
const languages = [{ tag: 'de', name: '2033' }];
const common = { sign_up_path: '/x', form_html: '2034', address: '2035', tags: [], metadata: [] };

/** For each page, values that show every text on it. */
const shows: Record<string, Record<string, unknown>[]> = {
  archive: [
    { issues: [issue], words: '', last: 3, page: 2, newer: 1, older: 3, count: 9 },
    { issues: [{ ...issue, readership: 'subscribers' }], words: '2036', count: 1, last: 1 },
    { issues: [], words: '2036', count: 0, last: 1 },
    { issues: [], words: '', count: 0, last: 1 },
  ],
  choice: [{ newsletters: [{ name: '2026', path: '/news', description: '2027' }] }, { newsletters: [] }],
  'confirm-over': [{}, { newsletter: undefined }],
  erased: [
    {
      day: '2030',
      receipt: {
        newsletter: '2026',
        subscriber_id: '2041',
        address_sha256: '2042',
        deleted: {
          consents: 1,
          grants: 2,
          opens_and_clicks: 3,
          bounces_and_complaints: 4,
          former_values: 5,
          links: 6,
        },
        kept: ['2043'],
      },
    },
  ],
  failure: [404, 429, 413, 400, 500].flatMap(status => [
    { status, request_id: '2037' },
    { status, request_id: '2037', newsletter: undefined },
  ]),
  home: [{ featured: [issue], issues: [issue], more: true, site: true }],
  issue: ['', 'subscribers', 'paying'].flatMap(gate =>
    ['', 'https://pay.example'].map(premium_url => ({
      ...issue,
      content_html: '<p>2038</p>',
      gate,
      premium_html: '2039',
      premium_url,
      related: [issue],
      previous: issue,
      next: issue,
      signed_in: gate === '',
    })),
  ),
  manage: [
    { subscribed: true, gone: false, erasable: true, topics: [topic], done: '' },
    { paused: true, gone: false, erasable: true, topics: [], done: 'pause' },
    { type: 'unactivated', gone: true, erasable: true, done: 'topics' },
    ...['resume', 'unsubscribe', 'address', 'return', 'language', 'address-invalid'].map(done => ({
      gone: true,
      erasable: false,
      done,
    })),
  ],
  'signed-up': [{ double_opt_in: true }, { double_opt_in: false }],
  'sign-up': [{ trouble: 'address' }, { trouble: 'captcha' }],
  'sign-in': [{ invalid: true, typed: '2035' }],
  embed: [{ embedded: true }],
  unsubscribe: [{ gone: true }, { gone: false }],
  unsubscribed: [{}, { newsletter: undefined }],
};

/** Parts of pages, and the page for whoever installs the program. */
const notPages = ['frame', 'style', 'look', 'content-style', 'issue-list', 'sign-up-form', 'welcome'];
const values = ['RSS', 'JSON Feed', 'ada@example.org'];

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`no page has a plain text of its own: in a stretched ${locale}, all of it is stretched and ${dir}`, () => {
    const names = readdirSync(join(folder, 'site'))
      .map(file => file.replace('.html', ''))
      .filter(name => !notPages.includes(name));
    assert.deepEqual(
      Object.keys(shows).filter(name => !names.includes(name)),
      [],
    );
    for (const name of names)
      for (const more of shows[name] ?? [{}]) {
        const given = {
          newsletter: newsletterIn(locale),
          asked_language: locale,
          ...common,
          languages,
          ...more,
        };
        const html = pages.make(name, given).body.toString();
        assert.match(html, new RegExp(`<html lang="${locale}" dir="${dir}">`));
        assert.match(html, /⟦/, name);
        assert.deepEqual(untranslated(html, values), [], `${name} ${JSON.stringify(more)}`);
      }
  });

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`no mail has a plain text of its own: in a stretched ${locale}, all of it is stretched and ${dir}`, () => {
    const newsletter = { ...sampleValues.newsletter, name: '2026', postal_address: '2027' };
    const style = { ...emptyLook, locale, formal_words: false, words: {} };
    for (const template of [null, 'classic', 'naked'] as const) {
      const spoken = themeOf(theme, template, style);
      const sources = [
        ...Object.values(spoken.mails),
        {
          subject: '2040',
          description: '',
          body: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe><iframe src="https://1.example/"></iframe>',
          ending: teaserEnding(
            { name: '2026', premium_text: '', premium_url: 'https://1.example/' },
            spoken.words,
          ),
        },
      ];
      for (const source of sources) {
        const filled = compileMessage(source, spoken).fill({
          ...sampleValues,
          newsletter,
          email: { ...sampleValues.email, subject: '2040' },
          confirm_url: 'https://1.example/2',
        });
        assert.match(filled.html, new RegExp(`<html lang="${locale}" dir="${dir}"`));
        assert.deepEqual(untranslated(filled.html, ['1.example']), [], filled.html);
        const text = filled.text.replace(/https:\S+/g, ' ');
        assert.deepEqual(untranslated(text, ['1.example']), [], filled.text);
      }
    }
  });
