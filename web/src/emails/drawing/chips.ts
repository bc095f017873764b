// Liquid in the words of somebody who writes: what is filled in, and for whom something is. Pure.
import { words } from '../../words.ts';

const said = words.editor.conditions;

/** A piece of Liquid: a value that is filled in, or the beginning, middle or end of what only some readers get. */
export type Chip = {
  from: number;
  to: number;
  written: string;
  kind: 'value' | 'snippet' | 'if' | 'unless' | 'elsif' | 'else' | 'end';
  /** The value's name or the condition, in words; empty where there is none. */
  says: string;
};

const piece =
  /\{\{-?\s*([\w.-]+|[\w.]+\["[^"\]]*"\])\s*(?:\|[^{}]*)?-?\}\}|\{%-?\s*(?:(if|unless|elsif)\s([^{}%]*?)|(else)|(endif|endunless))\s*-?%\}/g;

/** Every piece of Liquid in these words that has words of its own. Others are shown as they are written. */
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

/** The name of a value as people say it: "first name". */
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

/** A condition as people say it: "type is premium". */
function conditionOf(condition: string): string {
  const pieces = condition.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  return pieces
    .map(piece => {
      if (/^["']/.test(piece)) return piece.slice(1, -1) || said.empty;
      return spoken[piece] ?? nameOf(piece);
    })
    .join(' ');
}

/** What `values` says about each expression of these texts, which a preview of `askFor` has shown. */
export type Answers = ReadonlyMap<string, string>;

const separator = '\u2063';

/** A text whose preview shows what a reader gets for each of these pieces of Liquid. */
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

/** What the preview of `askFor` says, by how each piece is written. */
export function answersIn(text: string, written: readonly string[]): Answers {
  const found = text.matchAll(new RegExp(`${separator}(\\d+):([^${separator}]*)${separator}`, 'g'));
  return new Map(
    Array.from(found, ([, index, value]) => [
      written[Number(index)] ?? '',
      value!.replace(/\s+/g, ' ').trim(),
    ]),
  );
}
