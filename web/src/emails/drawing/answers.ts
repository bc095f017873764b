import { type EditorState, Facet, StateEffect, StateField } from '@codemirror/state';
import type { Answers } from './chips.ts';

/** Tells the text what the chosen reader gets for each piece of Liquid. */
export const setAnswers = StateEffect.define<Answers>();

const none: Answers = new Map();

/** What the chosen reader gets for each piece of Liquid, by how it is written; nothing if nobody is chosen. */
export const answersField = StateField.define<Answers>({
  create: () => none,
  update: (answers, { effects }) => effects.findLast(effect => effect.is(setAnswers))?.value ?? answers,
});

/** Tells where something may be wrong. Liquid is shown there as it is written, with what is wrong. */
export const doubts: Facet<(state: EditorState) => readonly { from: number; to: number }[]> = Facet.define();
