// npm run words LANG: lists the missing and stale texts of a language, with the English text and where it is used.
// npm run words LANG done KEY…: notes that these translations (or all, without keys) fit the present English texts.
// npm run words dashboard LANG, npm run words dashboard LANG done PLACE…: the same for the texts of the dashboard, with their screens.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogue, type WordFile } from '../src/platform/languages/catalogue.ts';
import { hashOfText, todoOf } from '../src/platform/languages/staleness.ts';
import { inProgram } from '../src/platform/root.ts';
import { type Language, languages } from '../web/translations.ts';
import { noteDashboard, reportDashboard } from './dashboard-words.ts';

const theme = inProgram('themes/default');
const { files } = loadCatalogue(join(theme, 'words'));
const english = files.get('en')!;
const [language, order, ...keys] = process.argv.slice(2);
const ofDashboard = Object.keys(languages).filter((name): name is Language => name !== 'en');

if (language === undefined) {
  for (const name of files.keys()) summarize(name);
  for (const name of ofDashboard) await reportDashboard(name, { shows_each: false });
} else if (language === 'dashboard') await lookAtDashboard(order, keys);
else if (!files.has(language) || language === 'en') {
  console.error(
    `There is no language ${language}. Use one of ${[...files.keys()].filter(name => name !== 'en').join(', ')}.`,
  );
  process.exitCode = 1;
} else if (order === 'done') note(language, keys);
else report(language);

async function lookAtDashboard(name: string | undefined, [order, ...places]: string[]): Promise<void> {
  const found = ofDashboard.find(tag => tag === name);
  if (found === undefined) {
    console.error(`The dashboard has no words in ${name}. Use one of ${ofDashboard.join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  if (order === 'done') await noteDashboard(found, places);
  await reportDashboard(found, { shows_each: order !== 'done' });
}

function summarize(name: string, file = files.get(name)!): void {
  if (name === 'en') {
    console.log(`en: ${Object.keys(english.texts).length} texts, the source of all others`);
    return;
  }
  const { missing, stale } = todoOf(english, file, name.endsWith('-formal'));
  const read = file.draft ? 'a draft that no native reader has cleared' : 'cleared by a native reader';
  console.log(`${name} (${file.language}): ${missing.length} missing, ${stale.length} stale; ${read}`);
}

function report(name: string): void {
  const file = files.get(name)!;
  const { missing, stale, unknown } = todoOf(english, file, name.endsWith('-formal'));
  for (const key of missing)
    console.log(`\nmissing  ${key}\n  English  ${english.texts[key]}${context(key)}`);
  for (const key of stale)
    console.log(
      `\nstale    ${key}\n  English  ${english.texts[key]}\n  now      ${file.texts[key]}${context(key)}`,
    );
  for (const key of unknown) console.log(`\nunknown  ${key}: there is no such text any more; delete it`);
  if (missing.length + stale.length + unknown.length > 0) console.log('');
  summarize(name);
}

/** Returns where the text is used: the file, and the line around it. */
function context(key: string): string {
  const places = readdirSync(theme, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(?:html|txt|liquid)$/.test(file))
    .flatMap(file => {
      const line = readFileSync(join(theme, file), 'utf8')
        .split('\n')
        .find(text => text.includes(`'${key}'`));
      return line === undefined ? [] : [`\n  in       themes/default/${file}: ${line.trim().slice(0, 160)}`];
    });
  return places.join('');
}

function note(name: string, chosen: string[]): void {
  const file: WordFile = files.get(name)!;
  const wanted = chosen.length > 0 ? chosen : Object.keys(file.texts);
  const made_from: Record<string, string> = { ...file.made_from };
  for (const key of wanted)
    if (file.texts[key] && english.texts[key]) made_from[key] = hashOfText(english.texts[key]);
  const ordered = Object.keys(english.texts).filter(key => file.texts[key] && made_from[key]);
  const text = { ...file, made_from: Object.fromEntries(ordered.map(key => [key, made_from[key]!])) };
  writeFileSync(join(theme, 'words', `${name}.json`), `${JSON.stringify(text, null, 2)}\n`);
  summarize(name, text);
}
