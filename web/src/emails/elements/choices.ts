import { type EditorState, Facet } from '@codemirror/state';

/** The options for form fields in the text. */
export const choices: Facet<(state: EditorState, kind: 'snippets' | 'surveys') => readonly string[]> =
  Facet.define();
