import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useRef } from 'react';
import { nonce } from '../platform/root.ts';
import { words } from '../words.ts';
import styles from './editor.module.css';

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  {
    tag: tags.link,
    textDecoration: 'underline',
    textDecorationColor: 'var(--edge)',
    textUnderlineOffset: '0.2em',
  },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.9em' },
  { tag: [tags.processingInstruction, tags.url, tags.contentSeparator, tags.comment], color: 'var(--soft)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '1.0625rem', color: 'var(--ink)', background: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--sans)', lineHeight: '1.7', overflow: 'visible' },
  '.cm-content': { padding: '0', minHeight: '20rem', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-liquid': {
    background: 'var(--tint)',
    color: 'var(--accent)',
    borderRadius: '0.25rem',
    padding: '0.1em 0.2em',
    boxDecorationBreak: 'clone',
    WebkitBoxDecorationBreak: 'clone',
    margin: '0 -0.2em',
  },
});

/** Liquid that is filled in for each reader is shown as one unit. */
const liquid = new MatchDecorator({
  regexp: /\{\{.*?\}\}|\{%.*?%\}/g,
  decoration: Decoration.mark({ class: 'cm-liquid' }),
});
const liquidChips = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = liquid.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = liquid.updateDeco(update, this.decorations);
    }
  },
  { decorations: plugin => plugin.decorations },
);

/** The Markdown text with syntax dimmed, headings and emphasis styled, and Liquid as chips. */
export function Editor({
  initial,
  readOnly,
  onChange,
}: {
  initial: string;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const latest = useRef(onChange);
  latest.current = onChange;
  // The editor holds the text. React sets it once and is notified of every change.
  const first = useRef(initial);
  const mount = useRef((parent: HTMLDivElement | null) => {
    if (!parent) return;
    const view = new EditorView({
      parent,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
          EditorState.readOnly.of(readOnly),
          history(),
          // Tab leaves the editor, as in every other field.
          keymap.of([
            ...markdownKeymap,
            ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
            ...historyKeymap,
          ]),
          new LanguageSupport(markdownLanguage),
          syntaxHighlighting(highlight),
          liquidChips,
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
            if (update.docChanged) latest.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    return () => view.destroy();
  });
  return <div ref={mount.current} className={styles.editor} />;
}
