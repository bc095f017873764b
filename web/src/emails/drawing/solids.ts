import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, StateField } from '@codemirror/state';
import { type Command, Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import { cardOf } from '../cards/all.ts';
import { calloutAt, calloutOpen } from './callout.ts';
import { CardWidget } from './card-widget.ts';
import { focusCell, Grid } from './grid.ts';
import { cellAt, readTable } from './table.ts';

const mayBeSolid = new Set(['Table', 'Paragraph', 'HTMLBlock', 'CommentBlock']);
/** Longer blocks are no cards, so that long paragraphs cost nothing. */
const longestCard = 5000;

/** What stands in place of whole blocks of the text: tables and cards. */
const solids = StateField.define<DecorationSet>({
  create: findSolids,
  update: (shown, { docChanged, startState, state }) =>
    docChanged || syntaxTree(startState) !== syntaxTree(state) ? findSolids(state) : shown,
  provide: field => EditorView.decorations.from(field),
});

function findSolids(state: EditorState): DecorationSet {
  const all: Range<Decoration>[] = [];
  const cursor = syntaxTree(state).cursor();
  if (!cursor.firstChild()) return Decoration.none;
  do {
    const isTable = cursor.name === 'Table';
    if (!mayBeSolid.has(cursor.name) || (!isTable && cursor.to - cursor.from > longestCard)) continue;
    const [from, to] = [state.doc.lineAt(cursor.from).from, state.doc.lineAt(cursor.to).to];
    const written = state.sliceDoc(from, to);
    if (written === calloutOpen) {
      const box = calloutAt(state, cursor.node);
      if (box) all.push(...box);
      continue;
    }
    const found = isTable ? undefined : cardOf(written);
    if (!isTable && !found) continue;
    const widget = found ? new CardWidget(found.card, found.values, written) : new Grid(written);
    all.push(Decoration.replace({ widget, block: true }).range(from, to));
  } while (cursor.nextSibling());
  return Decoration.set(all, true);
}

type Solid = { from: number; to: number };

/** The table or the card that reaches into this part of the text; undefined if none does, or the text is shown with its marks. */
export function solidIn(state: EditorState, from: number, to: number): Solid | undefined {
  let found: Solid | undefined;
  state.field(solids, false)?.between(from, to, (from, to, { spec }) => {
    if (!spec.block) return;
    found = { from, to };
    return false;
  });
  return found;
}

/** Puts the focus on the card, or into the cell of the table at this place. */
function enter(view: EditorView, { from, to }: Solid, place: number): boolean {
  const table = readTable(view.state.sliceDoc(from, to), from);
  const { node, offset } = view.domAtPos(from);
  const dom = [...node.childNodes]
    .slice(Math.max(0, offset - 1))
    .find(one => one instanceof HTMLElement && one.matches('.cm-grid, .cm-card'));
  if (!(dom instanceof HTMLElement)) return false;
  if (dom.matches('.cm-card')) {
    view.dispatch({ selection: { anchor: from } });
    dom.focus();
    return true;
  }
  focusCell(dom, cellAt(table, Math.min(Math.max(place, from), to)));
  return true;
}

/** From the line next to a table or a card, an arrow leads into it. */
const arrow =
  (step: 1 | -1): Command =>
  view => {
    const { main } = view.state.selection;
    if (!main.empty) return false;
    const line = view.state.doc.lineAt(main.head);
    const moved = view.moveVertically(main, step === 1);
    const isInLine = moved.head >= line.from && moved.head <= line.to && moved.head !== main.head;
    const beside = step === 1 ? line.to + 1 : line.from - 1;
    if (isInLine || beside < 0 || beside > view.state.doc.length) return false;
    const solid = solidIn(view.state, beside, beside);
    return solid ? enter(view, solid, step === 1 ? solid.from : solid.to) : false;
  };

/** Whoever comes to where a table or a card is written comes into it. */
const entering = EditorView.updateListener.of(({ view, state, selectionSet, docChanged, focusChanged }) => {
  if (!(selectionSet || docChanged || focusChanged) || !view.hasFocus) return;
  const { from, to, head } = state.selection.main;
  const solid = solidIn(state, head, head);
  if (!solid || from < solid.from || to > solid.to) return;
  queueMicrotask(() => {
    if (!view.hasFocus || view.state !== state || !enter(view, solid, head)) return;
    // Something new is filled in at once.
    const field = docChanged && from !== to && document.activeElement?.querySelector('input');
    if (field) field.focus();
    if (field) field.select();
  });
});

/** What is typed right below a table or a card would belong to it, so it begins a line further down. */
const apart = EditorView.inputHandler.of((view, from, to, text) => {
  const { doc } = view.state;
  const line = doc.lineAt(from);
  if (
    from !== to ||
    line.length > 0 ||
    line.number === 1 ||
    !solidIn(view.state, line.from - 1, line.from - 1)
  )
    return false;
  const isLast = line.number === doc.lines || doc.line(line.number + 1).text.trim() === '';
  view.dispatch({
    changes: { from, insert: `\n${text}${isLast ? '' : '\n'}` },
    selection: { anchor: from + 1 + text.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
});

/** Tables as grids, and cards. */
export const solidBlocks: Extension = [
  solids,
  entering,
  apart,
  EditorView.atomicRanges.of(view => view.state.field(solids, false) ?? Decoration.none),
  Prec.high(
    keymap.of([
      { key: 'ArrowDown', run: arrow(1) },
      { key: 'ArrowUp', run: arrow(-1) },
    ]),
  ),
];
