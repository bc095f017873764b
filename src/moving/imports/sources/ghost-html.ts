import { DomUtils } from 'htmlparser2';
import { replaceCards } from './cards.ts';
import { attributeOf, type Element, elementsOf, isOf, parseHtml, writeHtml } from './elements.ts';

/** The HTML of a Ghost post as any mail or page can show it. Its cards are described in Ghost's documentation of themes. */
export function tidyGhost(html: string): string {
  // Ghost's own mark for where the free part ends.
  const document = parseHtml(html.replace(/<!--\s*members-only\s*-->/g, '<!-- paywall -->'));
  for (const element of elementsOf(document)) {
    // Signing up and in, in windows that Ghost's script opens.
    if (element.name === 'a' && /^(?:__GHOST_URL__\/?)?#\/portal/.test(attributeOf(element, 'href')))
      DomUtils.removeElement(element);
    else if (isOf(element, 'kg-callout-emoji')) putBesideText(element);
  }
  replaceCards(document);
  return writeHtml(document);
}

/** The symbol of a note is in the line of its text. */
function putBesideText(emoji: Element): void {
  const [text] = emoji.parent ? DomUtils.getElementsByClassName('kg-callout-text', emoji.parent) : [];
  if (!text) return;
  DomUtils.removeElement(emoji);
  const [symbol] = parseHtml(`${DomUtils.textContent(emoji)} `).children;
  if (symbol) DomUtils.prependChild(text, symbol);
}
