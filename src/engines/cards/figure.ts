import { readMarked, writeMarked } from './marked-words.ts';
import { quote, type Shape, unquote } from './shape.ts';

const written =
  /^<figure><img((?: (?:src|alt|width)="[^"<>]*")+) ?\/?><figcaption>((?:[^<>]|<\/?(?:strong|b|em|i|a)(?: href="[^"<>]*")?>)*)<\/figcaption><\/figure>$/;

/** A picture with words below it. */
export const figure: Shape<'figure'> = {
  name: 'figure',
  read: text => {
    const [, attributes, caption = ''] = written.exec(text) ?? [];
    const says = readMarked(caption);
    if (attributes === undefined || says === undefined) return undefined;
    const read = (name: string) => unquote(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    return { caption: says, alt: read('alt'), width: read('width'), address: read('src') };
  },
  write: ({ caption = '', alt = '', width = '', address = '' }) => {
    const wide = /^[1-9]\d*$/.test(width) ? ` width="${width}"` : '';
    return `<figure><img src="${quote(address)}" alt="${quote(alt)}"${wide}><figcaption>${writeMarked(caption)}</figcaption></figure>`;
  },
  foreign: [
    {
      classes: ['kg-image-card', 'captioned-image-container'],
      values: {
        address: { tag: 'img', attribute: 'src' },
        alt: { tag: 'img', attribute: 'alt', may_lack: true },
        caption: { tag: 'figcaption', is_plain: true },
      },
    },
  ],
};
