import { EditorState, type Extension } from '@codemirror/state';

/** Lines end as they do in this text, so that those which nobody changes are saved as they are. */
export function keepBreaks(text: string): Extension {
  if (!text.includes('\r')) return [];
  return EditorState.lineSeparator.of(/(?<!\r)\n|\r(?!\n)/.test(text) ? '\n' : '\r\n');
}
