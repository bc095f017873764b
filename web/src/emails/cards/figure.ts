import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { type Card, quote, unquote } from './card.ts';

const { alt, alt_hint, caption, width, width_hint } = words.editor;

/** A picture with words below it. */
export const figure: Card = {
  name: 'figure',
  read: written => {
    const found =
      /^<figure><img src="([^"<>]*)" alt="([^"<>]*)"(?: width="([1-9]\d*)")?><figcaption>([^<>]*)<\/figcaption><\/figure>$/.exec(
        written,
      );
    if (!found) return undefined;
    const [, address = '', shows = '', wide = '', says = ''] = found.map(one => one && unquote(one));
    return { caption: says, alt: shows, width: wide, address };
  },
  write: ({ caption = '', alt = '', width = '', address = '' }) => {
    const wide = /^[1-9]\d*$/.test(width) ? ` width="${width}"` : '';
    return `<figure><img src="${quote(address)}" alt="${quote(alt)}"${wide}><figcaption>${quote(caption)}</figcaption></figure>`;
  },
  fields: {
    caption: { label: caption, most: '1000' },
    alt: { label: alt, hint: alt_hint },
    width: { label: width, hint: width_hint, most: '4', kind: 'numeric' },
  },
  draw: ({ caption: says = '', alt = '', width = '', address = '' }) => {
    const picture = element('img', { src: address, alt, referrerpolicy: 'no-referrer' });
    if (width) picture.style.width = `${width}px`;
    return [element('span', { class: 'cm-card-figure' }, picture, element('small', {}, says || caption))];
  },
};
