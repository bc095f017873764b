import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOfText } from '../src/platform/languages/staleness.ts';
import { inProgram } from '../src/platform/root.ts';
import type { Language } from '../web/translations.ts';
import { wordsOf } from '../web/words-of.ts';

const web = inProgram('web/src');
/** The English text from which each translation was made, and whether a native reader still has to clear them. */
type Record = { draft: boolean; made_from: { [place: string]: string } };

/** Reports how many texts of the dashboard are missing and stale in a language, with the English and the screen of each. */
export async function reportDashboard(language: Language, { shows_each }: { shows_each: boolean }) {
  const english = await wordsOf('en');
  const translated = await wordsOf(language);
  const { draft, made_from } = readRecord(language);
  const missing = [...english.keys()].filter(place => !translated.has(place));
  const stale = [...english].filter(
    ([place, text]) => translated.has(place) && made_from[place] !== hashOfText(text),
  );
  if (shows_each) {
    const screens = readScreens();
    for (const place of missing)
      console.log(`\nmissing  ${place}\n  English  ${english.get(place)}${placesOf(place, screens)}`);
    for (const [place, text] of stale)
      console.log(
        `\nstale    ${place}\n  English  ${text}\n  now      ${translated.get(place)}${placesOf(place, screens)}`,
      );
    if (missing.length + stale.length > 0) console.log('');
  }
  const read = draft ? 'a draft that no native reader has cleared' : 'cleared by a native reader';
  console.log(
    `dashboard ${language}: ${english.size} texts, ${missing.length} missing, ${stale.length} stale; ${read}`,
  );
}

/** Notes that these translations, or all, fit the present English texts. */
export async function noteDashboard(language: Language, places: readonly string[]): Promise<void> {
  const english = await wordsOf('en');
  const translated = await wordsOf(language);
  const { draft, made_from } = readRecord(language);
  const fits = (place: string) =>
    places.length === 0 || places.some(asked => place === asked || place.endsWith(` ${asked}`));
  const made = [...english]
    .filter(([place]) => translated.has(place))
    .map(([place, text]) => [place, fits(place) ? hashOfText(text) : made_from[place]])
    .filter(([, hash]) => hash !== undefined);
  const record = { draft, made_from: Object.fromEntries(made) };
  writeFileSync(fileOf(language), `${JSON.stringify(record, null, 2)}\n`);
}

/** Returns the lines of the screens that say a text, such as `emails/list/list-screen.tsx:41`. */
function placesOf(place: string, screens: Map<string, string[]>): string {
  const [file = '', path = ''] = place.split(' ');
  const [part = '', ...rest] = path.split('.');
  const name = rest.findLast(step => !/^\d+$/.test(step)) ?? part;
  const knows = new RegExp(`words\\.${part}\\b|words/${file.replace('.', '\\.')}'`);
  const says = new RegExp(`[.'"]${name}\\b`);
  return [...screens]
    .filter(([, lines]) => lines.some(line => knows.test(line)))
    .flatMap(([screen, lines]) =>
      lines.flatMap((line, at) => (says.test(line) ? `\n  on       web/src/${screen}:${at + 1}` : [])),
    )
    .slice(0, 4)
    .join('');
}

function readScreens(): Map<string, string[]> {
  const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter(file => !file.startsWith('words'));
  return new Map(files.sort().map(file => [file, readFileSync(join(web, file), 'utf8').split('\n')]));
}

function fileOf(language: Language): string {
  return join(web, 'words', language, 'made-from.json');
}

function readRecord(language: Language): Record {
  try {
    return JSON.parse(readFileSync(fileOf(language), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { draft: true, made_from: {} };
  }
}
