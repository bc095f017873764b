import { quote, type Shape, unquote } from './shape.ts';

/** A sentence with a button below it, set apart from the text. */
export const callToAction: Shape<'cta'> = {
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
  foreign: [
    {
      classes: ['cta'],
      values: {
        says: { tag: 'p' },
        text: { class: 'button' },
        address: { class: 'button', attribute: 'href' },
      },
    },
    {
      classes: ['kg-cta-card'],
      values: {
        says: { class: 'kg-cta-text' },
        text: { class: 'kg-cta-button' },
        address: { class: 'kg-cta-button', attribute: 'href' },
      },
    },
    {
      classes: ['captioned-button-wrap'],
      values: {
        says: { class: 'cta-caption' },
        text: { class: 'button' },
        address: { class: 'button', attribute: 'href' },
      },
    },
  ],
};
