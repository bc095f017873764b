import { DomUtils } from 'htmlparser2';
import { replaceCards } from './cards.ts';
import { attributeOf, type Element, elementsOf, isOf, parseHtml, writeHtml } from './elements.ts';

/**
 * Returns the HTML of a Ghost post in a form that any mail or page can show. Its cards are described in Ghost's documentation of themes.
 */
export function tidyGhost(html: string): string {
  // Ghost marks the end of the free part with this comment.
  const document = parseHtml(html.replace(/<!--\s*members-only\s*-->/g, '<!-- paywall -->'));
  for (const element of elementsOf(document)) {
    // These links sign people up or in, in windows that Ghost's script opens.
    if (element.name === 'a' && /^(?:__GHOST_URL__\/?)?#\/portal/.test(attributeOf(element, 'href')))
      DomUtils.removeElement(element);
    else if (isOf(element, 'kg-callout-emoji')) putBesideText(element);
  }
  replaceCards(document);
  return writeHtml(document);
}

/** Puts the symbol of a note into the line of its text. */
function putBesideText(emoji: Element): void {
  const [text] = emoji.parent ? DomUtils.getElementsByClassName('kg-callout-text', emoji.parent) : [];
  if (!text) return;
  DomUtils.removeElement(emoji);
  const [symbol] = parseHtml(`${DomUtils.textContent(emoji)} `).children;
  if (symbol) DomUtils.prependChild(text, symbol);
}
