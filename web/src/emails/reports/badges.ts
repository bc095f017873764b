import type { LinkFigures } from '../../../../src/client/schema.ts';
import { words } from '../../words.ts';

/** The colours are fixed: a mail is light whatever the dashboard is. */
const badge =
  'display:inline-block;margin:0 2px 0 6px;padding:0 7px;border-radius:10px;font:600 12px/19px system-ui,sans-serif;letter-spacing:0;text-decoration:none;text-transform:none;white-space:nowrap;vertical-align:middle;';
const clicked = `${badge}background:#ad3a22;color:#fff;`;
const unclicked = `${badge}background:#e7e3dd;color:#57503f;`;
const style = '<style>[data-link]:focus{outline:3px solid #ad3a22;outline-offset:3px}</style>';

/**
 * Puts a badge at the end of each counted link of the mail in `page`: how many people followed it, and their share of the
 * `clickers`. Returns the places of the links that this mail shows. The badge is text of its link, so that a screen reader
 * says it.
 */
export function addBadges(page: Document, links: LinkFigures[], clickers: number): Set<number> {
  const places = new Map(links.map(({ url }, index) => [url, index]));
  const found = new Set<number>();
  for (const anchor of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const index = places.get(anchor.getAttribute('href')!);
    if (index === undefined) continue;
    const { recipients } = links[index]!;
    const mark = page.createElement('span');
    mark.setAttribute('style', recipients > 0 ? clicked : unclicked);
    mark.textContent = words.report.badge(recipients, clickers);
    mark.title = words.report.followed(recipients);
    anchor.dataset.link = String(index);
    anchor.append(mark);
    found.add(index);
  }
  page.head.insertAdjacentHTML('beforeend', style);
  return found;
}
