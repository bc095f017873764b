import { paywall as shape } from '../../../../src/engines/cards/paywall.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** From here on, an email is for paying subscribers. */
export const paywall: Card = {
  ...shape,
  fields: {},
  draw: () => [element('span', { class: 'cm-card-line' }, words.editor.cards.paywall)],
};
