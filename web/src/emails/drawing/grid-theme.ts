import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { focus, raised, tool } from '../elements/form-theme.ts';

/** The looks of tables. */
export const gridTheme: Extension = EditorView.theme({
  '.cm-grid': { position: 'relative', padding: '0.25rem 0', fontSize: '0.94rem', lineHeight: '1.45' },
  '.cm-grid-scroll': { overflowX: 'auto' },
  '.cm-grid table': { width: '100%', borderCollapse: 'collapse' },
  '.cm-grid th, .cm-grid td': {
    minWidth: '4.5rem',
    padding: '0',
    borderBottom: '1px solid var(--line)',
    verticalAlign: 'top',
    textAlign: 'start',
    fontWeight: '400',
  },
  '.cm-grid th': { borderBottom: '2px solid var(--edge)', fontWeight: '600' },
  '.cm-cell': {
    minHeight: '2.375rem',
    padding: '0.5rem 0.625rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    caretColor: 'var(--accent)',
    cursor: 'text',
  },
  '.cm-cell:focus': { outline: '2px solid var(--accent)', outlineOffset: '-2px', borderRadius: '0.25rem' },
  '.cm-grid:hover td, .cm-grid:hover th, .cm-grid:focus-within td, .cm-grid:focus-within th': {
    boxShadow: 'inset 1px 0 var(--line)',
  },
  '.cm-grid tr > :first-child': { boxShadow: 'none !important' },
  '.cm-cell img': { maxWidth: '8rem', borderRadius: '0.25rem' },
  '.cm-words-link': { textDecoration: 'underline', textDecorationColor: 'var(--edge)' },
  '.cm-grid-tools': {
    display: 'none',
    position: 'absolute',
    zIndex: '3',
    bottom: 'calc(100% + 0.125rem)',
    insetInlineStart: '0',
    gap: '1px',
    padding: '0.25rem',
    ...raised,
  },
  '.cm-grid:focus-within .cm-grid-tools': { display: 'flex' },
  '.cm-grid-tools button': tool,
  '.cm-grid-group': { position: 'relative', marginInlineStart: '0.5625rem !important' },
  '.cm-grid-group::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '-0.3125rem',
    height: '1.25rem',
    borderInlineStart: '1px solid var(--line)',
  },
  '.cm-grid-tools button:hover': { background: 'var(--hover)' },
  '.cm-grid-tools button:focus-visible': focus,
});
