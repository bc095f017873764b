import { type Diagnostic, linter, setDiagnosticsEffect } from '@codemirror/lint';
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { words } from '../../words.ts';
import { addDefault } from './defaults.ts';
import { findingNotes } from './finding-notes.ts';

/** A finding of the service at a line and, if it is known, a column of the text, both counted from 1. */
export type LineFinding = {
  line: number;
  column?: number;
  severity: 'error' | 'warning' | 'hint';
  detail: string;
  /** True if it is about a value that lacks a default. */
  lacks_default?: boolean;
  /** True if it is about a paywall that hides nothing. */
  is_open_paywall?: boolean;
  /** The button that corrects it. */
  remedy?: { name: string; run: () => void };
};

/** Gives the editor the findings of the service. */
export const setFindings = StateEffect.define<readonly LineFinding[]>();

const findingsField = StateField.define<readonly LineFinding[]>({
  create: () => [],
  update: (found, { effects }) => effects.findLast(effect => effect.is(setFindings))?.value ?? found,
});

const marked = {
  hint: Decoration.line({ class: 'cm-marked cm-marked-hint' }),
  other: Decoration.line({ class: 'cm-marked' }),
};

/** A dot before each line with a finding. */
const dots = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects, newDoc }) => {
    const found = effects.findLast(effect => effect.is(setDiagnosticsEffect));
    return found ? dotsOf(found.value, newDoc) : shown.map(changes);
  },
  provide: field => EditorView.decorations.from(field),
});

function dotsOf(diagnostics: readonly Diagnostic[], doc: Text): DecorationSet {
  const lines = new Map<number, boolean>();
  for (const { from, severity } of diagnostics) {
    const line = doc.lineAt(Math.min(from, doc.length)).from;
    lines.set(line, (lines.get(line) ?? true) && (severity === 'info' || severity === 'hint'));
  }
  const dots = Array.from(lines, ([at, isHint]) => (isHint ? marked.hint : marked.other).range(at));
  return Decoration.set(dots, true);
}

/** Matches the text of a finding from its start: Liquid, a picture, the address of a link, an element, or a word. */
const reach =
  /^(?:\{[{%][^{}]*[}%]\}|\{[{%]-?\s*[\w.]*|!\[[^\]]*\](?:\([^)]*\))?|\]\([^)\s]*\)?|<[^>]*>?|"[^"]*"?|[^\s)\]"'<>]+)/;

function diagnose(doc: Text, finding: LineFinding): Diagnostic[] {
  const { line, column, severity, detail, lacks_default, remedy } = finding;
  if (line < 1 || line > doc.lines) return [];
  const { from, text } = doc.line(line);
  const start = column === undefined ? text.search(/\S|$/) : Math.min(column - 1, text.length);
  const length = reach.exec(text.slice(start))?.[0].length ?? 0;
  return [
    {
      from: from + start,
      to: from + start + length,
      message: detail,
      severity: severity === 'hint' ? 'info' : severity,
      actions: [
        ...(lacks_default
          ? [
              {
                name: words.editor.add_default,
                apply: (view: EditorView, at: number) => addDefault(view, at),
              },
            ]
          : []),
        ...(remedy ? [{ name: remedy.name, apply: remedy.run }] : []),
      ],
    },
  ];
}

/**
 * Shows the service's findings at their lines: with a dot before the line, and underlined or below a widget. F8 leads from one to the next.
 */
export const findings: Extension = [
  findingsField,
  dots,
  findingNotes,
  linter(({ state }) => state.field(findingsField).flatMap(one => diagnose(state.doc, one)), {
    delay: 0,
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some(one => one.is(setFindings))),
  }),
];
