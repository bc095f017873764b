import { paywall as shape } from '../../../../src/engines/cards/paywall.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** The rest of the email is for paying subscribers. */
export const paywall: Card = {
  ...shape,
  fields: {},
  draw: () => [element('span', { class: 'cm-card-line' }, words.editor.cards.paywall)],
};
