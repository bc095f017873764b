import { type EditorState, Facet, StateEffect, StateField } from '@codemirror/state';
import type { Answers } from './chips.ts';

/** Sets what the chosen reader gets for each piece of Liquid. */
export const setAnswers = StateEffect.define<Answers>();

const none: Answers = new Map();

/** The chosen reader's text for each piece of Liquid, by the piece as it is written; empty if nobody is chosen. */
export const answersField = StateField.define<Answers>({
  create: () => none,
  update: (answers, { effects }) => effects.findLast(effect => effect.is(setAnswers))?.value ?? answers,
});

/** The places where something may be wrong. Liquid is shown as code there, with the error. */
export const doubts: Facet<(state: EditorState) => readonly { from: number; to: number }[]> = Facet.define();
