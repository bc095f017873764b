import { startCompletion } from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { words } from '../../words.ts';
import { isDrawn } from '../drawing/drawing.ts';
import { isRaw } from '../drawing/outline.ts';
import { element, icon } from '../elements/element.ts';
import { modeIn } from './mode.ts';

/** Returns true in an empty line in which a slash would open the menu of inserts. */
function isOffered(state: EditorState): boolean {
  const { main, ranges } = state.selection;
  if (state.readOnly || !state.facet(isDrawn) || !main.empty || ranges.length > 1) return false;
  if (state.doc.lineAt(main.head).length > 0) return false;
  return modeIn(state) === 'markdown' && !isRaw(state, main.head);
}

const button = ViewPlugin.define(view => {
  const label = words.editor.insert;
  const dom = element(
    'button',
    { type: 'button', class: 'cm-plus', tabindex: '-1', 'aria-label': label, 'data-tip': `${label}\n/` },
    icon('M8 3v10M3 8h10'),
  );
  dom.hidden = true;
  dom.addEventListener('mousedown', event => event.preventDefault());
  dom.addEventListener('click', () => {
    const { head } = view.state.selection.main;
    view.focus();
    view.dispatch({ changes: { from: head, insert: '/' }, selection: { anchor: head + 1 } });
    startCompletion(view);
  });
  view.scrollDOM.append(dom);
  return {
    update({ selectionSet, docChanged, focusChanged, geometryChanged, transactions }: ViewUpdate) {
      if (!(selectionSet || docChanged || focusChanged || geometryChanged || transactions.length > 0)) return;
      dom.hidden = !view.hasFocus || !isOffered(view.state);
      if (dom.hidden) return;
      const { top, height } = view.lineBlockAt(view.state.selection.main.head);
      dom.style.top = `${top + height / 2 + view.documentPadding.top}px`;
    },
    destroy: () => dom.remove(),
  };
});

const theme = EditorView.theme({
  '.cm-plus': {
    position: 'absolute',
    zIndex: '3',
    insetInlineStart: '-1.875rem',
    display: 'grid',
    placeItems: 'center',
    width: '1.625rem',
    height: '1.625rem',
    marginTop: '-0.8125rem',
    padding: '0',
    border: '1px solid var(--line)',
    borderRadius: '50%',
    background: 'var(--raised)',
    color: 'var(--soft)',
    cursor: 'pointer',
  },
  '.cm-plus[hidden]': { display: 'none' },
  '.cm-plus:hover': { borderColor: 'var(--edge)', color: 'var(--ink)' },
  // Room for a thumb on screens without space beside the text.
  '@media (width < 60rem)': {
    '.cm-plus': {
      insetInlineStart: 'auto',
      insetInlineEnd: '0',
      width: '2.25rem',
      height: '2.25rem',
      marginTop: '-1.125rem',
    },
  },
});

/** Shows a button beside an empty line that opens the slash menu. */
export const plus: Extension = [button, theme];
