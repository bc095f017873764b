import { divider as shape } from '../../../../src/engines/cards/divider.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** A line across. */
export const divider: Card = {
  ...shape,
  isTyped: true,
  fields: {},
  draw: () => [element('span', { class: 'cm-card-rule' })],
};
