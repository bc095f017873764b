import { type Action, type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { isDrawn } from '../drawing/drawing.ts';
import { solidIn } from '../drawing/solids.ts';
import { element } from '../elements/element.ts';
import { picturesIn } from '../elements/image.ts';

type Placed = { diagnostic: Diagnostic; from: number; to: number };

/** Shows a finding about a widget, in words below it. */
class FindingNote extends WidgetType {
  readonly placed: Placed;

  constructor(placed: Placed) {
    super();
    this.placed = placed;
  }

  override eq({ placed }: FindingNote): boolean {
    const { message, severity } = placed.diagnostic;
    return message === this.placed.diagnostic.message && severity === this.placed.diagnostic.severity;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { message, severity, actions = [] } = this.placed.diagnostic;
    const buttons = actions.map((action: Action) => {
      const button = element('button', { type: 'button' }, action.name);
      button.addEventListener('click', () => action.apply(view, this.placed.from, this.placed.to));
      return button;
    });
    const look = severity === 'info' || severity === 'hint' ? ' cm-finding-hint' : '';
    return element('div', { class: `cm-finding${look}`, role: 'note' }, message, ...buttons);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Returns the end of the widget at this place. Text under a picture, card or table is not visible, so it cannot be underlined. */
function drawnEnd(state: EditorState, at: number): number | undefined {
  const solid = solidIn(state, at, at);
  if (solid) return solid.to;
  const line = state.doc.lineAt(at);
  const isDrawnThere = picturesIn(line.text).some(
    ({ from, to }) => line.from + from <= at && at <= line.from + to,
  );
  return isDrawnThere ? line.to : undefined;
}

function notesOf(state: EditorState): DecorationSet {
  if (!state.facet(isDrawn)) return Decoration.none;
  const found: Placed[] = [];
  forEachDiagnostic(state, (diagnostic, from, to) => found.push({ diagnostic, from, to }));
  const notes = found.flatMap(placed => {
    const end = drawnEnd(state, placed.from);
    if (end === undefined) return [];
    return [Decoration.widget({ widget: new FindingNote(placed), block: true, side: 1 }).range(end)];
  });
  return Decoration.set(notes, true);
}

/** Shows findings about a picture, card or table below it. */
export const findingNotes: Extension = StateField.define<DecorationSet>({
  create: notesOf,
  update: (notes, { state, startState, changes, effects }) =>
    effects.some(effect => effect.is(setDiagnosticsEffect)) ||
    startState.facet(isDrawn) !== state.facet(isDrawn)
      ? notesOf(state)
      : notes.map(changes),
  provide: field => EditorView.decorations.from(field),
});
