import { DomUtils } from 'htmlparser2';
import { escapeHtml } from '../../../engines/rendering/markup.ts';
import { isObject } from '../../../platform/http/query.ts';
import { isCard, replaceCards } from './cards.ts';
import {
  attributeOf,
  type Element,
  elementsOf,
  isOf,
  parseHtml,
  replaceByHtml,
  writeHtml,
} from './elements.ts';

/** Buttons and forms that work only at Substack. */
const useless = [
  'subscription-widget',
  'subscription-widget-wrap',
  'subscription-widget-wrap-editor',
  'subscribe-widget',
  'image-link-expand',
  'header-anchor-parent',
  'community-chat',
  'directMessage',
  'install-substack-app-embed',
  'poll-embed',
];

/**
 * Returns the HTML of a Substack post in a form that any mail or page can show: things that scripts draw there become links, or are
 * removed.
 */
export function tidySubstack(html: string): string {
  const document = parseHtml(html);
  for (const element of elementsOf(document)) {
    if (isOf(element, ...useless) || isButton(element)) DomUtils.removeElement(element);
    else if (isOf(element, 'paywall-jump')) replaceByHtml(element, '<!-- paywall -->');
    else if (element.attribs['data-attrs'] !== undefined && !hasContent(element) && !isCard(element))
      replaceByLink(element);
    else if (element.name === 'picture') replaceByImage(element);
    else if (element.name === 'img') unwind(element);
    else if (isOf(element, 'pullquote')) element.name = 'blockquote';
    else if (isOf(element, 'footnote-anchor')) raise(element);
    else if (isOf(element, 'footnote-number')) putIntoNote(element);
  }
  replaceCards(document);
  return writeHtml(document);
}

/** Whether the element is a link to share, subscribe or upgrade, whose address Substack fills in. */
function isButton(element: Element): boolean {
  if (element.name === 'a' && /^%%\w+%%/.test(attributeOf(element, 'href'))) return true;
  return (
    isOf(element, 'button-wrapper') &&
    DomUtils.getElementsByTagName('a', element).some(link =>
      /%%|\/subscribe(?:[?"]|$)|action=share/.test(attributeOf(link, 'href')),
    )
  );
}

function hasContent(element: Element): boolean {
  return (
    DomUtils.textContent(element).trim() !== '' ||
    DomUtils.getElementsByTagName(name => name === 'img' || name === 'iframe' || name === 'svg', element)
      .length > 0
  );
}

/** Replaces a tweet, a post of another newsletter, a video or a file with a link, because the page contains only its data. */
function replaceByLink(element: Element): void {
  const data = readData(attributeOf(element, 'data-attrs'));
  const text = (...keys: string[]) => {
    const value = keys.map(key => data[key]).find(found => typeof found === 'string' && found !== '');
    return typeof value === 'string' ? value : '';
  };
  const id = text('videoId');
  const address =
    text('url', 'canonical_url', 'href', 'src') || (id && `https://www.youtube.com/watch?v=${id}`);
  if (!/^https?:\/\//.test(address)) return;
  const title = text('title', 'full_text', 'name', 'filename') || address;
  replaceByHtml(
    element,
    `<blockquote><p><a href="${escapeHtml(address)}">${escapeHtml(title)}</a></p></blockquote>`,
  );
}

function readData(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Keeps only the usual form of the picture, without the others from which a browser could choose. */
function replaceByImage(element: Element): void {
  const [image] = DomUtils.getElementsByTagName('img', element);
  if (image) DomUtils.replaceElement(element, image);
}

/** Uses the picture itself instead of Substack's resized copy, so that it outlives the move. */
function unwind(image: Element): void {
  const resized = /^https:\/\/substackcdn\.com\/image\/fetch\/.*?\/(https?(?:%3A|:).*)$/i;
  const original = resized.exec(attributeOf(image, 'src'))?.[1];
  if (original === undefined) return;
  try {
    image.attribs.src = escapeHtml(decodeURIComponent(original));
  } catch {
    // An address that is not well-formed stays as it is.
  }
}

/** Makes the number of a note small and raised. */
function raise(element: Element): void {
  const [raised] = DomUtils.getElementsByTagName('sup', parseHtml('<sup></sup>'));
  DomUtils.replaceElement(element, raised!);
  DomUtils.appendChild(raised!, element);
}

/** Puts the number of a note into its first paragraph. */
function putIntoNote(number: Element): void {
  const [paragraph] = number.parent ? DomUtils.getElementsByTagName('p', number.parent) : [];
  if (!paragraph) return;
  DomUtils.removeElement(number);
  const [space] = parseHtml(' ').children;
  DomUtils.prependChild(paragraph, space!);
  DomUtils.prependChild(paragraph, number);
}
