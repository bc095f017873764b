// Liquid in plain words for authors: the values that are filled in, and the conditions. Pure.
import { words } from '../../words.ts';

const said = words.editor.conditions;

/** A piece of Liquid: a value, or the beginning, middle or end of a condition. */
export type Chip = {
  from: number;
  to: number;
  written: string;
  kind: 'value' | 'snippet' | 'if' | 'unless' | 'elsif' | 'else' | 'end';
  /** The name of the value, or the condition, in words; empty if there is none. */
  says: string;
};

const piece =
  /\{\{-?\s*([\w.-]+|[\w.]+\["[^"\]]*"\])\s*(?:\|[^{}]*)?-?\}\}|\{%-?\s*(?:(if|unless|elsif)\s([^{}%]*?)|(else)|(endif|endunless))\s*-?%\}/g;

/** Returns every piece of Liquid in this text that can be said in words. Others are shown as they are written. */
export function chipsIn(text: string): Chip[] {
  return Array.from(
    text.matchAll(piece),
    ({ 0: written, 1: path, 2: tag, 3: condition, 4: other, index }) => {
      const span = { from: index, to: index + written.length, written };
      if (path?.startsWith('snippets.'))
        return { ...span, kind: 'snippet', says: path.slice('snippets.'.length) };
      if (path !== undefined) return { ...span, kind: 'value', says: nameOf(path) };
      if (tag !== undefined)
        return { ...span, kind: tag as 'if' | 'unless' | 'elsif', says: conditionOf(condition!) };
      return { ...span, kind: other === 'else' ? 'else' : 'end', says: '' };
    },
  );
}

/** Returns the name of a value as people say it: "first name". */
function nameOf(path: string): string {
  return path
    .replace(/\["([^"]*)"\]/g, '.$1')
    .replace(/^subscriber\.(?:metadata\.)?/, '')
    .replace(/[._-]+/g, ' ')
    .trim();
}

const spoken: Record<string, string> = {
  '==': said.is,
  '!=': said.is_not,
  contains: said.has,
  '>': said.over,
  '<': said.under,
  '>=': said.at_least,
  '<=': said.at_most,
  and: said.and,
  or: said.or,
  blank: said.empty,
  empty: said.empty,
  nil: said.empty,
};

/** Returns a condition as people say it: "type is premium". */
function conditionOf(condition: string): string {
  const pieces = condition.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return pieces
    .map(piece => {
      if (/^["']/.test(piece)) return piece.slice(1, -1) || said.empty;
      return spoken[piece] ?? nameOf(piece);
    })
    .join(' ');
}

/** The chosen reader's text for each piece of Liquid, or 1 or 0 for a condition. */
export type Answers = ReadonlyMap<string, string>;

const separator = '\u2063';

/** Returns a text whose preview shows what a reader gets for each of these pieces of Liquid. */
export function askFor(written: readonly string[]): string {
  const shown = written.map((one, index) => {
    const condition = /^\{%-?\s*(?:els)?(if|unless)\s(.*?)-?%\}$/.exec(one);
    const asked = condition
      ? `{% ${condition[1]} ${condition[2]!.trim()} %}1{% else %}0{% end${condition[1]} %}`
      : one;
    return `<p>${separator}${index}:${asked}${separator}</p>`;
  });
  return `<!-- buttondown-editor-mode: fancy -->\n${shown.join('\n')}`;
}

/** Reads the answers from the preview of `askFor`, by the piece as it is written. */
export function answersIn(text: string, written: readonly string[]): Answers {
  const found = text.matchAll(new RegExp(`${separator}(\\d+):([^${separator}]*)${separator}`, 'g'));
  return new Map(
    Array.from(found, ([, index, value]) => [
      written[Number(index)] ?? '',
      value!.replace(/\s+/g, ' ').trim(),
    ]),
  );
}
