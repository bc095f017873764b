import { filters, liquidTags } from './editor/liquid.ts';

/** The start of Liquid that is still being typed, and what is missing. Lines and columns are counted from 1. */
export type OpenLiquid = {
  line: number;
  column: number;
  mark: string;
  lacks: 'end' | 'content' | 'end_tag' | 'name';
};

const blocks = ['if', 'unless', 'case', 'for', 'tablerow', 'capture'];

/**
 * Finds Liquid that cannot be read yet because it is still being typed: without its end, without content, or with half a name. The service
 * refuses all of it; other errors are not found here.
 */
export function openLiquid(text: string): OpenLiquid | undefined {
  const opened: { name: string; at: number }[] = [];
  const begins = /\{\{|\{%/g;
  for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
    const [mark] = begin;
    const at = begin.index;
    const end = endOf(text, at + 2, mark === '{{' ? '}}' : '%}');
    if (end === undefined) return placeOf(text, at, mark, 'end');
    const inner = text
      .slice(at + 2, end)
      .replace(/^-|-$/g, '')
      .trim();
    if (inner === '') return placeOf(text, at, mark, 'content');
    begins.lastIndex = end + 2;
    if (mark === '{{') {
      const filter = /\|\s*(\w+)$/.exec(inner)?.[1];
      if (filter && isBegun(filter, filters)) return placeOf(text, at, filter, 'name');
      continue;
    }
    const [name = '', rest = ''] = inner.split(/(?<=^\w+)\b/);
    if (name === 'raw' || name === 'comment') {
      const close = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`, 'g');
      close.lastIndex = begins.lastIndex;
      if (!close.test(text)) return placeOf(text, at, name, 'end_tag');
      begins.lastIndex = close.lastIndex;
    } else if (isBegun(name, liquidTags)) return placeOf(text, at, name, 'name');
    else if (blocks.includes(name)) {
      if (rest.trim() === '') return placeOf(text, at, name, 'content');
      opened.push({ name, at });
    } else if (name.startsWith('end') && opened.pop()?.name !== name.slice(3)) return undefined;
  }
  const last = opened.at(-1);
  return last && placeOf(text, last.at, last.name, 'end_tag');
}

/** Returns the end of what begins before `from`; undefined if it has none, or if more Liquid or a quotation begins first. */
function endOf(text: string, from: number, close: string): number | undefined {
  const signs = /"[^"]*"|'[^']*'|["']|\{\{|\{%|\}\}|%\}/g;
  signs.lastIndex = from;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    if (sign[0] === close) return sign.index;
    const isOpen = sign[0] === '{{' || sign[0] === '{%' || (close === '}}' && sign[0].length === 1);
    if (isOpen) return undefined;
  }
  return undefined;
}

/** Returns true if it is the beginning of one of these names, but none of them itself. */
function isBegun(name: string, names: readonly string[]): boolean {
  return !names.includes(name) && names.some(one => one.startsWith(name));
}

function placeOf(text: string, at: number, mark: string, lacks: OpenLiquid['lacks']): OpenLiquid {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n'), mark, lacks };
}
