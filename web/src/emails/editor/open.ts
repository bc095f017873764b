import { history, standardKeymap } from '@codemirror/commands';
import { forceParsing } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { nonce } from '../../platform/root.ts';
import { words } from '../../words.ts';
import { answersField } from '../drawing/answers.ts';
import { keepBreaks, setBreaks, writtenText } from '../drawing/breaks.ts';
import { drawnText } from '../drawing/drawing.ts';
import { formTheme } from '../elements/form-theme.ts';
import { look, source } from './look.ts';
import { textLanguage } from './mode.ts';

const tools = new Compartment();
const shown = new Compartment();

/** The limit for parsing the visible text, which usually takes a few milliseconds. */
const patience_ms = 300;

type Opening = {
  value: string;
  readOnly: boolean;
  /** True if the marks of Markdown are visible everywhere. */
  showsMarks: boolean;
  change: (text: string) => void;
};

/** Opens the text so that it can be read and edited at once. The tools are added later with `addTools`. */
export function openView(parent: HTMLElement, { value, readOnly, showsMarks, change }: Opening): EditorView {
  const view = new EditorView({
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
        answersField,
        formTheme,
        shown.of(showsMarks ? source : drawnText),
        keepBreaks(value),
        placeholder(words.write.body_hint),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          id: 'body',
          'aria-label': words.write.body,
          spellcheck: 'true',
          autocapitalize: 'sentences',
        }),
        EditorView.updateListener.of(update => {
          if (update.docChanged) change(writtenText(update.state));
        }),
      ],
    }),
  });
  // Otherwise the visible text would first appear unformatted on a slow machine, and then move.
  forceParsing(view, view.viewport.to, patience_ms);
  return view;
}

/** Adds the tools to an editor without tools. */
export function addTools(view: EditorView, extension: Extension): void {
  view.dispatch({ effects: tools.reconfigure(extension) });
}

/** Shows the marks of Markdown everywhere, or only where somebody is writing. */
export function showMarks(view: EditorView, isOn: boolean): void {
  view.dispatch({ effects: shown.reconfigure(isOn ? source : drawnText) });
}

/** Replaces the text as one change that can be undone. */
export function replaceText(view: EditorView, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    effects: setBreaks.of(text),
  });
}
