import { isolateHistory } from '@codemirror/commands';
import { type Extension, Prec, type StateEffect } from '@codemirror/state';
import { type Command, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { keys, keyWords } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import { element, icon } from '../elements/element.ts';
import { picturesIn } from '../elements/image.ts';
import { blocksOf, moveBlock, moveInBox, numberFrom } from './places.ts';

/** The start of the block that is being dragged. */
const dragged = new WeakMap<EditorView, number>();

/** Moves a block that stands by itself up or down by one. Returns its new place. */
export function step(view: EditorView, from: number, by: 1 | -1): number | undefined {
  const inner = view.state.readOnly ? undefined : moveInBox(view.state, from, by);
  if (inner) return put(view, inner);
  const at = numberFrom(view.state, from);
  return move(view, from, by === 1 ? at + 2 : at - 1);
}

function move(view: EditorView, from: number, before: number): number | undefined {
  const found = view.state.readOnly ? undefined : moveBlock(view.state, from, before);
  if (!found) return undefined;
  const place = numberFrom(view.state, from) < before ? before : before + 1;
  return put(view, found, EditorView.announce.of(words.editor.moved(place, blocksOf(view.state).length)));
}

function put(
  view: EditorView,
  { changes, at }: NonNullable<ReturnType<typeof moveBlock>>,
  effects: StateEffect<string>[] | StateEffect<string> = [],
): number {
  view.focus();
  view.dispatch({
    changes,
    effects,
    selection: { anchor: at },
    annotations: isolateHistory.of('full'),
    userEvent: 'move',
    scrollIntoView: true,
  });
  return at;
}

/** Draws the handle of a card or a table. Its tip names the keys that move the block. */
export function drawHandle(
  view: EditorView,
  dom: HTMLElement,
  [up, down]: [up: string, down: string],
): HTMLElement {
  const { move: label, move_keys } = words.editor;
  const ways = [up, down].map(way => keyWords(way).join(' '));
  const handle = element(
    'button',
    {
      type: 'button',
      class: 'cm-handle',
      draggable: 'true',
      tabindex: '-1',
      'aria-label': label,
      'data-tip': `${label}\n${move_keys(ways.join(' '))}`,
    },
    icon('M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01'),
  );
  handle.addEventListener('dragstart', event => {
    dragged.set(view, view.posAtDOM(dom));
    event.dataTransfer?.setDragImage(dom, 0, 0);
    event.dataTransfer?.setData('text/plain', '');
  });
  return handle;
}

/** Returns the start of a picture that has a line to itself and so moves as a block. Pictures among words move like words. */
function pictureAt(view: EditorView, at: number): number | undefined {
  const line = view.state.doc.lineAt(at);
  return picturesIn(line.text)[0]?.written === line.text ? line.from : undefined;
}

const stepPicture =
  (by: 1 | -1): Command =>
  view => {
    const from = pictureAt(view, view.state.selection.main.head);
    return from !== undefined && step(view, from, by) !== undefined;
  };

/** Returns the number of the block before which something dropped here would go. */
function gapAt(view: EditorView, { clientX, clientY }: MouseEvent): number {
  const at = view.posAtCoords({ x: clientX, y: clientY }, false);
  const blocks = blocksOf(view.state);
  const index = blocks.findIndex(({ to }) => to >= at);
  const block = blocks[index];
  if (!block) return blocks.length;
  const [top, bottom] = [view.lineBlockAt(block.from).top, view.lineBlockAt(block.to).bottom];
  return clientY - view.documentTop > (top + bottom) / 2 ? index + 1 : index;
}

/** Shows where a dragged block would go. */
const gaps = ViewPlugin.define(
  () => {
    const line = element('div', { class: 'cm-drop-line' });
    return {
      show(view: EditorView, before: number | undefined) {
        const blocks = blocksOf(view.state);
        const block = before === undefined ? undefined : (blocks[before] ?? blocks.at(-1));
        if (!block || before === undefined) return line.remove();
        const at =
          before < blocks.length
            ? view.lineBlockAt(block.from).top - 8
            : view.lineBlockAt(block.to).bottom + 4;
        line.style.top = `${at + view.documentPadding.top}px`;
        view.scrollDOM.append(line);
      },
      destroy: () => line.remove(),
    };
  },
  {
    eventHandlers: {
      dragstart(event, view) {
        if (!(event.target instanceof HTMLImageElement)) return false;
        const from = pictureAt(view, view.posAtDOM(event.target));
        if (from !== undefined) dragged.set(view, from);
        return false;
      },
      dragover(event, view) {
        if (!dragged.has(view)) return false;
        event.preventDefault();
        this.show(view, gapAt(view, event));
        return true;
      },
      drop(event, view) {
        const from = dragged.get(view);
        if (from === undefined) return false;
        event.preventDefault();
        dragged.delete(view);
        this.show(view, undefined);
        move(view, from, gapAt(view, event));
        view.focus();
        return true;
      },
      dragend(_, view) {
        dragged.delete(view);
        this.show(view, undefined);
        return false;
      },
    },
  },
);

const theme = EditorView.theme({
  '.cm-handle': {
    visibility: 'hidden',
    position: 'absolute',
    insetInlineStart: '-1.75rem',
    top: '0.375rem',
    display: 'grid',
    placeItems: 'center',
    // The handle reaches the block, so that the pointer does not leave it on the way.
    width: '1.75rem',
    height: '1.75rem',
    padding: '0',
    border: '0',
    borderRadius: '0.375rem',
    background: 'none',
    color: 'var(--soft)',
    cursor: 'grab',
  },
  '.cm-handle:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '.cm-handle:focus-visible': { outline: '2px solid var(--accent)' },
  '.cm-card:hover > .cm-handle, .cm-card:focus-within > .cm-handle, .cm-grid:hover > .cm-handle, .cm-grid:focus-within > .cm-handle':
    { visibility: 'visible' },
  // Touch screens have no dragging.
  '@media (hover: none)': { '.cm-handle': { display: 'none' } },
  '.cm-drop-line': {
    position: 'absolute',
    left: '0',
    right: '0',
    height: '3px',
    borderRadius: '2px',
    background: 'var(--accent)',
    pointerEvents: 'none',
  },
});

/** Moves pictures, cards and tables by dragging or by keys. */
export const dragging: Extension = [
  Prec.high(gaps),
  Prec.high(
    keymap.of([
      ...keys.moving.block_up.map(key => ({ key, run: stepPicture(-1) })),
      ...keys.moving.block_down.map(key => ({ key, run: stepPicture(1) })),
    ]),
  ),
  theme,
];
