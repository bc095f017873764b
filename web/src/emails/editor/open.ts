import { history, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { nonce } from '../../platform/root.ts';
import { words } from '../../words.ts';
import { look } from './look.ts';
import { textLanguage } from './mode.ts';

const tools = new Compartment();

type Opening = { value: string; readOnly: boolean; change: (text: string) => void };

/** The text as it looks, to be read and written at once. The tools come later, with `addTools`. */
export function openView(parent: HTMLElement, { value, readOnly, change }: Opening): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        tools.of([]),
        nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
        EditorState.readOnly.of(readOnly),
        EditorState.phrases.of(words.editor.search),
        history(),
        keymap.of(standardKeymap),
        textLanguage,
        look,
        placeholder(words.write.body_hint),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          id: 'body',
          'aria-label': words.write.body,
          spellcheck: 'true',
          autocapitalize: 'sentences',
        }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) change(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Adds the tools to an editor that has none. */
export function addTools(view: EditorView, extension: Extension): void {
  view.dispatch({ effects: tools.reconfigure(extension) });
}
