import { nameIn, type Scope, widen } from '../names.ts';
import { addressIn } from './addresses.ts';
import { declareEntity, decodeReferences, noEntities, withoutControls } from './references.ts';
import { readTags } from './tags.ts';

/** An element; `name` is the one of `nameIn`, and `base` what relative addresses in it begin with. */
export type Element = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (string | Element)[];
  base: string;
  /** The document ended before the element did. */
  is_cut: boolean;
};

export type XmlDocument = {
  roots: Element[];
  /** Every item and entry that is not inside another, wherever it stands, in the document's order. */
  entries: Element[];
  doctype: string;
  faults: Set<string>;
};

const deepest = 500;
const mostElements = 1_000_000;
const noAttributes: ReadonlyMap<string, string> = new Map();

const entryNames = new Set(['item', 'entry', 'atom:entry']);
const wholeDocuments = new Set(['content', 'atom:content', 'atom:summary', 'content:encoded']);
// Elements with nothing but text in them, and elements that therefore show that such a one should have ended.
const textOnly = new Set(
  'title link guid pubdate category comments enclosure ttl language copyright generator dc:date dc:creator'.split(
    ' ',
  ),
);
for (const name of ['id', 'title', 'updated', 'published', 'link']) textOnly.add(`atom:${name}`);
const followers = new Set([
  ...textOnly,
  ...['item', 'entry', 'description', 'content:encoded', 'author', 'source', 'atom:entry', 'atom:content'],
  ...['atom:summary', 'atom:author'],
]);

// Elements whose text is markup: an end tag without a start is a piece of it.
const markupFields = new Set(['description', 'content:encoded']);
const isOfHtml = /^(?:p|br|b|i|a|em|strong|span|div|font)$/;

type Frame = { written: string; element: Element; scope: Scope; is_whole: boolean };
const noScope: Scope = new Map();

/**
 * The tree of a document, however broken: tags out of order are put in order, what is deeper than 500 elements is laid
 * flat, and what is missing at the end is added (RFC 4287 and RSS both promise XML; feeds do not always keep that).
 */
export function readDocument(text: string, base: string): XmlDocument {
  const faults = new Set<string>();
  const entities = noEntities();
  const source = withoutControls(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  if (source.length < text.replace(/\r\n/g, '\n').length) faults.add('control characters');
  const document: XmlDocument = { roots: [], entries: [], doctype: '', faults };
  const top: Element = { name: '', attributes: noAttributes, children: [], base, is_cut: false };
  const frames: Frame[] = [];
  const openOnes = new Map<string, number>();
  let entryDepth = -1;
  let wholes = 0;
  let elements = 0;

  const current = () => frames.at(-1)?.element ?? top;
  const pop = () => {
    const frame = frames.pop()!;
    openOnes.set(frame.written, openOnes.get(frame.written)! - 1);
    if (frame.is_whole) wholes -= 1;
    if (frames.length === entryDepth) entryDepth = -1;
    return frame.element;
  };
  const closeBefore = (name: string) => {
    if (followers.has(name) && frames.length > 1 && textOnly.has(current().name)) {
      faults.add('elements that are not closed');
      pop();
    }
    if (entryNames.has(name) && entryDepth >= 0 && wholes === 0) {
      faults.add('elements that are not closed');
      while (entryDepth >= 0) pop();
    }
  };

  readTags(source, {
    fault: what => faults.add(what),
    declaration: declaration => {
      if (frames.length > 0) return;
      if (/^!?doctype/i.test(declaration)) document.doctype ||= declaration;
      // The tokenizer ends a document type at its first entity's >.
      declareEntity(entities, declaration.slice(Math.max(declaration.lastIndexOf('!ENTITY'), 0)));
    },
    text: (raw, isCdata) => {
      const element = current();
      if (element === top) {
        if (/[^\s\ufeff\]>]/.test(raw)) faults.add('text outside the root element');
        return;
      }
      if (isCdata) return void element.children.push(raw);
      if (
        raw.includes('&') &&
        /&(?!#|(?:amp|lt|gt|quot|apos);)/.test(raw) &&
        entities.values.size === 0 &&
        document.doctype === ''
      ) {
        faults.add('references that XML does not know, or an & that stands for itself');
      }
      element.children.push(decodeReferences(raw, entities));
    },
    open: (written, raw) => {
      const outer = frames.at(-1)?.scope ?? noScope;
      // A default namespace on <rss> is a mistake: the format has none.
      const scope = raw.size > 0 && written !== 'rss' ? widen(outer, raw) : widenWithoutDefault(outer, raw);
      const name = nameIn(scope, written);
      if (hasStrangePrefix(scope, written)) faults.add('prefixes that are not declared');
      closeBefore(name);
      const parent = current();
      openOnes.set(written, (openOnes.get(written) ?? 0) + 1);
      elements += 1;
      if (frames.length >= deepest || elements > mostElements) {
        faults.add(elements > mostElements ? 'more than a million elements' : 'more than 500 elements deep');
        frames.push({ written, element: parent, scope, is_whole: false });
        return;
      }
      if (wholeDocuments.has(name)) wholes += 1;
      const attributes = readAttributes(raw, scope);
      const ownBase = attributes.get('xml:base');
      const element: Element = {
        name,
        attributes,
        children: [],
        base: ownBase === undefined ? parent.base : (addressIn(ownBase, parent.base) ?? parent.base),
        is_cut: false,
      };
      if (parent === top) document.roots.push(element);
      else parent.children.push(element);
      if (entryNames.has(name) && entryDepth < 0) {
        entryDepth = frames.length;
        document.entries.push(element);
      }
      frames.push({ written, element, scope, is_whole: wholeDocuments.has(name) });
    },
    close: written => {
      if (!openOnes.get(written)) {
        faults.add('end tags of elements that are not open');
        const element = current();
        const endsText = textOnly.has(element.name) && typeof element.children.at(-1) !== 'object';
        if (markupFields.has(element.name)) element.children.push(`</${written}>`);
        else if (endsText && frames.length > 1 && !isOfHtml.test(written)) pop();
        return;
      }
      if (frames.at(-1)!.written !== written) faults.add('elements that are not closed');
      while (frames.at(-1)!.written !== written) pop();
      pop();
    },
  });
  if (frames.length > 0) faults.add('the document ends in the middle');
  while (frames.length > 0) pop().is_cut = true;
  if (document.roots.length > 1) faults.add('several root elements');
  return document;
}

function widenWithoutDefault(outer: Scope, raw: ReadonlyMap<string, string>): Scope {
  return raw.size === 0 ? outer : widen(outer, new Map([...raw].filter(([name]) => name !== 'xmlns')));
}

function hasStrangePrefix(scope: Scope, written: string): boolean {
  const colon = written.indexOf(':');
  return colon > 0 && !scope.has(written.slice(0, colon)) && !written.startsWith('xml:');
}

function readAttributes(raw: ReadonlyMap<string, string>, scope: Scope): ReadonlyMap<string, string> {
  if (raw.size === 0) return noAttributes;
  const attributes = new Map<string, string>();
  for (const [written, value] of raw) {
    const name = written.includes(':') ? nameIn(scope, written) : written;
    if (!attributes.has(name)) attributes.set(name, decodeReferences(value));
  }
  return attributes;
}
