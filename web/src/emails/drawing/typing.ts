import { markdownLanguage } from '@codemirror/lang-markdown';
import { type EditorState, type Extension, Prec, type TransactionSpec } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { keys } from '../../platform/keys.ts';
import { words } from '../../words.ts';
import { deepenItems, raiseItems } from './items.ts';
import { joinAbove, joinBelow } from './joining.ts';
import { isBlank, isClear, isRaw } from './outline.ts';
import { breakLine, breakParagraph } from './paragraphs.ts';

/** HTML is edited as raw lines. */
const isMarkdown = (state: EditorState) => markdownLanguage.isActiveAt(state, state.selection.main.head, -1);

const command =
  (write: (state: EditorState) => TransactionSpec | undefined): Command =>
  ({ state, dispatch }) => {
    const spec = state.readOnly || !isMarkdown(state) ? undefined : write(state);
    if (spec) dispatch(state.update(spec));
    return spec !== undefined;
  };

const inList =
  (run: Command): Command =>
  view =>
    isMarkdown(view.state) && run(view);

/** Makes text typed in an empty line a paragraph of its own, even if other text stands directly above or below. */
const apart = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  const line = state.doc.lineAt(from);
  const above = line.number > 1 ? state.doc.line(line.number - 1) : undefined;
  if (from !== to || text.trim() === '' || line.length > 0 || !isMarkdown(state) || isRaw(state, from))
    return false;
  // After a line break, the paragraph continues.
  const goesOn = above !== undefined && /(?: {2}|\\)$/.test(above.text) && !isBlank(above);
  const before = goesOn || isClear(state, line, -1) ? '' : '\n';
  const after = isClear(state, line, 1) ? '' : '\n';
  if (before + after === '') return false;
  const anchor = from + before.length + text.length;
  const changes = { from, insert: before + text + after };
  view.dispatch({ changes, selection: { anchor }, userEvent: 'input.type', scrollIntoView: true });
  return true;
});

/** Makes authors write paragraphs, line breaks, lists and quotes instead of raw lines, while the text is shown as readers see it. */
export const typing: Extension = [
  apart,
  EditorView.contentAttributes.of({ 'aria-description': words.editor.tab_keys }),
  Prec.highest(
    keymap.of([
      { key: 'Enter', run: command(breakParagraph) },
      ...keys.writing.line_break.map(key => ({ key, run: command(breakLine) })),
      { key: 'Backspace', run: command(joinAbove), shift: command(joinAbove) },
      { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: command(joinAbove) },
      { key: 'Delete', run: command(joinBelow) },
      { key: 'Mod-Delete', mac: 'Alt-Delete', run: command(joinBelow) },
      ...keys.writing.deeper.map(key => ({ key, run: inList(deepenItems) })),
      ...keys.writing.less_deep.map(key => ({ key, run: inList(raiseItems) })),
    ]),
  ),
];
