import type { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, type WidgetType } from '@codemirror/view';
import type { Touches } from './touch.ts';

/** A node of the syntax tree. */
export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** Draws one node of the syntax tree. */
export type Draw = (piece: Pick<SyntaxNode, 'name' | 'from' | 'to' | 'node'>, scene: Scene) => void;

/** A drawing in progress. It contains only decorations: the text does not change. */
export type Scene = {
  state: EditorState;
  touches: Touches;
  /** All decorations. */
  shown: Range<Decoration>[];
  /** The decorations that the cursor passes in one step. */
  solid: Range<Decoration>[];
  /** The indents of an item's later lines, by the start of the line. */
  indents: Map<number, { from: number; to: number }>;
};

export function newScene(state: EditorState, touches: Touches): Scene {
  return { state, touches, shown: [], solid: [], indents: new Map() };
}

const hidden = Decoration.replace({});
const lines = new Map<string, Decoration>();
const marks = new Map<string, Decoration>();

/** Hides these markers, or shows the widget in their place, until the cursor comes near. */
export function hide(scene: Scene, from: number, to: number, widget?: WidgetType): void {
  scene.shown.push(...replaced(scene, from, to, widget));
}

/** Hides these markers, or shows the widget in their place, wherever the cursor is. */
export function replace(scene: Scene, from: number, to: number, widget?: WidgetType): void {
  const ranges = replaced(scene, from, to, widget);
  scene.shown.push(...ranges);
  scene.solid.push(...ranges);
}

function replaced(scene: Scene, from: number, to: number, widget?: WidgetType): Range<Decoration>[] {
  return partsOf(scene, from, to).map((part, index) =>
    (widget && index === 0 ? Decoration.replace({ widget }) : hidden).range(part.from, part.to),
  );
}

/** Splits the range into lines, because the end of a line cannot be hidden here. */
function partsOf({ state: { doc } }: Scene, from: number, to: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (let at = from; at < to; ) {
    const end = doc.lineAt(at).to;
    if (at < end) parts.push({ from: at, to: Math.min(end, to) });
    at = end + 1;
  }
  return parts;
}

/** Gives the text between these places a class. */
export function mark({ shown }: Scene, from: number, to: number, name: string): void {
  if (from >= to) return;
  if (!marks.has(name)) marks.set(name, Decoration.mark({ class: name }));
  shown.push(marks.get(name)!.range(from, to));
}

/** Gives the line that begins here a class. Lines of code are not spell-checked. */
export function markLine({ shown }: Scene, at: number, name: string): void {
  if (!lines.has(name)) {
    const attributes = /^cm-co/.test(name) ? { attributes: { spellcheck: 'false' } } : {};
    lines.set(name, Decoration.line({ class: name, ...attributes }));
  }
  shown.push(lines.get(name)!.range(at));
}

/** Calls `visit` with each line between these places. */
export function eachLine(
  { state }: Scene,
  from: number,
  to: number,
  visit: (line: { from: number; to: number; text: string }, index: number) => void,
): void {
  for (let at = from, index = 0; at <= to; index += 1) {
    const line = state.doc.lineAt(at);
    visit(line, index);
    at = line.to + 1;
  }
}
