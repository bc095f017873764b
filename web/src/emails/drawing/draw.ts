import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { Decoration, type DecorationSet } from '@codemirror/view';
import { answersField, doubts } from './answers.ts';
import { blocks, drawNotes } from './blocks.ts';
import { chipsIn } from './chips.ts';
import { inline } from './inline.ts';
import { eachLine, hide, newScene, replace, type Scene } from './scene.ts';
import type { Touches } from './touch.ts';
import { drawChip } from './widgets.ts';

export type Drawn = { shown: DecorationSet; solid: DecorationSet };

/** Characters of scripts that are written from right to left. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const turned = Decoration.line({ attributes: { dir: 'auto' } });

const draws = { ...blocks, ...inline };

/**
 * Draws these parts of the text as readers see them: hides markers, and shows pictures and numbers in place. The text itself does not
 * change, and no decoration crosses the end of a line.
 */
export function drawText(
  state: EditorState,
  parts: readonly { from: number; to: number }[],
  touches: Touches,
): Drawn {
  const scene = newScene(state, touches);
  for (const { from, to } of parts) {
    syntaxTree(state).iterate({ from, to, enter: node => draws[node.name]?.(node, scene) });
    drawNotes(scene, from, to);
    eachLine(scene, from, to, line => {
      if (fromRight.test(line.text)) scene.shown.push(turned.range(line.from));
    });
  }
  for (const { from, to } of scene.indents.values()) replace(scene, from, to);
  for (const part of parts) drawChips(scene, part);
  return { shown: Decoration.set(scene.shown, true), solid: Decoration.set(scene.solid, true) };
}

/** Shows Liquid in words until the cursor is in it. Markdown inside Liquid is ignored. */
function drawChips(scene: Scene, { from, to }: { from: number; to: number }): void {
  const { state, touches } = scene;
  const text = state.doc.sliceString(from, to);
  if (!text.includes('{')) return;
  const answers = state.field(answersField, false);
  const doubtful = state.facet(doubts).flatMap(doubt => doubt(state));
  for (const chip of chipsIn(text)) {
    const [start, end] = [from + chip.from, from + chip.to];
    const isApart = (one: { from: number; to: number }) => one.to <= start || one.from >= end;
    scene.shown = scene.shown.filter(isApart);
    scene.solid = scene.solid.filter(isApart);
    const isShown = touches(start, end) || doubtful.some(({ from, to }) => from >= start && to <= end);
    if (!isShown) hide(scene, start, end, drawChip(chip, answers?.get(chip.written)));
  }
}
