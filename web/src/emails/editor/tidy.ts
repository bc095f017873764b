import type { StateCommand } from '@codemirror/state';
import { alignTables } from './tables.ts';

/** Aligns every table, numbers footnotes in the order in which the text refers to them, and puts their texts below it. */
export const tidy: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const before = state.doc.toString();
  const after = orderFootnotes(alignTables(before));
  if (after === before) return true;
  const from = commonStart(before, after);
  const end = commonEnd(before, after, from);
  const changes = { from, to: before.length - end, insert: after.slice(from, after.length - end) };
  const { head } = state.selection.main;
  const anchor = Math.min(head < from ? head : state.changes(changes).mapPos(head), after.length);
  dispatch(state.update({ changes, selection: { anchor }, userEvent: 'input' }));
  return true;
};

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function commonEnd(a: string, b: string, start: number): number {
  let length = 0;
  const most = Math.min(a.length, b.length) - start;
  while (length < most && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

/** Returns the text with its footnotes numbered in the order of use and moved to its end. Named footnotes keep their names. */
export function orderFootnotes(text: string): string {
  const notes = new Map<string, string>();
  const note = /^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:(?: {2,}|\t).*|(?=\n(?: {2,}|\t)\S)))*)$/gm;
  const taken = '\u0000';
  const rest = text.replaceAll(taken, '').replace(note, (whole, name: string, content: string) => {
    if (notes.has(name)) return whole;
    notes.set(name, content.trimEnd());
    return taken;
  });
  const body = rest.replace(/\n*\u0000[\n\u0000]*/g, '\n\n');
  if (notes.size === 0) return text;
  const used = [...new Set(Array.from(body.matchAll(/\[\^([^\]\s]+)\](?!:)/g), match => match[1]!))];
  const order = [
    ...used.filter(name => notes.has(name)),
    ...[...notes.keys()].filter(name => !used.includes(name)),
  ];
  let number = 0;
  const next = () => String(++number);
  const names = new Map(order.map(name => [name, /^\d+$/.test(name) ? next() : name]));
  const named = (one: string) =>
    one.replace(/\[\^([^\]\s]+)\](?!:)/g, (whole, name: string) =>
      names.has(name) ? `[^${names.get(name)}]` : whole,
    );
  const below = order.map(name => `[^${names.get(name)}]: ${named(notes.get(name)!)}`).join('\n');
  return `${named(body).trim()}\n\n${below}\n`;
}
