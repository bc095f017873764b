import { quote, type Shape, unquote } from './shape.ts';

/** A link that stands out. */
export const button: Shape<'button'> = {
  name: 'button',
  read: written => {
    const found = /^<a class="button" href="([^"<>]*)">([^<>]*)<\/a>$/.exec(written);
    return found ? { text: unquote(found[2]!), address: unquote(found[1]!) } : undefined;
  },
  write: ({ text = '', address = '' }) => `<a class="button" href="${quote(address)}">${quote(text)}</a>`,
  foreign: [
    {
      classes: ['kg-button-card', 'button-wrapper'],
      values: { text: { tag: 'a' }, address: { tag: 'a', attribute: 'href' } },
    },
  ],
};
