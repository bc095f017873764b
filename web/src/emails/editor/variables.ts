import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { type Diagnostic, forEachDiagnostic, linter } from '@codemirror/lint';
import { type Extension, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { words } from '../../words.ts';
import { doubts } from '../drawing/answers.ts';
import { choices } from '../elements/choices.ts';
import { filters, findUnknown, type Known, liquidTags, typedIn, type Unknown } from './liquid.ts';

/** Gives the editor the names that the text can use. */
export const setKnown = StateEffect.define<Known>();

const nothing: Known = { values: [], keys: [], is_whole: false, snippets: [], surveys: [] };
const knownField = StateField.define<Known | undefined>({
  create: () => undefined,
  update: (known, { effects }) => effects.findLast(effect => effect.is(setKnown))?.value ?? known,
});

/** Underlines unknown names, and offers the nearest known one. */
export const variables: Extension = [
  knownField,
  linter(
    ({ state }) => {
      const known = state.field(knownField);
      return known ? findUnknown(state.doc.toString(), known).map(explain) : [];
    },
    {
      delay: 400,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some(one => one.is(setKnown))),
    },
  ),
  choices.of((state, kind) => state.field(knownField)?.[kind].map(({ identifier }) => identifier) ?? []),
  doubts.of(state => {
    const found: { from: number; to: number }[] = [];
    forEachDiagnostic(state, ({ source }, from, to) => {
      if (source === unknownName) found.push({ from, to });
    });
    return found;
  }),
];

/** The source of diagnostics about unknown names. */
const unknownName = 'names';

function explain({ from, to, name, kind, suggestion }: Unknown): Diagnostic {
  return {
    from,
    to,
    severity: 'warning',
    source: unknownName,
    message: words.editor.unknown[kind](name),
    actions: suggestion
      ? [
          {
            name: words.editor.use(suggestion),
            apply: (view: EditorView, from: number, to: number) =>
              view.dispatch({ changes: { from, to, insert: suggestion }, userEvent: 'input' }),
          },
        ]
      : [],
  };
}

/** Completes names, filters and tags inside Liquid. */
export function completeLiquid(context: CompletionContext): CompletionResult | null {
  const known = context.state.field(knownField) ?? nothing;
  const { text, from: start } = context.state.doc.lineAt(context.pos);
  const typed = typedIn(text.slice(0, context.pos - start));
  if (!typed) return null;
  const from = start + typed.from;
  if (typed.kind === 'filter')
    return { from, options: filters.map(label => option(label)), validFor: /^\w*$/ };
  if (typed.kind === 'tag')
    return { from, options: liquidTags.map(label => option(label)), validFor: /^\w*$/ };
  return { from, options: namesOf(known, typed.is_output), validFor: /^[\w.-]*$/ };
}

function option(label: string, detail?: string, boost = 0): Completion {
  return { label, ...(detail && { detail }), boost };
}

function namesOf(known: Known, is_output: boolean): Completion[] {
  const keys = known.keys.map(({ name, count, example }, index) =>
    option(name, words.editor.per_reader(count, example), Math.max(50, 90 - index)),
  );
  const values = known.values.map(({ name, description }, index) => option(name, description, 40 - index));
  const pieces = (['snippets', 'survey'] as const).flatMap(root =>
    known[root === 'survey' ? 'surveys' : root].map(({ identifier, name }) =>
      option(`${root}.${identifier}`, name === identifier ? undefined : name, -10),
    ),
  );
  const all = [...keys, ...values, ...(is_output ? pieces : [])];
  return is_output ? all.map(one => ({ ...one, apply: applyOutput })) : all;
}

/** Inserts the name between its braces, and puts the cursor after them. */
function applyOutput(view: EditorView, completion: Completion, from: number, to: number): void {
  const { doc } = view.state;
  const before = doc.sliceString(from - 1, from) === '{' ? ' ' : '';
  const rest = doc.sliceString(to, doc.lineAt(to).to);
  const closed = /^\s*-?\}\}/.exec(rest);
  const goesOn = closed === null && /^\s*\|/.test(rest);
  const after = closed || goesOn ? '' : ' }}';
  const spec = insertCompletionText(view.state, before + completion.label + after, from, to);
  const end = from + before.length + completion.label.length + after.length + (closed?.[0].length ?? 0);
  view.dispatch({ ...spec, selection: { anchor: end }, annotations: pickedCompletion.of(completion) });
}
