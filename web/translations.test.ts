import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Hole, parse } from '../src/platform/sentences/form.ts';
import { languages } from './translations.ts';
import { wordsOf } from './words-of.ts';

const words = join(import.meta.dirname, 'src/words');
const service = join(import.meta.dirname, '../src/platform/sentences');
/** Files of words that are the same in every language, or have none. */
const untranslated =
  /^(?:catalogue|counted|page|sentences|sentences-type|translated|when|english-names)\.ts$|\.test\.ts$/;

for (const language of Object.keys(languages).filter(tag => tag !== 'en')) {
  const folder = join(words, language);
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
    : [];

  test(`the dashboard is complete in ${language}: no file of words stays English`, async () => {
    const translated = await wordsOf(language);
    const missing = [...(await wordsOf('en')).keys()].filter(place => !translated.has(place));
    assert.deepEqual(missing, []);
  });

  test(`each file of words in ${language} has the texts of the English one`, async () => {
    for (const name of files.filter(
      file => !file.startsWith('service') && !['you.ts', 'when.ts'].includes(file),
    )) {
      assert.ok(existsSync(join(words, name)), `${language}/${name} translates nothing`);
      assert.doesNotMatch(name, untranslated, `${name} is not translated`);
      const [english, translated] = await Promise.all([
        import(join(words, name)),
        import(join(folder, name)),
      ]);
      const lacking = shapeOf(english).filter(place => !shapeOf(translated).includes(place));
      const superfluous = shapeOf(translated).filter(place => !shapeOf(english).includes(place));
      assert.deepEqual({ lacking, superfluous }, { lacking: [], superfluous: [] }, `${language}/${name}`);
    }
  });

  test(`each sentence of the service in ${language} has the places of the English one`, async () => {
    for (const name of files.filter(file => file.startsWith('service')).map(file => file.slice(8))) {
      assert.ok(existsSync(join(service, name)), `${language}/service/${name} translates nothing`);
      const [english, translated] = await Promise.all([
        import(join(service, name)),
        import(join(folder, 'service', name)),
      ]);
      assert.deepEqual(placesIn(translated), placesIn(english), `${language}/service/${name}`);
    }
  });
}

/** Returns the path of every text in the words, with its type: `emails.draft: string`. */
function shapeOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([name, value]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return typeof value === 'object' && value !== null
      ? shapeOf(value, place)
      : [`${place}: ${typeof value}`];
  });
}

/** Returns the places for values in each sentence, in the order of their names. */
function placesIn(rooms: Record<string, Record<string, string>>): Record<string, string[]> {
  const write = ({ name, kind }: Hole) => `${name}:${kind}`;
  return Object.fromEntries(
    Object.entries(rooms).flatMap(([room, wordings]) =>
      Object.entries(wordings).map(([key, wording]) => [
        `${room}.${key}`,
        parse(wording).holes.map(write).toSorted(),
      ]),
    ),
  );
}
