import { type EditorState, Facet } from '@codemirror/state';

/** What there is to choose from in fields of forms. */
export const choices: Facet<(state: EditorState, kind: 'snippets' | 'surveys') => readonly string[]> =
  Facet.define();
