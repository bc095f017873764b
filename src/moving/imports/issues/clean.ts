import { cleanForeignHtml } from '../../../engines/rendering/foreign.ts';
import { escapeHtml } from '../../../engines/rendering/markup.ts';
import type { Labels } from '../../../engines/rendering/players.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { SourceName } from '../columns/line.ts';
import { tidyButtondown } from '../sources/buttondown-html.ts';
import { attributeOf, elementsOf, parseHtml, writeHtml } from '../sources/elements.ts';
import { tidyGhost } from '../sources/ghost-html.ts';
import { tidySubstack } from '../sources/substack-html.ts';
import { tidyWordPress } from '../sources/wordpress-html.ts';

/** A past issue as the source has it. */
export type RawIssue = {
  html: string;
  base: string;
  source: SourceName;
  /** The labels of the links that replace players. */
  labels?: Labels;
};

export type CleanIssue = {
  html: string;
  /** Sentences about the parts that were lost. */
  losses: string[];
};

/** The mark at which the part begins that only some readers may see. */
const paywall = /<!--\s*paywall\s*-->/i;

/** Functions for the peculiarities of each service's texts. */
const tidy: Partial<Record<SourceName, (text: string) => string>> = {
  buttondown: tidyButtondown,
  ghost: tidyGhost,
  substack: tidySubstack,
  wordpress: tidyWordPress,
};

/**
 * Returns the HTML of a past issue as we may publish it: safe, and with absolute addresses if `base` says where it was. The mark of a
 * paywall stays.
 */
export function cleanIssue({ html, base, source, labels }: RawIssue): CleanIssue {
  const parts = completed(tidy[source]?.(html) ?? html, base)
    .split(paywall)
    .map(part => cleanForeignHtml(part, labels));
  return {
    html: parts.map(part => part.html).join('\n<!-- paywall -->\n'),
    losses: [
      ...(parts.some(({ is_cut }) => is_cut) ? [sentence('lines.issue_cut_off')] : []),
      ...parts.flatMap(({ doubt }) => doubt || []),
    ],
  };
}

/** Makes addresses absolute, and shows pictures that a script would have loaded. */
function completed(html: string, base: string): string {
  const document = parseHtml(base === '' ? html : html.replaceAll('__GHOST_URL__', new URL(base).origin));
  for (const element of elementsOf(document)) {
    if (element.name !== 'img' && element.name !== 'a') continue;
    const { attribs } = element;
    const late = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-orig-file'];
    if (element.name === 'img' && late !== undefined && !/^https?:/.test(attribs.src ?? ''))
      attribs.src = late;
    for (const name of ['src', 'href']) {
      const address = attributeOf(element, name).trim();
      if (address === '' || address.startsWith('#') || /^[a-z][a-z0-9+.-]*:/i.test(address)) continue;
      const whole =
        URL.parse(address, base || undefined) ??
        (address.startsWith('//') ? URL.parse(`https:${address}`) : null);
      if (whole) attribs[name] = escapeHtml(whole.href);
    }
  }
  return writeHtml(document);
}
