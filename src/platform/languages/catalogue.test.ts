import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalogue, voiceOf } from './catalogue.ts';
import { canonicalTag, directionOf, wishedTags } from './tag.ts';

const catalogue = loadCatalogue(join(import.meta.dirname, '../../../themes/default/words'));
const say = (locale: string, more = {}) => catalogue.in({ locale, ...more }).say('form.address');
const buttondown =
  'cs-CZ nl-NL en-AU en-CA en-GB en et fi-FI fr de it ja-JP ne nb-NO pl-PL pt-BR pt-PT ru es tr sv-SE';

test('texts are in the nearest language, and in English if there is none', () => {
  assert.equal(say('de-AT'), 'Deine E-Mail-Adresse');
  assert.equal(say('pt-PT'), say('pt-BR'));
  assert.equal(say('ja-JP'), 'メールアドレス');
  assert.equal(say('ru'), 'Your email address');
  for (const tag of buttondown.split(' ')) assert.ok(say(tag), tag);
});

test('German is formal if the newsletter says so, or the tag', () => {
  assert.equal(say('de', { formal_words: true }), 'Ihre E-Mail-Adresse');
  assert.equal(say('de-formal'), 'Ihre E-Mail-Adresse');
  assert.equal(say('fr', { formal_words: true }), say('fr'));
  const { lang, locale } = catalogue.in({ locale: 'de-formal' });
  assert.deepEqual([lang, locale], ['de', 'de']);
});

test('dates are written as the exact tag says, in the newsletter’s time zone', () => {
  const date = (locale: string, zone = 'UTC') => catalogue.in({ locale }).date('2026-01-20T23:30:00Z', zone);
  assert.equal(date('en'), '20 January 2026');
  assert.equal(date('en-US'), 'January 20, 2026');
  assert.equal(date('de'), '20. Januar 2026');
  assert.equal(date('de-AT', 'Europe/Vienna'), '21. Jänner 2026');
  assert.equal(date('fi'), '20. tammikuuta 2026');
});

test('words in English stay marked as English inside a language that has no words', () => {
  const { lang, dir, content_dir } = catalogue.in({ locale: 'he' });
  assert.deepEqual([lang, dir, content_dir], ['en', 'ltr', 'rtl']);
});

test('a newsletter’s own text takes the place of ours, in its language alone', () => {
  const words = { de: { 'form.address': 'Wohin?' } };
  assert.equal(say('de', { words }), 'Wohin?');
  assert.equal(say('de', { words, formal_words: true }), 'Wohin?');
  assert.equal(say('fr', { words }), 'Votre adresse e-mail');
});

test('values are escaped in HTML, and isolated where they are written the other way', () => {
  const html = (locale: string, name: string) => catalogue.in({ locale }).html('unsubscribe.ask', { name });
  assert.match(html('en', '<b>&"'), /<strong>&lt;b&gt;&amp;&#34;<\/strong>/);
  assert.match(html('ar', 'Low Water'), /<strong><bdi>Low Water<\/bdi><\/strong>/);
  assert.match(html('en', 'نشرة'), /<strong><bdi>نشرة<\/bdi><\/strong>/);
  assert.doesNotMatch(html('en', 'Low Water') + html('ar', 'نشرة'), /bdi/);
  assert.throws(() => catalogue.in({}).html('unsubscribe.ask'));
  assert.throws(() => catalogue.in({}).say('no.such'), /no words for no\.such/);
});

test('the first language that is not empty counts', () => {
  const newsletter = { locale: 'en', formal_words: true, words: {} };
  assert.equal(voiceOf(newsletter, '', 'fr').locale, 'fr');
  assert.equal(voiceOf(newsletter, 'ar', 'fr').locale, 'ar');
  assert.equal(voiceOf(newsletter, '', '').locale, 'en');
});

test('tags are spelled in one way, and a text that is not a tag is refused', () => {
  assert.equal(canonicalTag('DE_at'), 'de-AT');
  assert.equal(canonicalTag('zh-hant-tw'), 'zh-Hant-TW');
  for (const text of ['', 'x', 'german!', 'de--AT', 'de-', '../de', 'a'.repeat(60)])
    assert.equal(canonicalTag(text), null, text);
  for (const tag of ['ar', 'he', 'fa-IR', 'ur', 'yi', 'pa-Arab']) assert.equal(directionOf(tag), 'rtl', tag);
  for (const tag of ['en', 'pa', 'ja', 'tr']) assert.equal(directionOf(tag), 'ltr', tag);
});

test('a browser’s wishes are read in their order', () => {
  assert.deepEqual(wishedTags('fr-CH, fr;q=0.9, en;q=0.8, de;q=0.95, *;q=0.5, it;q=0'), [
    'fr-CH',
    'de',
    'fr',
    'en',
  ]);
  assert.deepEqual(wishedTags(undefined), []);
});
