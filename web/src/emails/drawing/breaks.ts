import { type EditorState, RangeSet, RangeValue, StateEffect, StateField } from '@codemirror/state';

/** A line's end that is not written as most are here. */
class Break extends RangeValue {
  readonly written: string;

  constructor(written: string) {
    super();
    this.written = written;
  }

  // What is typed before the end of a line or at the beginning of the next stays outside.
  override startSide = 1;
  override endSide = -1;
}

type Breaks = { usual: string; others: RangeSet<Break> };

/** Tells the editor that the text is now this one, as it is written. */
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

/** How the lines of a text end. They stay so where nobody changes them, although the editor knows only one kind. */
const breaksField = StateField.define<Breaks>({
  create: ({ doc }) => breaksOf(doc.toString()),
  update: ({ usual, others }, { changes, docChanged, effects }) => {
    const given = effects.findLast(effect => effect.is(setBreaks));
    if (given) return breaksOf(given.value);
    return { usual, others: docChanged ? others.map(changes) : others };
  },
});

/** The text with the ends of lines that it came with. */
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

/** The field of a text that begins like this. */
export const keepBreaks = (text: string) => breaksField.init(() => breaksOf(text));
