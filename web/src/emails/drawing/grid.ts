import { isolateHistory } from '@codemirror/commands';
import { type EditorView, WidgetType } from '@codemirror/view';
import { keys } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { removeBlock } from './block-acts.ts';
import { drawHandle, step } from './dragging.ts';
import { pressInGrid } from './grid-keys.ts';
import { pasteRows } from './grid-paste.ts';
import { type Cell, type Changer, gridTools } from './grid-tools.ts';
import { drawWords } from './plain-inline.ts';
import { alignsOf, cellsOf, placeOf, readTable, setCell } from './table.ts';

/** Shows a table as a grid whose cells can be edited. Each change in a cell is a change of the text. */
export class Grid extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq({ text }: Grid): boolean {
    return text === this.text;
  }

  override get estimatedHeight(): number {
    return this.text.split('\n').length * 38;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = element('div', {
      class: 'cm-grid',
      role: 'group',
      'aria-label': words.editor.grid.label,
      'aria-description': words.editor.grid.keys,
    });
    const table = element('table');
    dom.append(element('div', { class: 'cm-grid-scroll' }, table));
    fillGrid(dom, this.text, view);
    listen(dom, view);
    if (!view.state.readOnly)
      dom.append(
        drawHandle(view, dom, [keys.moving.table_up[0], keys.moving.table_down[0]]),
        gridTools(changer(dom, view), {
          move: by => void step(view, view.posAtDOM(dom), by),
          remove: () => removeBlock(view, changer(dom, view).table()),
        }),
      );
    return dom;
  }

  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    fillGrid(dom, this.text, view);
    return true;
  }
}

const cellsIn = (dom: HTMLElement) => [...dom.querySelectorAll<HTMLElement>('.cm-cell')];
const placeIn = ({ dataset }: HTMLElement): Cell => ({
  row: Number(dataset.row),
  column: Number(dataset.column),
});
const cellIn = (dom: HTMLElement, { row, column }: Cell) =>
  dom.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);

/** Fills the cells. Leaves the cell in which somebody is writing as it is. */
function fillGrid(dom: HTMLElement, text: string, view: EditorView): void {
  const read = readTable(text, 0);
  const [cells, aligns] = [cellsOf(read), alignsOf(read)];
  const table = dom.querySelector('table')!;
  const isAlike = table.rows.length === cells.length && table.rows[0]!.cells.length === cells[0]!.length;
  const focused = cellsIn(dom).find(cell => cell === document.activeElement);
  const at = focused && placeIn(focused);
  if (!isAlike) table.replaceChildren(drawRows(cells, view.state.readOnly));
  for (const cell of cellsIn(dom)) {
    const { row, column } = placeIn(cell);
    const says = cells[row]![column]!;
    cell.parentElement!.style.textAlign = aligns[column] || 'start';
    const isFocused = cell === document.activeElement;
    if (isFocused ? cell.textContent.trim() === says : cell.dataset.says === says) continue;
    cell.dataset.says = says;
    if (isFocused) cell.textContent = says;
    else cell.replaceChildren(drawWords(says));
  }
  if (at && !isAlike)
    focusCell(dom, {
      row: Math.min(at.row, cells.length - 1),
      column: Math.min(at.column, cells[0]!.length - 1),
    });
}

function drawRows(cells: string[][], isFixed: boolean): HTMLElement {
  const { cell, title } = words.editor.grid;
  const rows = cells.map((row, at) =>
    element(
      'tr',
      {},
      ...row.map((_, column) =>
        element(
          at === 0 ? 'th' : 'td',
          at === 0 ? { scope: 'col' } : {},
          element('div', {
            class: 'cm-cell',
            role: 'textbox',
            tabindex: '-1',
            contenteditable: isFixed ? 'false' : 'plaintext-only',
            'aria-readonly': isFixed && 'true',
            'aria-label': at === 0 ? title(column + 1) : cell(at, column + 1),
            'data-row': String(at),
            'data-column': String(column),
          }),
        ),
      ),
    ),
  );
  return element('tbody', {}, ...rows);
}

/** Focuses the cell and selects its whole text. */
export function focusCell(dom: HTMLElement, place: Cell): void {
  const cell = cellIn(dom, place);
  cell?.focus();
  if (cell) getSelection()?.selectAllChildren(cell);
}

function changer(dom: HTMLElement, view: EditorView): Changer {
  const table = () => {
    const from = view.posAtDOM(dom);
    const { doc } = view.state;
    let end = doc.lineAt(from);
    const count = dom.querySelector('table')!.rows.length;
    for (let row = 0; row < count && end.number < doc.lines; row += 1) end = doc.line(end.number + 1);
    return readTable(doc.sliceString(from, end.to), from);
  };
  return {
    table,
    cell: () => {
      const active = document.activeElement;
      const last = dom.querySelector<HTMLElement>('.cm-cell-last');
      const cell = active instanceof HTMLElement && active.matches('.cm-cell') ? active : last;
      return cell ? placeIn(cell) : undefined;
    },
    change: (changes, next) => {
      if (changes.length === 0 || view.state.readOnly) return;
      const annotations = next ? [isolateHistory.of('full')] : [];
      view.dispatch({ changes, userEvent: next ? 'input' : 'input.type', annotations });
      if (next) focusCell(dom, next);
    },
  };
}

function listen(dom: HTMLElement, view: EditorView): void {
  const { table, cell: current, change } = changer(dom, view);
  dom.addEventListener('focusin', event => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('.cm-cell')) return;
    for (const one of cellsIn(dom)) one.classList.toggle('cm-cell-last', one === event.target);
    event.target.textContent = event.target.dataset.says ?? '';
    const { row, column } = placeIn(event.target);
    // The focus may arrive while the grid is still being drawn.
    queueMicrotask(() => {
      if (document.activeElement === event.target)
        view.dispatch({ selection: { anchor: placeOf(table(), row, column).from } });
    });
  });
  dom.addEventListener('focusout', event => {
    if (event.target instanceof HTMLElement && event.target.matches('.cm-cell'))
      event.target.replaceChildren(drawWords(event.target.dataset.says ?? ''));
  });
  dom.addEventListener('input', event => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('.cm-cell')) return;
    const { row, column } = placeIn(event.target);
    event.target.dataset.says = event.target.textContent.trim();
    change(setCell(table(), row, column, event.target.textContent));
  });
  dom.addEventListener('paste', event => {
    const text = event.clipboardData?.getData('text/plain').replace(/\r\n?/g, '\n').replace(/\n$/, '') ?? '';
    const at = current();
    if (!at || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    pasteRows(
      text.split('\n').map(line => line.split('\t')),
      at,
      { table, cell: current, change },
    );
    focusCell(dom, at);
  });
  dom.addEventListener('keydown', event => {
    const at = current();
    if (!at || !(event.target instanceof HTMLElement) || !event.target.matches('.cm-cell')) return;
    const go = (cell: Cell) => focusCell(dom, cell);
    if (pressInGrid(event, { view, table: table(), at, change, go })) event.preventDefault();
  });
}
