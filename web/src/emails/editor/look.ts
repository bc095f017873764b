import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  {
    tag: tags.link,
    textDecoration: 'underline',
    textDecorationColor: 'var(--letter-accent, var(--edge))',
    textUnderlineOffset: '0.2em',
  },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.9em' },
  {
    tag: [tags.processingInstruction, tags.url, tags.contentSeparator, tags.comment, tags.angleBracket],
    color: 'var(--soft)',
  },
  { tag: tags.tagName, fontWeight: '600' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--soft)' },
  { tag: [tags.attributeValue, tags.string, tags.keyword], color: 'var(--code, var(--accent))' },
]);

/** Shows a piece of Liquid as one unit. */
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

const inColumns = Decoration.line({ class: 'cm-columns', attributes: { spellcheck: 'false' } });

/** Shows tables and code in a monospaced font, so that columns line up. */
const columns = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = findColumns(view);
    }
    update({ docChanged, viewportChanged, view, startState }: ViewUpdate) {
      const isParsed = syntaxTree(startState) !== syntaxTree(view.state);
      if (docChanged || viewportChanged || isParsed) this.decorations = findColumns(view);
    }
  },
  { decorations: plugin => plugin.decorations },
);

function findColumns({ state, viewport }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  let next = 0;
  syntaxTree(state).iterate({
    ...viewport,
    enter: ({ name, from, to }) => {
      if (name !== 'Table' && name !== 'FencedCode' && name !== 'HTMLBlock') return;
      for (let at = Math.max(from, next); at <= to; at = next) {
        const line = state.doc.lineAt(at);
        found.add(line.from, line.from, inColumns);
        next = line.to + 1;
      }
    },
  });
  return found.finish();
}

const theme = EditorView.theme({
  '&': { fontSize: 'var(--letter-size, 1.0625rem)', color: 'var(--ink)', background: 'none' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--letter-text, var(--sans))', lineHeight: '1.7', overflow: 'visible' },
  '.cm-content': { padding: '0', minHeight: '20rem', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.cm-columns': { fontFamily: 'var(--mono)', fontSize: '0.86em', lineHeight: '1.8' },
  '&[data-mode=html] .cm-content': { fontFamily: 'var(--mono)', fontSize: '0.9rem' },
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
  '.cm-liquid *': { color: 'inherit' },
});

/** The looks of the text: dimmed markers, headings, emphasis, and Liquid as chips. */
export const look: Extension = [syntaxHighlighting(highlight), liquidChips, theme];

/** Shows the text as it is written, with all markers. */
export const source: Extension = columns;
