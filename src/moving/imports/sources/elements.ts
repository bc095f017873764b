import { DomUtils, parseDocument } from 'htmlparser2';
import type { Looked } from '../../../engines/cards/all.ts';
import { boundDepth } from '../../../engines/rendering/depth.ts';
import { decodeEntities } from '../../../engines/rendering/markup.ts';

export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];
type Document = ReturnType<typeof parseDocument>;

/** Parses HTML into a tree. Text and attributes stay as they are written, with their entities. */
export function parseHtml(html: string): Document {
  return parseDocument(boundDepth(html), { decodeEntities: false });
}

/** Writes the tree as HTML. */
export function writeHtml(document: Document): string {
  return DomUtils.getOuterHTML(document, { decodeEntities: false });
}

/** Returns the elements whose tags are written in the HTML, in their order. */
export function elementsOf(document: Document): Element[] {
  return DomUtils.findAll(() => true, document.children);
}

/** Returns the value of an attribute without its entities; empty if there is none. */
export function attributeOf({ attribs }: Element, name: string): string {
  return decodeEntities(attribs[name] ?? '');
}

/** Whether the element has one of these classes. */
export function isOf({ attribs }: Element, ...classes: string[]): boolean {
  const own = (attribs.class ?? '').split(/\s+/);
  return classes.some(name => own.includes(name));
}

/** Replaces the element with this HTML. */
export function replaceByHtml(element: Element, html: string): void {
  for (const node of parseHtml(html).children.slice()) DomUtils.prepend(element, node);
  DomUtils.removeElement(element);
}

/** Returns the element in the form in which cards are recognised. */
export function look(element: Element): Looked {
  return {
    isOf: (...classes) => isOf(element, ...classes),
    valueAt: ({ class: name, tag, attribute, is_plain = false }) => {
      const [found] = name
        ? DomUtils.getElementsByClassName(name, element)
        : tag
          ? DomUtils.getElementsByTagName(tag, element)
          : [element];
      if (!found) return '';
      if (attribute !== undefined) return attributeOf(found, attribute);
      const marked = DomUtils.findAll(({ name }) => name !== 'span', found.children);
      return is_plain && marked.length > 0 ? '' : decodeEntities(DomUtils.textContent(found));
    },
  };
}
