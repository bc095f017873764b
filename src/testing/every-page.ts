import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadDesigns } from '../accounts/look/designs.ts';
import { openWardrobe } from '../accounts/look/dress.ts';
import { emptyLook } from '../accounts/look/fields.ts';
import { loadPages } from '../platform/http/public-pages.ts';
import type { Catalogue } from '../platform/languages/catalogue.ts';
import { inProgram } from '../platform/root.ts';

const folder = inProgram('themes/default');

const newsletterIn = (locale: string) => ({
  name: '2026',
  path: '/news',
  description: '2027',
  look: emptyLook,
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
const comment = {
  ...{ id: '1', name: '2071', shown_name: '2071', text: '2073', date: '2030', day: '2030' },
  may_reply: true,
};
const topic = { id: '1', name: '2031', description: '2032' };
const languages = [{ tag: 'de', name: '2033' }];
const results = { count: 3, bars: [{ words: '2061', share: '100', width: 100 }] };
const common = { sign_up_path: '/x', form_html: '2034', address: '2035', tags: [], metadata: [] };

/** Values for each page that show every text on it. */
const shows: Record<string, Record<string, unknown>[]> = {
  archive: [
    { issues: [issue], words: '', last: 3, page: 2, newer: 1, older: 3, count: 9 },
    { issues: [{ ...issue, readership: 'subscribers' }], words: '2036', count: 1, last: 1 },
    { issues: [], words: '2036', count: 0, last: 1 },
    { issues: [], words: '', count: 0, last: 1 },
  ],
  answer: [
    ...(['radio', 'checkbox', 'text'] as const).map(input_type => ({
      ...{ question: '2060', input_type, text: '2062', may_write: true, is_answered: true, is_missing: true },
      choices: input_type === 'text' ? [] : [{ number: 0, words: '2061', is_chosen: true }],
    })),
    { question: '2060', is_done: true, chosen: ['2061'], text: '2062', again: '/x', results },
    { question: '2060', is_closed: true, results },
  ],
  choice: [{ newsletters: [{ name: '2026', path: '/news', description: '2027' }] }, { newsletters: [] }],
  comments: [
    ...['active', 'pending', 'deleted', 'muted', 'unmuted', 'empty'].map(state => ({
      ...{ slug: 's', issue: '2028', state, name: '2071', parent: { id: '1', name: '2072', text: '2073' } },
      ...{
        hidden: [{ id: '1', text: '2074' }],
        own: [{ id: '2', text: '2075' }],
        is_muted: state === 'muted',
      },
    })),
    { slug: 's', issue: '2028', closed: true, premium_url: 'https://pay.example', hidden: [], own: [] },
  ],
  'comment-mute': [{}, { done: true }],
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
  form: [
    ...(['address', 'answer', 'captcha', 'too_fast'] as const).map(trouble => ({
      ...{ ...common, title: '2070', body_html: '2071', button: '2072', trouble, shown: 'x' },
      fields: (['text', 'choice', 'date', 'consent'] as const).map(type => ({
        ...{ id: type, name: type, label: '2073', type, options: ['2074'], value: '', is_missing: true },
      })),
    })),
    { ...common, title: '2070', is_closed: true },
  ],
  friends: [
    { share_url: '2075', count: 0 },
    { share_url: '2075', count: 3 },
  ],
  gift: [
    ...['year', 'month', 'week'].map(lasts => ({
      state: 'paid',
      giver: '2050',
      message: '2051',
      lasts,
      sign_in: '/x',
    })),
    { state: 'paid', giver: '', message: '', lasts: 'year' },
    { state: 'accepted', end: '2030', sign_in: '/x' },
    { state: 'over' },
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
      comments_path: '/x',
      comments:
        gate === ''
          ? { count: 2, threads: [{ ...comment, replies: [{ ...comment, name: '' }] }] }
          : { count: 0, threads: [] },
    })),
  ),
  manage: [
    {
      ...{ subscribed: true, gone: false, erasable: true, topics: [topic], done: '' },
      frequency: 'each',
      sisters: [{ id: '1', name: '2026', description: '2027', form_html: '2034' }],
      friends_address: '/x',
      ...{ premium_url: 'https://pay.example', plan: { is_running: true, ends_with_mail: true } },
    },
    ...[true, false].flatMap(entitled =>
      ['', 'https://a.example/feed/1.xml'].map(feed_address => ({
        ...{
          subscribed: true,
          access: { entitled },
          feed_address,
          topics: [],
          done: entitled ? 'feed' : 'feed-off',
        },
      })),
    ),
    { paused: true, gone: false, erasable: true, topics: [], done: 'pause' },
    { type: 'unactivated', gone: true, erasable: true, done: 'topics' },
    ...['frequency', 'resume', 'unsubscribe', 'address', 'return', 'language', 'address-invalid'].map(
      done => ({
        gone: true,
        erasable: false,
        done,
      }),
    ),
  ],
  plans: [
    {
      offers: ['year', 'month', 'week', 'one-time'].map(cadence => ({ id: '1', cadence, amount: '$5' })),
      signed_in: false,
      practice: true,
      trouble: 'away',
      issue: 's',
    },
    { offers: [{ id: '1', cadence: 'one-time', amount: '' }], signed_in: true },
    { offers: [], signed_in: true },
    {
      offers: [],
      gifts: ['year', 'month', 'week'].map(lasts => ({ id: '1', lasts, amount: '$5' })),
      gift: { first: '2030-01-01', last: '2031-01-01', recipient: '2052', message: '2053', price: '1' },
      ...{ signed_in: true, practice: true, trouble: 'gift', gift_paid: true },
    },
    { paid: true, state: '' },
    { paid: true, state: 'paid' },
    { paid: false, state: 'running' },
  ],
  poll: [
    { question: '2060', choices: ['2061'], here: 'polls/x', results },
    { question: '2060', choices: ['2061'], is_closed: true },
  ],
  'signed-up': [
    { double_opt_in: true },
    { double_opt_in: false },
    { unpaid: true, premium_url: 'https://pay.example' },
  ],
  confirmed: [{}, { unpaid: true, premium_url: 'https://pay.example' }],
  'sign-up': [{ trouble: 'address' }, { trouble: 'captcha' }],
  'sign-in': [{ invalid: true, typed: '2035' }],
  embed: [{ embedded: true }],
  unsubscribe: [{ gone: true }, { gone: false, plan: { is_running: true, ends_with_mail: true } }],
  unsubscribed: [{}, { newsletter: undefined }],
};

/** Parts of pages, and the page for people who install the program. */
const notPages = [
  'frame',
  'style',
  'look',
  'comment-list',
  'content-style',
  'issue-list',
  'poll-results',
  'sign-up-form',
  'unpaid',
  'welcome',
];
const names = readdirSync(join(folder, 'site'))
  .map(file => file.replace('.html', ''))
  .filter(name => !notPages.includes(name));

/**
 * Renders every public page of the default theme in a language, with values that show all its texts. The values are numbers, so that every
 * word on a page belongs to the page. Throws if there are values for a page that does not exist.
 */
export function* everyPage(catalogue: Catalogue, locale: string): Generator<{ name: string; html: string }> {
  const strange = Object.keys(shows).find(name => !names.includes(name));
  if (strange !== undefined) throw new Error(`There is no page ${strange}.`);
  const dress = openWardrobe(loadDesigns(folder), ['https://a.example']);
  const pages = loadPages(pathToFileURL(join(folder, '/')), 'https://a.example', catalogue, dress);
  for (const name of names)
    for (const more of shows[name] ?? [{}]) {
      const given = {
        newsletter: newsletterIn(locale),
        asked_language: locale,
        ...common,
        languages,
        ...more,
      };
      yield { name, html: pages.make(name, given).body.toString() };
    }
}
