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

/** Signs of scripts that are written from the right. */
const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const turned = Decoration.line({ attributes: { dir: 'auto' } });

const draws = { ...blocks, ...inline };

/**
 * How these parts of the text look to readers: signs step back, pictures and numbers stand where they are written. The text
 * itself stays as it is, and no decoration goes beyond its line.
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

/** Liquid in words, until the cursor is in it. What looks like Markdown within Liquid is none. */
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
