import { findAnchors } from '../../engines/rendering/anchors.ts';
import { escapeHtml } from '../../engines/rendering/markup.ts';
import type { Pattern } from '../../engines/rendering/message.ts';
import { mergePattern } from '../../engines/rendering/patterns.ts';

/** The value that the tracked addresses of a copy need: the reader's stamp. */
export type Stamped = { stamp?: string };

export type Tracking = {
  base_url: string;
  opens: boolean;
  /** The part after the stamp in a tracked link, by the target of the link. Empty if clicks are not tracked. */
  targets: ReadonlyMap<string, string>;
  /** The same part for the canary; null without tracked links. */
  canary: string | null;
};

/**
 * Returns the HTML of an email with tracked links (those in `targets`), and with the pixel and the canary at its end. Text that all copies
 * share stays shared: in each copy, a link adds only the reader's stamp between two texts.
 */
export function trackHtml<Values extends Stamped>(
  html: Pattern<Values>,
  tracking: Tracking,
): Pattern<Values> {
  if (!tracking.opens && tracking.targets.size === 0) return html;
  const clicks = `${escapeHtml(tracking.base_url)}/c/`;
  const pieces = html.flatMap((piece): Pattern<Values> => {
    if (typeof piece === 'string') return trackShared(piece, clicks, tracking);
    return [values => trackOwn(piece(values), clicks, values.stamp!, tracking)];
  });
  return mergePattern(withEnding(pieces, endingOf(tracking, clicks)));
}

function stampOf({ stamp }: Stamped): string {
  return stamp!;
}

function trackShared(text: string, clicks: string, { targets }: Tracking): Pattern<Stamped> {
  const pieces: Pattern<Stamped>[number][] = [];
  let end = 0;
  for (const anchor of findAnchors(text)) {
    const target = targets.get(anchor.url);
    if (target === undefined) continue;
    pieces.push(text.slice(end, anchor.start) + clicks, stampOf, target);
    end = anchor.end;
  }
  return [...pieces, text.slice(end)];
}

// Tracks the links in text that depends on the reader, such as the content of a condition. It rarely contains links.
function trackOwn(text: string, clicks: string, stamp: string, { targets }: Tracking): string {
  if (!text.includes('<a ')) return text;
  let tracked = '';
  let end = 0;
  for (const anchor of findAnchors(text)) {
    const target = targets.get(anchor.url);
    if (target === undefined) continue;
    tracked += text.slice(end, anchor.start) + clicks + stamp + target;
    end = anchor.end;
  }
  return tracked + text.slice(end);
}

/** Returns the canary, a link without text, invisible, outside the tab order and hidden from screen readers; and the pixel. */
function endingOf({ base_url, opens, canary }: Tracking, clicks: string): Pattern<Stamped> {
  const ending: Pattern<Stamped>[number][] = [];
  if (canary !== null) {
    const style = 'display:none;max-height:0;overflow:hidden;font-size:0;line-height:0;mso-hide:all';
    ending.push(
      `<a href="${clicks}`,
      stampOf,
      `${canary}" aria-hidden="true" tabindex="-1" rel="nofollow" style="${style}"></a>`,
    );
  }
  if (opens) {
    ending.push(
      `<img src="${escapeHtml(base_url)}/o/`,
      stampOf,
      '.gif" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">',
    );
  }
  return ending;
}

function withEnding<Values extends Stamped>(
  pieces: Pattern<Values>,
  ending: Pattern<Stamped>,
): Pattern<Values> {
  const at = pieces.findLastIndex(piece => typeof piece === 'string' && piece.includes('</body>'));
  const piece = pieces[at];
  if (typeof piece !== 'string') return [...pieces, ...ending];
  const cut = piece.lastIndexOf('</body>');
  return [...pieces.slice(0, at), piece.slice(0, cut), ...ending, piece.slice(cut), ...pieces.slice(at + 1)];
}
