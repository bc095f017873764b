// Backspace and Delete at the ends of paragraphs, while the text is shown as readers see it. Pure.
import { EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import { beginningOf } from './beginnings.ts';
import { boxClose, boxOf } from './box-lines.ts';
import { leaveList, raiseSign } from './items.ts';
import {
  isBlank,
  isRaw,
  itemOf,
  itemOfLoneSign,
  lineAbove,
  lineBelow,
  rawAround,
  readBeginning,
} from './outline.ts';
import { solidIn } from './solids.ts';

const stay: TransactionSpec = {};

function erase(from: number, to: number, insert = '', at = from + insert.length): TransactionSpec {
  const selection = EditorSelection.cursor(at);
  return { changes: { from, to, insert }, selection, userEvent: 'delete', scrollIntoView: true };
}

/** Returns true if the line cannot be joined with text: a card, a table, code, HTML or a horizontal rule. */
function isApart(state: EditorState, line: Line): boolean {
  return (
    solidIn(state, line.from, line.to) !== undefined ||
    rawAround(state, line.to) !== undefined ||
    isRule(line)
  );
}

/** Returns true for a footnote, or for an address that links refer to by name. */
function isNote({ text }: Line): boolean {
  return /^ {0,3}\[[^\]]+\]:/.test(text);
}

function isRule({ text }: Line): boolean {
  return /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text);
}

/** Returns where the text of a line ends, before the marker of a line break. */
function wordsEnd({ from, text }: Line): number {
  return from + text.replace(/(?:[ \t]+|\\)$/, '').length;
}

/**
 * At the beginning of a paragraph: joins it with the one above, takes it out of its list or quote, or moves to the card above. Undefined
 * elsewhere.
 */
export function joinAbove(state: EditorState): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1 || isRaw(state, main.head)) return undefined;
  const line = state.doc.lineAt(main.head);
  const isEmpty = isBlank(line);
  const begin = beginningOf(state, line.from);
  const lead = state.sliceDoc(line.from, main.head);
  if (isEmpty ? !/^[\s>]*$/.test(lead) : main.head > begin && lead.trim() !== '') return undefined;
  const item = itemOf(state, line);
  if (item) return { changes: leaveList(state, item), userEvent: 'delete', scrollIntoView: true };
  if (isNote(line)) return stay;
  const outer = itemOfLoneSign(state, line);
  if (outer) return { changes: raiseSign(state, line, outer), userEvent: 'delete' };
  const { quote } = readBeginning(state, line.from);
  const above = lineAbove(state, line);
  const isQuoted = quote.includes('>');
  if (isQuoted && !(above && above.number >= line.number - 2 && /^[ \t]*>/.test(above.text)))
    return erase(line.from, line.from + quote.length, quote.replace(/>[ \t]?$/, ''));
  if (!above) return line.number === 1 ? undefined : erase(0, line.from);
  if (isEmpty) return leaveEmpty(state, line, above);
  const empties = line.number - above.number - 1;
  if (empties > 1) return erase(above.to, line.from, '\n\n', above.to + 2 + (main.head - line.from));
  if (isApart(state, above) || (isNote(above) && !/^ {0,3}\[\^/.test(above.text)))
    return comeTo(state, above);
  const gap = empties === 0 && wordsEnd(above) === above.to ? ' ' : '';
  return erase(wordsEnd(above), Math.max(begin, main.head), gap);
}

/**
 * Removes the empty paragraph and moves the cursor to the end of the content above. If the paragraph was the whole content of a box,
 * removes the box too.
 */
function leaveEmpty(state: EditorState, line: Line, above: Line): TransactionSpec {
  const below = line.number < state.doc.lines ? state.doc.line(line.number + 1) : undefined;
  const end = lineBelow(state, line);
  if (boxOf(above.text) && end?.text === boxClose) return erase(above.from, end.to);
  const place = isApart(state, above) ? placeIn(state, above) : above.to;
  if (place === undefined) return stay;
  const isClose = below !== undefined && !isBlank(below);
  return erase(above.to, isClose ? line.from - 1 : line.to, '', place);
}

/** Returns where the cursor lands in a card or in code from below; undefined if it cannot enter. */
function placeIn(state: EditorState, line: Line): number | undefined {
  const solid = solidIn(state, line.from, line.to);
  if (solid) return solid.from;
  const code = rawAround(state, line.to);
  if (code?.name === 'CodeBlock') return line.to;
  return code?.name === 'FencedCode' ? line.from - 1 : undefined;
}

function comeTo(state: EditorState, line: Line): TransactionSpec {
  const place = placeIn(state, line);
  return place === undefined ? stay : { selection: EditorSelection.cursor(place), scrollIntoView: true };
}

/** At the end of a paragraph: joins the next one with it. Undefined elsewhere. */
export function joinBelow(state: EditorState): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (!main.empty || ranges.length > 1 || isRaw(state, main.head)) return undefined;
  if (main.head < wordsEnd(line)) return undefined;
  const below = lineBelow(state, line);
  if (!below) return line.number === state.doc.lines ? undefined : erase(main.head, state.doc.length);
  if (isBlank(line)) return erase(line.from, below.from);
  if (isNote(below)) return stay;
  if (isApart(state, below)) {
    const solid = solidIn(state, below.from, below.to);
    return solid ? { selection: EditorSelection.cursor(solid.from), scrollIntoView: true } : stay;
  }
  const isSoft = below.number === line.number + 1 && wordsEnd(line) === line.to;
  return erase(wordsEnd(line), beginningOf(state, below.from), isSoft ? ' ' : '', wordsEnd(line));
}
