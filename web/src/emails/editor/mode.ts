import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { LanguageSupport } from '@codemirror/language';
import { Compartment, type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { type Mode, modeOf } from './body-mode.ts';

const mayBeHtml = /^\s*<[!a-z]/i;

/** Returns how the text in the editor is read. */
export function modeIn({ doc }: EditorState): Mode {
  return mayBeHtml.test(doc.sliceString(0, 500)) ? modeOf(doc.toString()) : 'markdown';
}

const language = new Compartment();
const markdown: Extension = [new LanguageSupport(markdownLanguage), Prec.high(keymap.of(markdownKeymap))];

/** Follows the language of the text when it changes. The parser for HTML is loaded on demand. */
export const textLanguage: Extension = [
  language.of(markdown),
  EditorView.editorAttributes.of(({ state }) => ({ 'data-mode': modeIn(state) })),
  ViewPlugin.define(view => {
    let mode: Mode = 'markdown';
    const follow = async () => {
      const next = modeIn(view.state);
      if (next === mode) return;
      mode = next;
      const load = () => import('./html-language.ts').then(({ html }) => html());
      const extension = await (next === 'html' ? load() : Promise.resolve(markdown));
      if (mode === next) view.dispatch({ effects: language.reconfigure(extension) });
    };
    void follow();
    return { update: ({ docChanged }) => void (docChanged && follow()) };
  }),
];
