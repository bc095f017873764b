import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The looks of the slash menu and of the list that completes Liquid. */
export const menuTheme: Extension = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '25rem',
    minWidth: '17rem',
    maxWidth: 'min(32rem, 94vw)',
    padding: '0.3125rem',
    fontFamily: 'var(--sans)',
    fontSize: 'var(--size-14)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '0.625rem',
    padding: '0.375rem 0.625rem',
    borderInlineStart: '2px solid transparent',
    borderRadius: '0.3125rem',
    lineHeight: '1.4',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected], .cm-tooltip-autocomplete-disabled ul li[aria-selected]': {
    background: 'var(--hover)',
    color: 'var(--ink)',
    borderInlineStartColor: 'var(--accent)',
  },
  // The menu shows all inserts at once.
  '.cm-tooltip.cm-tooltip-autocomplete > ul:has(> completion-section)': {
    columns: '2',
    columnGap: '0.25rem',
    minWidth: 'min(25rem, 92vw)',
  },
  'ul:has(> completion-section) .cm-completionDetail': { display: 'none' },
  'ul:has(> completion-section) .cm-completionLabel': { flex: '0 1 auto', whiteSpace: 'normal' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li, .cm-tooltip.cm-tooltip-autocomplete > ul > completion-section':
    { breakInside: 'avoid' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > completion-section': {
    display: 'block',
    breakAfter: 'avoid',
    padding: '0.5rem 0.625rem 0.125rem',
    border: '0',
    color: 'var(--soft)',
    fontSize: 'var(--size-13)',
    fontWeight: '550',
    opacity: '1',
  },
  '.cm-insert-icon': { flex: 'none', alignSelf: 'center', display: 'grid', color: 'var(--soft)' },
  '.cm-completionLabel': { flex: 'none', marginInlineEnd: 'auto' },
  '.cm-completionDetail': {
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    margin: '0',
    marginInlineStart: '0.875rem',
    color: 'var(--soft)',
    fontStyle: 'normal',
    fontSize: 'var(--size-13)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650' },
});
