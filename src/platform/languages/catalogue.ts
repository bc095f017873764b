import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../errors.ts';
import { markEnglish } from './english.ts';
import { type Message, needsOf, parseMessage, type Values } from './message.ts';
import { type Direction, directionOf, documentLanguage } from './tag.ts';

/** A file of words, such as de.json. */
export type WordFile = {
  /** The language's name for itself. */
  language: string;
  /** True until a native reader has read all of it. */
  draft?: boolean;
  /** The texts by key, in ICU MessageFormat. */
  texts: Record<string, string>;
  /** For each translation, the hash of the English text that it was made from. */
  made_from?: Record<string, string>;
};

/** The settings that decide which words somebody reads: those of a newsletter, perhaps with another language than its own. */
export type Voice = {
  /** A canonical tag; empty means English. */
  locale: string;
  /** Whether languages with a formal and an informal form use the formal one. */
  formal_words: boolean;
  /** The newsletter's own texts, by language and key. */
  words: OwnWords;
};
export type OwnWords = Record<string, Record<string, string>>;

/** The texts of pages and mails in one language. */
export type Words = {
  /** An id that is the same for the same words. */
  id: string;
  /** The tag that was requested. Dates and numbers follow it. */
  locale: string;
  /** The language of the texts, for the attribute `lang`: English if the requested language has no words. */
  lang: string;
  dir: Direction;
  /** The direction of the requested language. */
  content_dir: Direction;
  say(key: string, values?: Values): string;
  /** Returns the text as HTML with escaped values. `settleEnglish` marks texts that are in English because they have no translation. */
  html(key: string, values?: Values): string;
  /** Returns the day in this time zone, in words. */
  date(instant: string, time_zone: string): string;
};

/** All languages that pages and mails can speak. */
export type Catalogue = {
  /** The files by their names, such as pt-BR. `de-formal` has only the texts that differ from `de`. */
  files: ReadonlyMap<string, WordFile>;
  in(voice: Partial<Voice>): Words;
  /** The languages that readers can choose: the tag, and the language's name for itself. */
  choices: readonly { tag: string; name: string }[];
  /** Returns the file that has the words for this language; undefined if English takes its place. */
  nearest(tag: string): string | undefined;
};

const formal = '-formal';
/** The most languages, with newsletters' own words, that are kept parsed. */
const mostKept = 200;

/** Reads the words in these folders, below each theme; later folders replace and add single texts. Throws if they cannot be read. */
export function loadCatalogue(...folders: string[]): Catalogue {
  const files = new Map<string, WordFile>();
  for (const [place, folder] of folders.entries())
    for (const name of namesIn(folder, place === 0)) {
      const file = readWords(join(folder, `${name}.json`));
      if (place > 0) for (const text of Object.values(file.texts)) needsOf(text);
      const before = files.get(name);
      files.set(name, before ? { ...before, ...file, texts: { ...before.texts, ...file.texts } } : file);
    }
  return makeCatalogue(files);
}

function namesIn(folder: string, required: boolean): string[] {
  try {
    return readdirSync(folder)
      .filter(file => file.endsWith('.json'))
      .map(file => file.slice(0, -'.json'.length))
      .sort();
  } catch (error) {
    if (required) throw error;
    return [];
  }
}

function readWords(path: string): WordFile {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is not a file of words: ${messageOf(error)}`);
  }
}

/** Makes the catalogue of these files. */
export function makeCatalogue(files: ReadonlyMap<string, WordFile>): Catalogue {
  const kept = new Map<string, Words>();
  const languages = [...files.keys()].filter(name => !name.endsWith(formal));
  const nearest = (tag: string) => nearestOf(languages, tag);
  return {
    files,
    nearest,
    choices: languages.map(tag => ({ tag, name: files.get(tag)!.language })),
    in({ locale: asked = '', formal_words = false, words: own = {} }) {
      const locale = asked || 'en';
      const file = nearest(locale) ?? 'en';
      const isFormal = (formal_words || locale.endsWith(formal)) && files.has(file + formal);
      const texts = own[file] ?? {};
      const id = JSON.stringify([locale, isFormal, texts]);
      const words = kept.get(id) ?? makeWords(files, { id, locale, file, isFormal, own: texts });
      kept.delete(id); // and add it at the end, so that the first one is the least recently used
      kept.set(id, words);
      if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
      return words;
    },
  };
}

/** Returns the language itself, or the only one with the same first part: `pt-BR` for `pt-PT`. */
function nearestOf(languages: string[], tag: string): string | undefined {
  if (languages.includes(tag)) return tag;
  const { language } = new Intl.Locale(tag);
  return (
    languages.find(name => name === language) ??
    languages.find(name => new Intl.Locale(name).language === language)
  );
}

type Chosen = { id: string; locale: string; file: string; isFormal: boolean; own: Record<string, string> };

function makeWords(files: ReadonlyMap<string, WordFile>, { id, locale, file, isFormal, own }: Chosen): Words {
  const exact = documentLanguage(locale);
  const same = new Intl.Locale(exact).language === new Intl.Locale(file).language;
  const lang = same ? exact : 'en';
  const dir = directionOf(lang);
  const sources = [own, isFormal ? files.get(file + formal)?.texts : undefined, files.get(file)?.texts];
  const english = files.get('en')!.texts;
  const messages = new Map<string, Message>();
  const borrowed = new Set<string>(); // from English, because there is no translation
  const dates = new Map<string, Intl.DateTimeFormat>();
  const messageFor = (key: string): Message => {
    const known = messages.get(key);
    if (known) return known;
    const found = sources.map(texts => texts?.[key]).find(text => text);
    const source = found || english[key];
    if (!source) throw new Error(`there are no words for ${key} in en.json`);
    // A text in English because of a missing translation has English plurals.
    const message = parseMessage(source, found ? lang : 'en', dir);
    messages.set(key, message);
    if (!found && lang !== 'en') borrowed.add(key);
    return message;
  };
  return {
    id,
    locale: exact,
    lang,
    dir,
    content_dir: directionOf(exact),
    say: (key, values) => messageFor(key).text(values),
    html(key, values) {
      const html = messageFor(key).html(values);
      return borrowed.has(key) ? markEnglish(html) : html;
    },
    date(instant, timeZone) {
      const format = dates.get(timeZone) ?? dayFormat(exact, timeZone);
      dates.set(timeZone, format);
      return format.format(new Date(instant));
    },
  };
}

/** Returns the format of dates. English without a country puts the day first, as everywhere but in the United States. */
function dayFormat(tag: string, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  });
}

/**
 * Returns the settings of a newsletter with the first of these languages that is not empty: that of the link, of the reader, of the email.
 */
export function voiceOf({ locale, formal_words, words }: Voice, ...languages: string[]): Voice {
  return { locale: languages.find(Boolean) ?? locale, formal_words, words };
}
