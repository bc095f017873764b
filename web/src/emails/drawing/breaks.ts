import { type EditorState, RangeSet, RangeValue, StateEffect, StateField } from '@codemirror/state';

/** A line ending that differs from most in this text. */
class Break extends RangeValue {
  readonly written: string;

  constructor(written: string) {
    super();
    this.written = written;
  }

  // Text typed before a line ending or after it does not become part of it.
  override startSide = 1;
  override endSide = -1;
}

type Breaks = { usual: string; others: RangeSet<Break> };

/** Replaces the line endings with those of this text. */
export const setBreaks = StateEffect.define<string>();

function breaksOf(text: string): Breaks {
  const found = text.includes('\r') ? [...text.matchAll(/\r\n?|\n/g)] : [];
  const usual = found.length > 0 && found.every(([written]) => written === '\r\n') ? '\r\n' : '\n';
  let shorter = 0;
  const others = found.flatMap(({ 0: written, index }) => {
    const at = index - shorter;
    shorter += written.length - 1;
    return written === usual ? [] : [new Break(written).range(at, at + 1)];
  });
  return { usual, others: RangeSet.of(others) };
}

/** The line endings of a text. The editor knows only one kind, so this field keeps the others until somebody changes those lines. */
const breaksField = StateField.define<Breaks>({
  create: ({ doc }) => breaksOf(doc.toString()),
  update: ({ usual, others }, { changes, docChanged, effects }) => {
    const given = effects.findLast(effect => effect.is(setBreaks));
    if (given) return breaksOf(given.value);
    return { usual, others: docChanged ? others.map(changes) : others };
  },
});

/** Returns the text with its original line endings. */
export function writtenText(state: EditorState): string {
  const text = state.doc.toString();
  const { usual, others } = state.field(breaksField);
  if (others.size === 0) return usual === '\n' ? text : text.replaceAll('\n', usual);
  let written = '';
  let end = 0;
  const pass = (to: number) => {
    written += usual === '\n' ? text.slice(end, to) : text.slice(end, to).replaceAll('\n', usual);
  };
  others.between(0, text.length, (from, to, one) => {
    pass(from);
    written += one.written;
    end = to;
  });
  pass(text.length);
  return written;
}

/** Returns the field with the line endings of this text. */
export const keepBreaks = (text: string) => breaksField.init(() => breaksOf(text));
