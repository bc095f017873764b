import { element } from '../elements/element.ts';
import { imageIn, picturesIn } from '../elements/image.ts';
import type { Card } from './card.ts';

/** Pictures side by side in an HTML body. In Markdown, a gallery is a box to which pictures are added. */
export const gallery: Card = {
  name: 'gallery',
  read: written => {
    const html = /^<div class="gallery">(\s*(?:<img\b[^<>]*>\s*)+)<\/div>$/.exec(written)?.[1];
    return html === undefined ? undefined : { html };
  },
  write: ({ html = '' }) => `<div class="gallery">${html}</div>`,
  fields: {},
  draw: ({ html = '' }) => [element('span', { class: 'cm-card-gallery' }, ...picturesOf(html))],
};

function picturesOf(html: string): HTMLElement[] {
  return picturesIn(html).flatMap(({ written }) => {
    const image = imageIn(written);
    return image ? [element('img', { src: image.src, alt: image.alt, referrerpolicy: 'no-referrer' })] : [];
  });
}
