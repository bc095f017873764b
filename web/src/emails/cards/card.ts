import type { Shape, Values } from '../../../../src/engines/cards/shape.ts';
import type { words } from '../../words.ts';
import type { Place } from '../elements/form.ts';

export type CardName = keyof typeof words.editor.cards;

/** A card with its form. Its name and its written form are the same for imports. */
export type Card = Shape<CardName> & {
  /** True if people type it. It then becomes a card as soon as the cursor has left it. */
  isTyped?: boolean;
  fields: Readonly<Record<string, Place>>;
  /** Draws what readers see, for the author. */
  draw: (values: Values) => Node[];
};
