import { button as shape } from '../../../../src/engines/cards/button.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

const { button_text, button_words, link, link_hint } = words.editor;

/** A link that stands out. */
export const button: Card = {
  ...shape,
  fields: {
    text: { label: button_words, hint: button_text, most: '200' },
    address: { label: link, hint: link_hint, most: '2000', kind: 'url' },
  },
  draw: ({ text }) => [element('span', { class: 'cm-card-button' }, text || button_text)],
};
