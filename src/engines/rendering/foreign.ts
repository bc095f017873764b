import { findDroppedText, mostDropped, sayDropped } from './dropped-text.ts';
import { replaceEmbeds } from './embeds.ts';
import type { Labels } from './players.ts';
import { sanitizeHtml } from './sanitize.ts';
import { findLastEnds, hiding } from './written-tags.ts';

/** Elements that show nothing of themselves in a browser, nor anything after them if they are not closed. */
const silent = ['!--', 'script', 'style'];
/** Drawings and formulas, which mails do not show. A browser ends an unclosed one at the next element of a text. */
const drawings = ['svg', 'math'];

// These elements end a drawing (HTML §13.2.6.5).
const text =
  /<(?:\/p|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|h[1-6]|head|hr|i|img|li|listing|menu|meta|nobr|ol|p|pre|ruby|s|small|span|strong|strike|sub|sup|table|tt|u|ul|var)[\s/>]/gi;

/**
 * Returns HTML of a stranger as a browser shows it if it ends in the middle of something: without a tag that was cut off, and without an
 * unclosed comment, script, drawing or other element whose content mails leave out. Text inside an element that is left out only in mails
 * stays.
 */
function dropUnclosed(html: string): string {
  const whole = html.replace(/<[a-z/!?][^<>]*$/i, '');
  const lastEnds = findLastEnds(whole);
  const kept: string[] = [];
  let from = 0;
  for (const { 1: slash, 2: found, index } of whole.matchAll(hiding)) {
    const name = (found ?? '!--').toLowerCase();
    if (slash === '/' || index < from || (lastEnds.get(name) ?? -1) > index) continue;
    kept.push(whole.slice(from, index));
    from = endOf(whole, name, index);
  }
  return kept.join('') + whole.slice(from);
}

/** Returns where visible content begins again after an unclosed tag. */
function endOf(html: string, name: string, at: number): number {
  if (silent.includes(name)) return html.length;
  const close = html.indexOf('>', at);
  if (close === -1) return html.length;
  if (!drawings.includes(name)) return close + 1;
  text.lastIndex = close;
  return text.exec(html)?.index ?? html.length;
}

/** Maximum length of HTML, without embedded data, that is read from one text. */
const longestForeign = 1_000_000;

/** HTML from a stranger in a form that can be mailed. */
export type CleanHtml = {
  html: string;
  /** Whether the HTML was longer than that. */
  is_cut: boolean;
  /** The reason why somebody should check the HTML before it is mailed: much of its text cannot be shown. Otherwise empty. */
  doubt: string;
};

/**
 * Makes HTML from strangers safe to mail: sanitised, with links and pictures in place of elements that a mail cannot show. Without
 * `labels`, these are in English.
 */
export function cleanForeignHtml(html: string, labels?: Labels): CleanHtml {
  const whole = replaceEmbeds(dropUnclosed(html), labels);
  const raw = whole.length <= longestForeign ? whole : whole.slice(0, lastBreak(whole, longestForeign));
  const clean = sanitizeHtml(raw);
  const dropped = findDroppedText({ raw, html: clean });
  return {
    html: clean,
    is_cut: raw.length < whole.length,
    doubt: dropped.share > mostDropped ? sayDropped(dropped) : '',
  };
}

/** Returns the last point at which no tag is cut. */
function lastBreak(html: string, most: number): number {
  const at = html.lastIndexOf('<', most);
  return at > most / 2 ? at : most;
}
