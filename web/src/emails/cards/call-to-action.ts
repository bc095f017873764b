import { callToAction as shape } from '../../../../src/engines/cards/call-to-action.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

const { button_text, button_words, cta_text, link, link_hint } = words.editor;

/** A sentence with a button below it, set apart from the text. */
export const callToAction: Card = {
  ...shape,
  fields: {
    says: { label: cta_text, most: '500' },
    text: { label: button_words, hint: button_text, most: '200' },
    address: { label: link, hint: link_hint, most: '2000', kind: 'url' },
  },
  draw: ({ says, text }) => [
    element(
      'span',
      { class: 'cm-card-cta' },
      element('span', {}, says || cta_text),
      element('span', { class: 'cm-card-button' }, text || button_text),
    ),
  ],
};
