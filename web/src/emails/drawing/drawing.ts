import { syntaxTree } from '@codemirror/language';
import { type Extension, Facet, StateEffect } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import { beginnings } from './beginnings.ts';
import { cardTheme } from './card-theme.ts';
import { dragging } from './dragging.ts';
import { drawText } from './draw.ts';
import { edges } from './edges.ts';
import { gridTheme } from './grid-theme.ts';
import { solidBlocks } from './solids.ts';
import { theme } from './theme.ts';
import { touchesOf } from './touch.ts';
import { typing } from './typing.ts';

/** True if the text is shown as readers see it. */
export const isDrawn: Facet<boolean, boolean> = Facet.define({ combine: given => given[0] ?? false });

/** Sent when the mouse button is released. */
const released = StateEffect.define<null>();

const drawing = ViewPlugin.define(
  view => {
    const draw = () => drawText(view.state, view.visibleRanges, touchesOf(view.state, view.hasFocus));
    // Words must not move away from under the mouse while somebody selects them.
    let isHeld = false;
    const hold = () => {
      isHeld = true;
    };
    const release = () => {
      if (isHeld) view.dispatch({ effects: released.of(null) });
    };
    view.contentDOM.addEventListener('mousedown', hold);
    document.addEventListener('mouseup', release);
    return {
      drawn: draw(),
      update({ docChanged, viewportChanged, selectionSet, focusChanged, transactions, startState, state }) {
        const isNew =
          docChanged ||
          viewportChanged ||
          syntaxTree(startState) !== syntaxTree(state) ||
          // An effect may bring what the reader gets, or new doubts.
          transactions.some(({ effects }) => effects.length > 0);
        if (transactions.some(({ effects }) => effects.some(effect => effect.is(released)))) isHeld = false;
        else if (!isNew && (isHeld || !(selectionSet || focusChanged))) return;
        this.drawn = draw();
      },
      destroy() {
        view.contentDOM.removeEventListener('mousedown', hold);
        document.removeEventListener('mouseup', release);
      },
    };
  },
  {
    decorations: plugin => plugin.drawn.shown,
    provide: plugin =>
      EditorView.atomicRanges.of(view => view.plugin(plugin)?.drawn.solid ?? Decoration.none),
  },
);

/** Shows the text as readers see it. Markers are visible only where somebody is writing. */
export const drawnText: Extension = [
  isDrawn.of(true),
  EditorView.perLineTextDirection.of(true),
  drawing,
  solidBlocks,
  dragging,
  beginnings,
  typing,
  edges,
  theme,
  gridTheme,
  cardTheme,
];
