import type { Shape, Values } from '../../../../src/engines/cards/shape.ts';
import type { words } from '../../words.ts';
import type { Place } from '../elements/form.ts';

export type CardName = keyof typeof words.editor.cards;

/** A card with its form. What it is called and how it is written is the same for imports. */
export type Card = Shape<CardName> & {
  /** Whether people type it: then it is a card as soon as the cursor has left it. */
  isTyped?: boolean;
  fields: Readonly<Record<string, Place>>;
  /** What readers see, drawn for somebody who writes. */
  draw: (values: Values) => Node[];
};
