import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** From here on, an email is for paying subscribers. */
export const paywall: Card = {
  name: 'paywall',
  read: written => (/^<!--[ \t]*paywall[ \t]*-->$/i.test(written) ? {} : undefined),
  write: () => '<!-- paywall -->',
  fields: {},
  draw: () => [element('span', { class: 'cm-card-line' }, words.editor.cards.paywall)],
};
