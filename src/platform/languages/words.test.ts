import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalogue } from './catalogue.ts';
import { needsOf, parseMessage } from './message.ts';
import { hashOfText } from './staleness.ts';

const root = join(import.meta.dirname, '../../..');
const { files } = loadCatalogue(join(root, 'themes/default/words'));
const english = files.get('en')!.texts;
const whole = [...files.keys()].filter(name => !name.endsWith('-formal'));

test('the public side speaks twelve languages, and German also in its formal form', () => {
  assert.deepEqual([...files.keys()].sort(), 'ar de de-formal en es fr it ja nl pl pt-BR sv tr'.split(' '));
});

test('each language has all texts and no other; a formal form has only texts of its language', () => {
  for (const name of whole) assert.deepEqual(Object.keys(files.get(name)!.texts), Object.keys(english), name);
  for (const key of Object.keys(files.get('de-formal')!.texts)) assert.ok(key in english, key);
});

test('each text needs the values and tags that the English one needs', () => {
  for (const [name, { texts }] of files)
    for (const [key, text] of Object.entries(texts)) {
      const [own, source] = [needsOf(text), needsOf(english[key]!)];
      assert.deepEqual([own.values, own.tags], [source.values, source.tags], `${name} ${key}`);
    }
});

test('each plural has exactly the categories of its language', () => {
  let plurals = 0;
  for (const [name, { texts }] of files)
    for (const [key, text] of Object.entries(texts))
      for (const { kind, categories } of needsOf(text).plurals) {
        const rules = new Intl.PluralRules(name.replace('-formal', ''), { type: kind });
        assert.deepEqual(
          categories.toSorted(),
          rules.resolvedOptions().pluralCategories.toSorted(),
          `${name} ${key}`,
        );
        plurals += 1;
      }
  assert.ok(plurals >= 2 * whole.length);
});

test('texts are text: no markup but <b> and <a>, no straight quotes, no space at an end', () => {
  for (const [name, { texts }] of files)
    for (const [key, text] of Object.entries(texts)) {
      assert.doesNotMatch(text.replace(/<\/?[ab]>/g, ''), /[<>&"']/, `${name} ${key}`);
      assert.equal(text, text.trim(), `${name} ${key}`);
      assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e]/, `${name} ${key}`);
      assert.doesNotThrow(() => parseMessage(text, name.replace('-formal', ''), 'ltr'));
    }
});

test('a formal form has no text in the informal form', () => {
  const texts = { ...files.get('de')!.texts, ...files.get('de-formal')!.texts };
  for (const [key, text] of Object.entries(texts))
    assert.doesNotMatch(text, /\b(?:du|dir|dich|dein\w*|bist|warst)\b/i, key);
});

test('every translation was made from the present English text', () => {
  for (const [name, { texts, made_from = {} }] of files)
    if (name !== 'en')
      for (const key of Object.keys(texts))
        assert.equal(
          made_from[key],
          hashOfText(english[key]!),
          `npm run words ${name} says what to do about ${key}`,
        );
});

test('every text is used, and every text that is used exists', () => {
  const used = new Set<string>();
  for (const folder of ['themes/default', 'src'])
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/\.(?:html|txt|liquid|ts)$/.test(file) && !file.endsWith('.test.ts'))
        for (const [, key = ''] of readFileSync(join(root, folder, file), 'utf8').matchAll(
          /['`]([a-z_]+\.[a-z_]+)['`]/g,
        ))
          used.add(key);
  const computed = (key: string) => key.startsWith('embed.');
  assert.deepEqual(
    Object.keys(english).filter(key => !used.has(key) && !computed(key)),
    [],
  );
  const said = readdirSync(join(root, 'themes/default'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(?:html|txt|liquid)$/.test(file))
    .flatMap(file => [
      ...readFileSync(join(root, 'themes/default', file), 'utf8').matchAll(/'([\w.]+)' \| say/g),
    ])
    .map(([, key = '']) => key);
  assert.ok(said.length > 100);
  assert.deepEqual(
    said.filter(key => !(key in english)),
    [],
  );
});
