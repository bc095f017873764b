// Enter and Shift-Enter, while the text is shown as readers see it. Pure.
import { insertNewlineContinueMarkup } from '@codemirror/lang-markdown';
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type TransactionSpec,
} from '@codemirror/state';
import { beginningOf } from './beginnings.ts';
import { leaveList, raiseSign } from './items.ts';
import {
  columnsOf,
  isBlank,
  isClear,
  isRaw,
  itemAround,
  itemOf,
  itemOfLoneSign,
  lineAbove,
  rawAround,
  readBeginning,
  treeAt,
} from './outline.ts';
import type { SyntaxNode } from './scene.ts';

type Split = { from: number; to: number; closing: string; opening: string };

/** Elements that are never split. */
const whole = new Set(['Image', 'Autolink', 'URL', 'HTMLTag', 'Escape']);
const marked = new Set(['StrongEmphasis', 'Emphasis', 'Strikethrough', 'InlineCode', 'Link']);

/** Splits text at this place. Marks around it end before it and begin again after it. At the edge of a mark, the place moves out of it. */
function splitAt(state: EditorState, place: number): Split {
  let [at, closing, opening] = [place, '', ''];
  for (let node: SyntaxNode | null = treeAt(state, at).resolveInner(at, 0); node; node = node.parent) {
    if (whole.has(node.name) && at > node.from) at = Math.max(at, node.to);
    if (!marked.has(node.name)) continue;
    const [first, second] = node.getChildren('LinkMark');
    const [open, close] = node.name === 'Link' ? [first, second] : [node.firstChild, node.lastChild];
    if (!open || !close || open === close || (node.name === 'Link' && !node.getChild('URL'))) continue;
    if (at <= open.to) at = node.from;
    else if (at >= close.from) at = node.to;
    else {
      closing += state.sliceDoc(close.from, node.to);
      opening = state.sliceDoc(node.from, open.to) + opening;
    }
  }
  const before = /[ \t]*$/.exec(state.sliceDoc(beginningOf(state, at), at))![0].length;
  const after = /^[ \t]*/.exec(state.sliceDoc(at, state.doc.lineAt(at).to))![0].length;
  return { from: at - before, to: at + after, closing, opening };
}

/** Begins a new paragraph, item or line of a quote, or ends a list or quote. Undefined in raw text. */
export function breakParagraph(state: EditorState): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  if (ranges.length > 1) return undefined;
  if (isRaw(state, main.from)) return closeCode(state);
  if (!main.empty) return withoutSelection(state, breakParagraph);
  const line = state.doc.lineAt(main.head);
  const [item, outer] = [itemOf(state, line), itemOfLoneSign(state, line)];
  if (outer) return step(raiseSign(state, line, outer));
  if (item && beginningOf(state, line.from) === line.to) return step(leaveList(state, item));
  if (itemAround(state, main.head)) return nextItem(state);
  const { quote } = readBeginning(state, line.from);
  return isBlank(line) ? beginHere(state, line, quote) : splitParagraph(state, quote);
}

/**
 * Closes code that begins in this line, so that the text after it does not become code. Undefined if the code has an end or begins
 * elsewhere.
 */
function closeCode(state: EditorState): TransactionSpec | undefined {
  const { head, empty } = state.selection.main;
  const code = rawAround(state, head);
  const [open, ...others] = code?.getChildren('CodeMark') ?? [];
  const line = state.doc.lineAt(head);
  const isBegun = empty && code?.name === 'FencedCode' && open !== undefined && others.length === 0;
  if (!isBegun || open.from < line.from || head !== line.to) return undefined;
  const start = `\n${line.text.slice(0, open.from - line.from).replace(/[^>]/g, ' ')}`;
  const insert = `${start}${start}${state.sliceDoc(open.from, open.to)}`;
  return step({ from: head, insert }, head + start.length);
}

function step(changes: ChangeSpec, at?: number): TransactionSpec {
  const selection = at === undefined ? {} : { selection: EditorSelection.cursor(at) };
  return { changes, ...selection, userEvent: 'input', scrollIntoView: true };
}

/** Erases the selection and then writes, as one change. */
function withoutSelection(
  state: EditorState,
  write: (state: EditorState) => TransactionSpec | undefined,
): TransactionSpec | undefined {
  const { from, to } = state.selection.main;
  const erased = state.update({ changes: { from, to }, selection: { anchor: from } });
  const spec = write(erased.state);
  if (!spec) return undefined;
  const { changes, newSelection } = erased.state.update(spec);
  return { ...spec, changes: erased.changes.compose(changes), selection: newSelection };
}

/** Turns the rest of the text into the next item. */
function nextItem(state: EditorState): TransactionSpec | undefined {
  const { from, to, closing, opening } = splitAt(state, state.selection.main.head);
  const marked = state.update({
    changes: { from, to, insert: closing + opening },
    selection: { anchor: from + closing.length },
  });
  let spec: TransactionSpec | undefined;
  insertNewlineContinueMarkup({
    state: marked.state,
    dispatch: ({ changes, newSelection }) => {
      spec = step(marked.changes.compose(changes), newSelection.main.head + opening.length);
    },
  });
  return spec;
}

function splitParagraph(state: EditorState, quote: string): TransactionSpec {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const gap = `\n${quote.trimEnd()}\n${quote}`;
  const begin = beginningOf(state, head);
  if (head <= begin) {
    const insert = `${isClear(state, line, -1) ? `${quote}\n` : ''}${quote.trimEnd()}\n`;
    return step({ from: line.from, insert }, begin + insert.length);
  }
  const { from, to, closing, opening } = splitAt(state, head);
  const isEnd = to === line.to && !isClear(state, line, 1);
  const next = isEnd ? state.doc.line(line.number + 1) : undefined;
  const insert = closing + gap + opening;
  if (!next) return step({ from, to, insert }, from + insert.length);
  if (!isOneParagraph(state, to, next.to))
    return step({ from, to, insert: `${insert}\n` }, from + insert.length);
  // The marker of the line break goes with the end of the line.
  const start = from - (/\\$/.test(state.sliceDoc(line.from, from)) ? 1 : 0);
  return step({ from: start, to: beginningOf(state, next.from), insert }, start + insert.length);
}

function isOneParagraph(state: EditorState, from: number, to: number): boolean {
  let node: SyntaxNode | null = treeAt(state, to).resolveInner(from, 1);
  while (node && node.name !== 'Paragraph') node = node.parent;
  return node !== null && node.to >= to;
}

/** Begins a paragraph in an empty line. Ends the quote in an empty line of a quote. */
function beginHere(state: EditorState, line: Line, quote: string): TransactionSpec {
  if (quote.includes('>')) {
    const rest = quote.replace(/>[ \t]*$/, '');
    const above = lineAbove(state, line);
    const from = above ? above.to : 0;
    const gap = above ? `\n${rest.trimEnd()}\n${rest}` : rest;
    const after = isClear(state, line, 1) ? '' : `\n${rest.trimEnd()}`;
    return step({ from, to: line.to, insert: gap + after }, from + gap.length);
  }
  const before = isClear(state, line, -1) ? '' : '\n';
  const after = isClear(state, line, 1) ? '' : '\n';
  return step({ from: line.from, insert: before + after }, line.from + before.length);
}

/** Writes a line break within the paragraph, which mails keep. Undefined in raw text. */
export function breakLine(state: EditorState): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  if (ranges.length > 1 || isRaw(state, main.from)) return undefined;
  if (!main.empty) return withoutSelection(state, breakLine);
  const line = state.doc.lineAt(main.head);
  const begin = beginningOf(state, main.head);
  const isHeading = /#[ \t]+$/.test(state.sliceDoc(line.from, begin));
  if (isBlank(line) || main.head <= begin || isHeading) return breakParagraph(state);
  const { quote } = readBeginning(state, line.from);
  const item = itemAround(state, main.head);
  const indent = item ? ' '.repeat(columnsOf(state, item).words) : '';
  const { from, to, closing, opening } = splitAt(state, main.head);
  // At the end of marked or linked text, the next line has no mark.
  const isOut = closing === '' && opening === '';
  const start = isOut ? from : main.head;
  const insert = `  \n${quote}${indent}`;
  return step({ from: start, to: isOut ? to : main.head, insert }, start + insert.length);
}
