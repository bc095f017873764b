import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { type Card, quote, unquote } from './card.ts';

const { button_text, button_words, cta_text, link, link_hint } = words.editor;

/** A sentence with a button below it, set apart from the text. */
export const callToAction: Card = {
  name: 'cta',
  read: written => {
    const found =
      /^<div class="cta"><p>([^<>]*)<\/p><p><a class="button" href="([^"<>]*)">([^<>]*)<\/a><\/p><\/div>$/.exec(
        written,
      );
    if (!found) return undefined;
    const [, says = '', address = '', text = ''] = found.map(one => unquote(one));
    return { says, text, address };
  },
  write: ({ says = '', text = '', address = '' }) =>
    `<div class="cta"><p>${quote(says)}</p><p><a class="button" href="${quote(address)}">${quote(text)}</a></p></div>`,
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
