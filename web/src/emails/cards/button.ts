import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { type Card, quote, unquote } from './card.ts';

const { button_text, button_words, link, link_hint } = words.editor;

/** A link that stands out. */
export const button: Card = {
  name: 'button',
  read: written => {
    const found = /^<a class="button" href="([^"<>]*)">([^<>]*)<\/a>$/.exec(written);
    return found ? { text: unquote(found[2]!), address: unquote(found[1]!) } : undefined;
  },
  write: ({ text = '', address = '' }) => `<a class="button" href="${quote(address)}">${quote(text)}</a>`,
  fields: {
    text: { label: button_words, hint: button_text, most: '200' },
    address: { label: link, hint: link_hint, most: '2000', kind: 'url' },
  },
  draw: ({ text }) => [element('span', { class: 'cm-card-button' }, text || button_text)],
};
