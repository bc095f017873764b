import { type Diagnostic, linter, lintKeymap, setDiagnosticsEffect } from '@codemirror/lint';
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';

/** A finding of the service at a line of the text, counted from 1. */
export type LineFinding = { line: number; severity: 'error' | 'warning' | 'hint'; detail: string };

/** Tells the editor what the service has found. */
export const setFindings = StateEffect.define<readonly LineFinding[]>();

const findingsField = StateField.define<readonly LineFinding[]>({
  create: () => [],
  update: (found, { effects }) => effects.findLast(effect => effect.is(setFindings))?.value ?? found,
});

const marked = {
  hint: Decoration.line({ class: 'cm-marked cm-marked-hint' }),
  other: Decoration.line({ class: 'cm-marked' }),
};

/** A dot before each line in which something was found. */
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

/** The service's findings stand at their lines: a dot before the line, the words at it. F8 leads from one to the next. */
export const findings: Extension = [
  findingsField,
  dots,
  linter(
    ({ state }) =>
      state.field(findingsField).flatMap(({ line, severity, detail }): Diagnostic[] => {
        if (line < 1 || line > state.doc.lines) return [];
        const { from, to, text } = state.doc.line(line);
        const start = from + (text.length - text.trimStart().length);
        return [{ from: start, to, severity: severity === 'hint' ? 'info' : severity, message: detail }];
      }),
    {
      delay: 0,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some(one => one.is(setFindings))),
    },
  ),
  keymap.of(lintKeymap),
];
