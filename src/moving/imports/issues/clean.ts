import { DomUtils, parseDocument } from 'htmlparser2';
import { boundDepth } from '../../../engines/rendering/depth.ts';
import { cleanForeignHtml } from '../../../engines/rendering/foreign.ts';

export type CleanIssue = {
  html: string;
  /** What was lost, as sentences. */
  losses: string[];
};

/** Where the part begins that only some readers may see. */
const paywall = /<!--\s*paywall\s*-->/i;

/**
 * The HTML of a past issue as we may publish it: safe, with absolute addresses if `base` says where it was. The mark of a
 * paywall stays.
 */
export function cleanIssue({ html, base }: { html: string; base: string }): CleanIssue {
  const parts = completed(html, base).split(paywall).map(cleanForeignHtml);
  return {
    html: parts.map(part => part.html).join('\n<!-- paywall -->\n'),
    losses: [
      ...(parts.some(({ is_cut }) => is_cut) ? ['It is too long, and its end was cut off.'] : []),
      ...parts.flatMap(({ doubt }) => doubt || []),
    ],
  };
}

/** Makes addresses absolute, and shows pictures that a script would have loaded. */
function completed(source: string, base: string): string {
  const html = boundDepth(source);
  const document = parseDocument(base === '' ? html : html.replaceAll('__GHOST_URL__', new URL(base).origin));
  for (const element of DomUtils.findAll(({ name }) => name === 'img' || name === 'a', document.children)) {
    const { attribs } = element;
    const late = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-orig-file'];
    if (element.name === 'img' && late !== undefined && !/^https?:/.test(attribs.src ?? ''))
      attribs.src = late;
    for (const name of ['src', 'href']) {
      const address = attribs[name]?.trim();
      if (!address || address.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(address)) continue;
      const whole =
        URL.parse(address, base || undefined) ??
        (address.startsWith('//') ? URL.parse(`https:${address}`) : null);
      if (whole) attribs[name] = whole.href;
    }
  }
  return DomUtils.getOuterHTML(document, { decodeEntities: false });
}
