import { detectMode, type EditorMode, normalize } from './mode.ts';
import { liftLiquid } from './placeholders.ts';

type Span = { start: number; end: number };

/** Finds the positions of `<!-- paywall -->`, except those that Markdown shows as code. */
export function findPaywalls(text: string, mode: EditorMode): Span[] {
  const marker = /<!--[ \t]*paywall[ \t]*-->/gi;
  if (!marker.test(text)) return [];
  const spans: Span[] = [];
  let fence: string | undefined;
  let inCode = false;
  const pieces = /\n|^ {0,3}(`{3,}|~{3,})([^`\n]*)$|`+|<!--[ \t]*paywall[ \t]*-->/gim;
  for (const { 0: piece, 1: mark, 2: rest, index } of text.matchAll(pieces)) {
    if (piece === '\n') inCode = false;
    else if (piece.startsWith('<')) {
      const shown = mode === 'markdown' && (fence !== undefined || inCode);
      if (!shown) spans.push({ start: index, end: index + piece.length });
    } else if (mark === undefined) inCode = !inCode;
    else if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence) && rest?.trim() === '') fence = undefined;
  }
  return spans;
}

/** Returns the text without these markers. */
export function removePaywalls(text: string, mode: EditorMode): string {
  let rest = '';
  let end = 0;
  for (const span of findPaywalls(text, mode)) {
    rest += text.slice(end, span.start);
    end = span.end;
  }
  return rest + text.slice(end);
}

/** Returns the first of these markers in a body, as it is written; undefined if there is none. */
export function firstPaywall(body: string): string | undefined {
  if (!/<!--[ \t]*paywall/i.test(body)) return undefined;
  const { text: lifted, placeholders } = liftLiquid(normalize(body));
  const { mode, text } = detectMode(lifted, placeholders);
  const [found] = findPaywalls(text, mode);
  return found && text.slice(found.start, found.end);
}
