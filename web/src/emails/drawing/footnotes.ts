import type { Text } from '@codemirror/state';

const counted = new WeakMap<Text, ReadonlyMap<string, number>>();

/** Returns the number that readers see for the footnote with this label; undefined if there is no such note. */
export function numberOf(doc: Text, label: string): number | undefined {
  let numbers = counted.get(doc);
  if (!numbers) {
    numbers = countNotes(doc.toString());
    counted.set(doc, numbers);
  }
  return numbers.get(label);
}

/** Numbers the notes in the order in which the text refers to them. Notes without a reference come last. */
function countNotes(text: string): ReadonlyMap<string, number> {
  const notes = Array.from(text.matchAll(/^ {0,3}\[\^([^\]\s]+)\]:/gm), ([, label]) => label!);
  if (notes.length === 0) return new Map();
  const used = Array.from(text.matchAll(/\[\^([^\]\s]+)\](?!:)/g), ([, label]) => label!);
  const order = new Set([...used.filter(label => notes.includes(label)), ...notes]);
  return new Map(Array.from(order, (label, index) => [label, index + 1]));
}
