import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCatalogue, type WordFile } from './catalogue.ts';
import { settleEnglish } from './english.ts';

const files = new Map<string, WordFile>([
  ['en', { language: 'English', texts: { first: 'First <b>of all</b>', second: 'Second', third: 'Third' } }],
  ['de', { language: 'Deutsch', texts: { second: 'Zweitens' } }],
]);
const german = makeCatalogue(files).in({ locale: 'de' });

test('a text without a translation says that it is English, and the others do not', () => {
  const page = `<p>${german.html('first')}</p><p>${german.html('second')}</p>`;
  assert.equal(
    settleEnglish(page),
    '<p><span lang="en" dir="ltr">First <strong>of all</strong></span></p><p>Zweitens</p>',
  );
  const english = makeCatalogue(files).in({ locale: 'en' });
  assert.equal(settleEnglish(english.html('first')), 'First <strong>of all</strong>');
});

test('an attribute, and an element that holds text only, get the text as it is', () => {
  const text = german.html('third');
  assert.equal(
    settleEnglish(`<title>${text}</title><p title="${text}">${german.html('second')}</p>`),
    '<title>Third</title><p title="Third">Zweitens</p>',
  );
});
