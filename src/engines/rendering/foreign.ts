import { findDroppedText, mostDropped, sayDropped } from './dropped-text.ts';
import { replaceEmbeds } from './embeds.ts';
import { sanitizeHtml } from './sanitize.ts';

/** Maximum length of HTML, without embedded data, that is read from one text. */
const longestForeign = 1_000_000;

/** HTML from a stranger in a form that can be mailed. */
export type CleanHtml = {
  html: string;
  /** Whether there was more of it. */
  is_cut: boolean;
  /** Why it should not be mailed before somebody has checked it: much of its text cannot be shown. Otherwise empty. */
  doubt: string;
};

/** Makes HTML from strangers safe to mail: sanitised, with links and pictures in place of what a mail cannot show. */
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

/** At a point where no tag is cut. */
function lastBreak(html: string, most: number): number {
  const at = html.lastIndexOf('<', most);
  return at > most / 2 ? at : most;
}
