import { boxFrom, cardFrom, type Looked } from '../../../../src/engines/cards/all.ts';
import { addressOf, escapeSigns, oneLine } from './rich-words.ts';

/** Returns the card or box that another service, or one of our pages, has written as this element; undefined for any other element. */
export function writeCard(element: HTMLElement, writeBlocks: (parent: Node) => string): string | undefined {
  const looked = look(element);
  const box = boxFrom(looked);
  if (box === 'callout') return writeBox(box, writeCallout(element, writeBlocks));
  if (box === 'gallery') return writeBox(box, writePictures(element));
  const address = looked.valueAt({ tag: 'a', attribute: 'href' });
  return address !== '' && addressOf(address) === undefined ? undefined : cardFrom(looked);
}

function writeBox(name: string, inner: string): string | undefined {
  return inner === '' ? undefined : `<div class="${name}">\n\n${inner}\n\n</div>`;
}

function writeCallout(element: HTMLElement, writeBlocks: (parent: Node) => string): string {
  const symbol = element.querySelector('.kg-callout-emoji')?.textContent?.trim();
  const text = writeBlocks(element.querySelector('.kg-callout-text') ?? element);
  return symbol ? `${symbol} ${text}` : text;
}

function writePictures(element: HTMLElement): string {
  const pictures = [...element.querySelectorAll('img')].flatMap(image => {
    const src = addressOf(image.getAttribute('src'));
    return src === undefined ? [] : [`![${escapeSigns(oneLine(image.getAttribute('alt') ?? ''))}](${src})`];
  });
  return pictures.join(' ');
}

function look(element: HTMLElement): Looked {
  return {
    isOf: (...classes) => classes.some(name => element.classList.contains(name)),
    valueAt: ({ class: name, tag, attribute, is_plain = false }) => {
      const found = name || tag ? element.querySelector(name ? `.${name}` : tag!) : element;
      if (!found) return '';
      if (attribute !== undefined) return found.getAttribute(attribute) ?? '';
      return is_plain && found.querySelector(':not(span)') ? '' : (found.textContent ?? '');
    },
  };
}
