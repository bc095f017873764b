import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The looks of a field in or over the text. */
export const field = {
  minHeight: '2rem',
  padding: '0.25rem 0.625rem',
  border: '1px solid var(--edge)',
  borderRadius: '0.375rem',
  background: 'var(--paper)',
  color: 'var(--ink)',
  font: '400 var(--size-14) / 1.5 var(--sans)',
};

/** The looks of a tool with an icon in a toolbar. */
export const tool = {
  display: 'grid',
  placeItems: 'center',
  width: '2rem',
  height: '2rem',
  padding: '0',
  border: '0',
  borderRadius: '0.375rem',
  background: 'none',
  color: 'inherit',
  cursor: 'pointer',
};

/** The looks of anything that lies over the text. */
export const raised = {
  border: '1px solid var(--line)',
  borderRadius: '0.5625rem',
  background: 'var(--raised)',
  boxShadow: 'var(--shadow)',
};

/** The outline of a focused element. */
export const focus = { outline: '2px solid var(--accent)', outlineOffset: '1px' };

/** The looks of small forms. */
export const formTheme: Extension = EditorView.theme({
  '.cm-form': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.625rem',
    padding: '0.625rem',
    maxWidth: '94vw',
  },
  '.cm-form label': { display: 'grid', gap: '0.125rem', flex: '1 1 14rem' },
  '.cm-form label:has([data-kind=numeric])': { flex: '0 1 6.5rem' },
  '.cm-form label[hidden]': { display: 'none' },
  '.cm-form-acts': { display: 'flex', flex: '1 0 100%', gap: '1rem', fontSize: 'var(--size-13)' },
  '.cm-form-acts a, .cm-form-acts button': {
    padding: '0.125rem 0',
    border: '0',
    background: 'none',
    color: 'var(--soft)',
    font: 'inherit',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    cursor: 'pointer',
  },
  '.cm-form-sizes': { display: 'flex', alignSelf: 'end', gap: '1px' },
  '.cm-form-sizes button': {
    minHeight: '2rem',
    padding: '0.25rem 0.625rem',
    border: '0',
    borderRadius: '0.375rem',
    background: 'none',
    color: 'var(--soft)',
    font: '400 var(--size-14) / 1.5 var(--sans)',
    cursor: 'pointer',
  },
  '.cm-form-sizes button:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '.cm-form-sizes :focus-visible': focus,
  '.cm-form-acts[hidden]': { display: 'none' },
  '.cm-form-acts :focus-visible': focus,
  // Room for a thumb.
  '@media (hover: none)': {
    '.cm-form-acts': { gap: '1.25rem', fontSize: 'var(--size-15)' },
    '.cm-form-acts a, .cm-form-acts button': { padding: '0.5rem 0' },
  },
  '.cm-form span': { color: 'var(--soft)', fontSize: 'var(--size-13)' },
  '.cm-form input': { ...field, width: '100%' },
  '.cm-form input:focus-visible': focus,
});
