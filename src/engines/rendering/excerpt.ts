import { finishLines, marks } from './wrap.ts';

/** The longest excerpt, in characters. */
const most = 200;

/** Returns the first words of a finished text, for inboxes and for previews of links: no addresses, pictures or underlines. */
export function excerptOf(text: string): string {
  return cut(wordsOf(text));
}

/** How much of a text nearly always has the words of an excerpt, in characters. */
const usual = 2 * most;
const marksOfLines = new RegExp(`[${marks.title}${marks.subtitle}${marks.keep}]`, 'g');

/** Does the same for a text that is not finished. It is quick, because every copy of an email may have its own text. */
export function excerptOfUnfinished(text: string): string {
  const begun = text.slice(0, usual);
  // Of the changes that finishing makes, only those to tables can be in an excerpt.
  if (!begun.includes(marks.cell) && !begun.includes(marks.rule)) {
    const words = wordsOf(begun.replace(marksOfLines, ''));
    if (words.length > most) return cut(words);
  }
  return excerptOf(finishLines(text));
}

function cut(words: string): string {
  if (words.length <= most) return words;
  const end = words.lastIndexOf(' ', most - 1);
  return `${words.slice(0, end === -1 ? most : end).toWellFormed()}…`;
}

function wordsOf(text: string): string {
  // Most texts have neither, and every copy of an email asks.
  const worded = text.includes('[') ? text.replace(/^[ \t]*\[[^\]\n]*\][ \t]*$/gm, '') : text;
  const told = worded.includes('://')
    ? worded.replace(/ ?\(https?:\/\/[^\s)]*\)|<?https?:\/\/\S+/g, '')
    : worded;
  return told
    .replace(/[#=*_-]{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
