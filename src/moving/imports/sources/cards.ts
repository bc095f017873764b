import { DomUtils } from 'htmlparser2';
import { boxFrom, cardFrom } from '../../../engines/cards/all.ts';
import { escapeHtml } from '../../../engines/rendering/markup.ts';
import { isObject } from '../../../platform/http/query.ts';
import {
  attributeOf,
  type Element,
  elementsOf,
  isOf,
  look,
  type parseHtml,
  replaceByHtml,
} from './elements.ts';

/** Writes the cards and boxes of another service as ours, each on a line of its own, so that the dashboard shows them as cards. */
export function replaceCards(document: ReturnType<typeof parseHtml>): void {
  // The inner elements come first, because a card may be in a box.
  for (const element of elementsOf(document).toReversed()) {
    const box = boxFrom(look(element));
    const written =
      box === 'gallery' ? galleryOf(element) : box === 'callout' ? calloutOf(element) : cardIn(element);
    if (written !== undefined) replaceByHtml(element, `\n${written}\n`);
  }
}

/** Whether the element becomes a card or a box. */
export function isCard(element: Element): boolean {
  return boxFrom(look(element)) !== undefined || cardIn(element) !== undefined;
}

/** Returns the card of an element. A picture that leads to another page is not made a card, which would lose the link. */
function cardIn(element: Element): string | undefined {
  const isLinked = DomUtils.getElementsByTagName('a', element).some(
    link =>
      DomUtils.getElementsByTagName('img', link).length > 0 &&
      isOf(element, 'kg-image-card', 'captioned-image-container') &&
      !/\.(?:jpe?g|png|gif|webp|avif)$|\/image\/fetch\//i.test(attributeOf(link, 'href')),
  );
  return isLinked ? undefined : cardFrom(look(element));
}

function calloutOf(element: Element): string {
  const [text = element] = DomUtils.getElementsByClassName('kg-callout-text', element);
  const inner = DomUtils.getInnerHTML(text, { decodeEntities: false }).trim();
  const isBlocks = DomUtils.findOne(
    ({ name }) => /^(?:p|ul|ol|h[1-6]|div|blockquote)$/.test(name),
    text.children,
  );
  return `<div class="callout">${isBlocks ? inner : `<p>${inner}</p>`}</div>`;
}

function galleryOf(element: Element): string | undefined {
  const shown = DomUtils.getElementsByTagName('img', element).map(image => ({
    src: attributeOf(image, 'src'),
    alt: attributeOf(image, 'alt'),
  }));
  const pictures = shown.length > 0 ? shown : picturesInData(attributeOf(element, 'data-attrs'));
  if (pictures.length === 0) return undefined;
  const written = pictures.map(({ src, alt }) => `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`);
  const [caption] = DomUtils.getElementsByTagName('figcaption', element);
  const says = caption
    ? `<p><small>${DomUtils.getInnerHTML(caption, { decodeEntities: false })}</small></p>`
    : '';
  return `<div class="gallery">${written.join('')}</div>${says}`;
}

/** Finds the pictures of a gallery in its data, because Substack's page contains nothing else of it. */
function picturesInData(text: string): { src: string; alt: string }[] {
  try {
    const data: unknown = JSON.parse(text);
    const images = isObject(data) && isObject(data.gallery) ? data.gallery.images : [];
    return (Array.isArray(images) ? images : []).flatMap((image: unknown) =>
      isObject(image) && typeof image.src === 'string'
        ? [{ src: image.src, alt: typeof image.alt === 'string' ? image.alt : '' }]
        : [],
    );
  } catch {
    return [];
  }
}
