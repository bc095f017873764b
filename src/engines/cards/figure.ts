import { quote, type Shape, unquote } from './shape.ts';

const written =
  /^<figure><img((?: (?:src|alt|width)="[^"<>]*")+) ?\/?><figcaption>([^<>]*)<\/figcaption><\/figure>$/;

/** A picture with words below it. */
export const figure: Shape<'figure'> = {
  name: 'figure',
  read: text => {
    const [, attributes, caption = ''] = written.exec(text) ?? [];
    if (attributes === undefined) return undefined;
    const read = (name: string) => unquote(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    return { caption: unquote(caption), alt: read('alt'), width: read('width'), address: read('src') };
  },
  write: ({ caption = '', alt = '', width = '', address = '' }) => {
    const wide = /^[1-9]\d*$/.test(width) ? ` width="${width}"` : '';
    return `<figure><img src="${quote(address)}" alt="${quote(alt)}"${wide}><figcaption>${quote(caption)}</figcaption></figure>`;
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
