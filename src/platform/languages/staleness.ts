import { createHash } from 'node:crypto';
import type { WordFile } from './catalogue.ts';

/** Returns a hash that identifies an English text: a translation is stale if the text has changed. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Returns the keys of the texts that a language lacks, and of those that were made from another English text. */
export function todoOf(english: WordFile, file: WordFile, partial: boolean) {
  const keys = Object.keys(english.texts);
  const { texts, made_from = {} } = file;
  return {
    missing: partial ? [] : keys.filter(key => !texts[key]),
    stale: keys.filter(key => texts[key] && made_from[key] !== hashOfText(english.texts[key]!)),
    unknown: Object.keys(texts).filter(key => !(key in english.texts)),
  };
}
