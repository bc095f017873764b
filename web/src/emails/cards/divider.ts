import { divider as shape } from '../../../../src/engines/cards/divider.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** A horizontal line. */
export const divider: Card = {
  ...shape,
  isTyped: true,
  fields: {},
  draw: () => [element('span', { class: 'cm-card-rule' })],
};
