import { findDroppedText, mostDropped, sayDropped } from './dropped-text.ts';
import { replaceEmbeds } from './embeds.ts';
import { sanitizeHtml } from './sanitize.ts';

/** Characters of HTML, without embedded data, that are read of one text. */
const longestForeign = 1_000_000;

/** HTML of somebody else that can be mailed. */
export type CleanHtml = {
  html: string;
  /** There was more of it. */
  is_cut: boolean;
  /** Why it should not be mailed before somebody has looked at it: much of its text cannot be shown. Else empty. */
  doubt: string;
};

/** Makes HTML that others wrote safe to mail: sanitised, with links and pictures in place of what a mail cannot show. */
export function cleanForeignHtml(html: string): CleanHtml {
  const whole = replaceEmbeds(html);
  const raw = whole.length <= longestForeign ? whole : whole.slice(0, lastBreak(whole, longestForeign));
  const clean = sanitizeHtml(raw);
  const dropped = findDroppedText({ raw, html: clean });
  return {
    html: clean,
    is_cut: raw.length < whole.length,
    doubt: dropped.share > mostDropped ? sayDropped(dropped) : '',
  };
}

/** Where no tag is cut through. */
function lastBreak(html: string, most: number): number {
  const at = html.lastIndexOf('<', most);
  return at > most / 2 ? at : most;
}
