import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range, StateField } from '@codemirror/state';
import { type Command, Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import { cardOf } from '../cards/all.ts';
import { boxOf } from './box-lines.ts';
import { boxAt } from './boxes.ts';
import { CardWidget } from './card-widget.ts';
import { focusCell, Grid } from './grid.ts';
import { cellAt, readTable } from './table.ts';
import { touchesOf } from './touch.ts';

/** Nodes of Markdown and HTML that can be tables or cards. */
const mayBeSolid = new Set([
  'Table',
  'Paragraph',
  'HTMLBlock',
  'CommentBlock',
  'HorizontalRule',
  'Element',
  'Comment',
]);
/** Longer blocks are not cards, so that long paragraphs cost nothing. */
const longestCard = 5000;

type Solids = {
  shown: DecorationSet;
  /** True while something is being typed that will be a card when the cursor has left it. */
  isTyping: boolean;
};

/** The widgets in place of whole blocks: tables, cards and boxes. */
const solids = StateField.define<Solids>({
  create: state => findSolids(state, Decoration.none),
  update: (before, { changes, docChanged, selection, startState, state }) =>
    docChanged || (before.isTyping && selection) || syntaxTree(startState) !== syntaxTree(state)
      ? findSolids(state, before.shown.map(changes))
      : before,
  provide: field => EditorView.decorations.from(field, ({ shown }) => shown),
});

/** Finds tables, cards and boxes. `before` is the previous set. */
function findSolids(state: EditorState, before: DecorationSet): Solids {
  const all: Range<Decoration>[] = [];
  let isTyping = false;
  const cursor = syntaxTree(state).cursor();
  if (!cursor.firstChild()) return { shown: Decoration.none, isTyping };
  do {
    const isTable = cursor.name === 'Table';
    if (!mayBeSolid.has(cursor.name) || (!isTable && cursor.to - cursor.from > longestCard)) continue;
    // This check is enough for most paragraphs.
    if (cursor.name === 'Paragraph' && !/[<{]/.test(state.sliceDoc(cursor.from, cursor.from + 1))) continue;
    const [from, to] = [state.doc.lineAt(cursor.from).from, state.doc.lineAt(cursor.to).to];
    const written = state.sliceDoc(from, to);
    const box = boxOf(written);
    if (box) {
      all.push(...(boxAt(state, cursor.node, box) ?? []));
      continue;
    }
    const found = isTable ? undefined : cardOf(written);
    if (!isTable && !found) continue;
    if (found?.card.isTyped && touchesOf(state, true)(from, to) && !blockIn(before, from, to)) {
      isTyping = true;
      continue;
    }
    const widget = found ? new CardWidget(found.card, found.values, written) : new Grid(written);
    all.push(Decoration.replace({ widget, block: true }).range(from, to));
  } while (cursor.nextSibling());
  return { shown: Decoration.set(all, true), isTyping };
}

type Solid = { from: number; to: number };

/** Returns the table or card in this part of the text; undefined if there is none, or if the text is shown with its markers. */
export function solidIn(state: EditorState, from: number, to: number): Solid | undefined {
  const found = state.field(solids, false);
  return found && blockIn(found.shown, from, to);
}

function blockIn(shown: DecorationSet, from: number, to: number): Solid | undefined {
  let found: Solid | undefined;
  shown.between(from, to, (from, to, { spec }) => {
    if (!spec.block) return;
    found = { from, to };
    return false;
  });
  return found;
}

/** Focuses the card, or the cell of the table at this place. */
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

/** Makes the arrow keys lead from the next line into a table or card. */
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

/** Moves the focus into a table or card when the cursor arrives at its text. */
const entering = EditorView.updateListener.of(update => {
  const { view, state, selectionSet, docChanged, focusChanged } = update;
  if (!(selectionSet || docChanged || focusChanged) || !view.hasFocus) return;
  const { from, to, head } = state.selection.main;
  const solid = solidIn(state, head, head);
  if (!solid || from < solid.from || to > solid.to) return;
  // Something new is to be filled in at once.
  const isNew =
    docChanged &&
    !update.transactions.some(one =>
      ['move', 'undo', 'redo', 'delete'].some(event => one.isUserEvent(event)),
    );
  queueMicrotask(() => {
    if (!view.hasFocus || view.state !== state || !enter(view, solid, head)) return;
    const field = document.activeElement?.querySelector('input');
    if (!field || !isNew || (from === to && field.value !== '')) return;
    field.focus();
    field.select();
  });
});

/** Shows tables as grids, and cards as widgets. */
export const solidBlocks: Extension = [
  solids,
  entering,
  EditorView.atomicRanges.of(view => view.state.field(solids, false)?.shown ?? Decoration.none),
  Prec.high(
    keymap.of([
      { key: 'ArrowDown', run: arrow(1) },
      { key: 'ArrowUp', run: arrow(-1) },
    ]),
  ),
];
