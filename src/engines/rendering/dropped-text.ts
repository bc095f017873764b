import { Parser } from 'htmlparser2';
import { DomainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type Placeholders, sourceAt } from './placeholders.ts';
import { allowedElements } from './sanitize.ts';
import { droppedElements } from './written-tags.ts';

/** Elements whose text browsers do not show either. */
const unseen: ReadonlySet<string> = new Set(['head', 'script', 'style', 'template']);

const separating: ReadonlySet<string> = new Set([...allowedElements, ...droppedElements]);

/** The words that the source shows and the mail does not, in order. */
export type DroppedText = { words: string[]; share: number };

/** Compares HTML as written with the rest of it that the mail shows. `share` is the missing part of its words, from 0 to 1. */
export function findDroppedText({
  raw,
  html,
  placeholders,
}: {
  raw: string;
  html: string;
  placeholders?: Placeholders;
}): DroppedText {
  const left = new Map<string, number>();
  for (const word of visibleWords(html)) left.set(word, (left.get(word) ?? 0) + 1);
  const written = visibleWords(raw);
  const words = written.filter(word => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  const shown = placeholders ? words.map(word => restore(word, placeholders)) : words;
  return { words: shown, share: words.length / Math.max(1, written.length) };
}

/** If more than this share is missing, the email is never sent, because it would not be what the author wrote. */
export const mostDropped = 0.25;

/** Throws `body_invalid` if too much of a body's text is missing. */
export function refuseLoss(dropped: DroppedText): void {
  if (dropped.share > mostDropped) throw new DomainError('body_invalid', `body: ${describeDropped(dropped)}`);
}

/** Returns the message for the author. */
export function describeDropped(dropped: DroppedText): string {
  return sentence('findings.text_dropped', shownOf(dropped));
}

/** Says how much text is left out, with its first words. */
export function sayDropped(dropped: DroppedText): string {
  return sentence('findings.text_dropped_here', shownOf(dropped));
}

function shownOf({ words, share }: DroppedText): { share: number; words: string } {
  const more = words.length > 12 ? ' …' : '';
  const shown = words.slice(0, 12).join(' ').slice(0, 200);
  return { share: Math.max(1, Math.round(share * 100)), words: shown + more };
}

function restore(word: string, placeholders: Placeholders): string {
  return word.replace(new RegExp(placeholders.pattern, 'g'), (_, number) => sourceAt(placeholders, number));
}

function visibleWords(html: string): string[] {
  let text = '';
  let depth = 0;
  const separate = (name: string) => {
    // The sanitiser removes any other tag without separating the words around it.
    if (separating.has(name)) text += ' ';
  };
  const parser = new Parser({
    onopentagname(name) {
      separate(name);
      if (unseen.has(name)) depth += 1;
    },
    onclosetag(name) {
      separate(name);
      if (unseen.has(name)) depth -= 1;
    },
    ontext(part) {
      if (depth === 0) text += part;
    },
  });
  parser.end(html);
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
