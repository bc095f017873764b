import { DomUtils, parseDocument } from 'htmlparser2';
import { boundDepth } from '../../../engines/rendering/depth.ts';
import { escapeHtml } from '../../../engines/rendering/markup.ts';
import { isObject } from '../sheets/json.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Buttons and forms that only work at Substack. */
const useless =
  /(?:^| )(?:subscription-widget|subscription-widget-wrap|subscription-widget-wrap-editor|subscribe-widget|image-link-expand|header-anchor-parent|community-chat|directMessage|install-substack-app-embed|poll-embed)(?: |$)/;

/** The HTML of a Substack post as any mail or page can show it: what is drawn by scripts there becomes links or goes. */
export function tidySubstack(html: string): string {
  const document = parseDocument(boundDepth(html));
  for (const element of DomUtils.findAll(() => true, document.children)) {
    const classes = element.attribs.class ?? '';
    if (useless.test(classes) || isButton(element)) DomUtils.removeElement(element);
    else if (/(?:^| )paywall-jump(?: |$)/.test(classes)) replace(element, '<!-- paywall -->');
    else if (element.attribs['data-attrs'] !== undefined && !hasContent(element)) replaceByLink(element);
    else if (element.name === 'picture') replaceByImage(element);
    else if (element.name === 'img') unwind(element);
  }
  return DomUtils.getOuterHTML(document, { decodeEntities: false });
}

/** A link to share, subscribe or upgrade, whose address Substack fills in. */
function isButton({ name, attribs, children }: Element): boolean {
  const link = name === 'a' ? attribs.href : undefined;
  if (link !== undefined && /^%%\w+%%/.test(link)) return true;
  return (
    /(?:^| )button-wrapper(?: |$)/.test(attribs.class ?? '') &&
    children.some(
      child => 'attribs' in child && /%%|\/subscribe(?:[?"]|$)|action=share/.test(child.attribs.href ?? ''),
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

/** A tweet, a post of another newsletter, a video or a file, of which the page has only data. */
function replaceByLink(element: Element): void {
  const data = readData(element.attribs['data-attrs'] ?? '');
  const text = (...keys: string[]) => {
    const value = keys.map(key => data[key]).find(found => typeof found === 'string' && found !== '');
    return typeof value === 'string' ? value : '';
  };
  const id = text('videoId');
  const address =
    text('url', 'canonical_url', 'href', 'src') || (id && `https://www.youtube.com/watch?v=${id}`);
  if (!/^https?:\/\//.test(address)) return;
  const title = text('title', 'full_text', 'name', 'filename') || address;
  replace(
    element,
    `<blockquote><p><a href="${escapeHtml(address)}">${escapeHtml(title)}</a></p></blockquote>`,
  );
}

function readData(text: string): Record<string, unknown> {
  try {
    // The parser leaves the entities of attributes as they are, or has decoded them.
    const value: unknown = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The picture in its usual form, without the others that a browser could choose from. */
function replaceByImage(element: Element): void {
  const [image] = DomUtils.getElementsByTagName('img', element);
  if (image) DomUtils.replaceElement(element, image);
}

/** The picture itself instead of Substack's resized copy, so that it outlives the move. */
function unwind(image: Element): void {
  const { src = '' } = image.attribs;
  const original = /^https:\/\/substackcdn\.com\/image\/fetch\/.*?\/(https?(?:%3A|:).*)$/i.exec(src)?.[1];
  if (original === undefined) return;
  try {
    image.attribs.src = decodeURIComponent(original);
  } catch {
    // An address that is not written well stays as it is.
  }
}

function replace(element: Element, html: string): void {
  for (const node of [...parseDocument(html).children]) DomUtils.prepend(element, node);
  DomUtils.removeElement(element);
}
