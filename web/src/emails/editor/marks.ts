import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state';

export type Mark = '**' | '*' | '~~' | '`';
type Span = { from: number; to: number };

/** The markers before the text of a line: quotes, lists, headings. */
const beginning = /^(?:\s|>|[-*+] (?:\[[ x]\] )?|\d{1,9}[.)] |#{1,6} )*/;

/**
 * Puts the mark around the selected words of each line, or removes it if all of them have it. Without a selection, it applies to the word
 * at the cursor.
 */
export function toggleMark(mark: Mark): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const done = state.changeByRange(range => {
      const spans = spansOf(state, range);
      if (spans.length === 0) {
        const changes = { from: range.head, insert: mark + mark };
        return { changes, range: EditorSelection.cursor(range.head + mark.length) };
      }
      const isOn = spans.every(span => has(state, span, mark));
      const changes = spans.flatMap(span => {
        if (isOn) return takeOff(span, mark);
        return has(state, span, mark) ? [] : putOn(span, mark);
      });
      const moved = state.changes(changes);
      const from = moved.mapPos(spans[0]!.from, 1);
      const to = moved.mapPos(spans.at(-1)!.to, -1);
      return {
        changes,
        range: range.empty
          ? EditorSelection.cursor(moved.mapPos(range.head, 1))
          : EditorSelection.range(from, to),
      };
    });
    dispatch(state.update(done, { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
}

/** Returns true if everything selected has the mark. */
export function isMarked(state: EditorState, mark: Mark): boolean {
  const spans = spansOf(state, state.selection.main);
  return spans.length > 0 && spans.every(span => has(state, span, mark));
}

/** Returns the selected words of each line, without the marks around them and the markers at the beginning of the line. */
function spansOf(state: EditorState, range: SelectionRange): Span[] {
  if (range.empty) {
    const word = state.wordAt(range.head);
    return word ? [inner(state, word)] : [];
  }
  const spans: Span[] = [];
  for (let at = range.from; at <= range.to; ) {
    const line = state.doc.lineAt(at);
    const start = line.from + (beginning.exec(line.text)?.[0].length ?? 0);
    const span = inner(state, { from: Math.max(start, range.from), to: Math.min(line.to, range.to) });
    if (span.from < span.to) spans.push(span);
    at = line.to + 1;
  }
  return spans;
}

function inner(state: EditorState, { from, to }: Span): Span {
  const text = state.sliceDoc(from, to);
  const left = /^[\s*~`]*/.exec(text)![0];
  const right = /[\s*~`]*$/.exec(text)![0];
  if (left.length === text.length) return { from, to: from };
  return { from: from + left.length, to: to - right.length };
}

function has(state: EditorState, { from, to }: Span, mark: Mark): boolean {
  const sign = mark.charAt(0);
  const [before, after] = [run(state, from - 1, -1, sign), run(state, to, 1, sign)];
  const both = Math.min(before, after);
  return mark === '*' ? both % 2 === 1 : both >= mark.length;
}

/** Returns how often the character is repeated from `at` on in this direction, up to three times. */
function run(state: EditorState, at: number, step: 1 | -1, sign: string): number {
  let length = 0;
  while (length < 3 && state.sliceDoc(at, at + 1) === sign && at >= 0) {
    length += 1;
    at += step;
  }
  return length;
}

function putOn({ from, to }: Span, mark: Mark): ChangeSpec[] {
  return [
    { from, insert: mark },
    { from: to, insert: mark },
  ];
}

function takeOff({ from, to }: Span, mark: Mark): ChangeSpec[] {
  return [
    { from: from - mark.length, to: from },
    { from: to, to: to + mark.length },
  ];
}

/** Begins each selected line with `prefix` instead of another marker, or removes it if all have it. */
export function toggleLines(prefix: '## ' | '### ' | '> ' | '- ' | '1. '): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const lines = linesOf(state).filter(({ text }, _, all) => all.length === 1 || text.trim() !== '');
    const isOn = lines.every(({ text }) => isBegun(text, prefix));
    let number = 0;
    const changes = lines.map(({ from, text }) => {
      const old =
        prefix === '> ' ? (isOn ? '> ' : '') : (/^(?:[-*+] |\d{1,9}[.)] |#{1,6} )/.exec(text)?.[0] ?? '');
      number += 1;
      const insert = isOn ? '' : prefix === '1. ' ? `${number}. ` : prefix;
      return { from, to: from + old.length, insert };
    });
    const changed = state.changes(changes);
    // Text typed next comes after the prefix.
    const selection = state.selection.map(changed, 1);
    dispatch(state.update({ changes: changed, selection, scrollIntoView: true, userEvent: 'input' }));
    return true;
  };
}

function isBegun(text: string, prefix: string): boolean {
  return prefix === '1. ' ? /^\d{1,9}[.)] /.test(text) : text.startsWith(prefix);
}

function linesOf(state: EditorState) {
  const lines = new Map<number, ReturnType<EditorState['doc']['lineAt']>>();
  for (const { from, to } of state.selection.ranges)
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at);
      lines.set(line.number, line);
      at = line.to + 1;
    }
  return [...lines.values()];
}

/** Returns true if all selected lines begin with `prefix`. */
export function isBegunWith(state: EditorState, prefix: string): boolean {
  return linesOf(state).every(({ text }) => isBegun(text, prefix));
}

/** Links the selected words, and selects the address so that it can be typed over. Returns false if nothing is selected. */
export const linkSelection: StateCommand = ({ state, dispatch }) => {
  const { from, to, empty } = state.selection.main;
  if (state.readOnly || empty) return false;
  const text = state.sliceDoc(from, to);
  const linked = /^\[([^\]]*)\]\([^)]*\)$/.exec(text);
  if (linked) {
    const insert = linked[1]!;
    dispatch(
      state.update({
        changes: { from, to, insert },
        selection: { anchor: from, head: from + insert.length },
      }),
    );
    return true;
  }
  const address = 'https://';
  const start = from + text.length + 3;
  dispatch(
    state.update({
      changes: { from, to, insert: `[${text}](${address})` },
      selection: { anchor: start, head: start + address.length },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  );
  return true;
};
