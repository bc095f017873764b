import { sentence } from '../../../platform/sentences/sentence.ts';
import { addressIn } from './addresses.ts';
import { nameIn, type Scope, widen } from './names.ts';
import { endsBefore, holdsAnything, holdsMarkup, holdsText, isEntry } from './nesting.ts';
import { declareEntity, decodeReferences, type Entities, noEntities, withoutControls } from './references.ts';
import { readTags } from './tags.ts';

/** An element; `name` is the result of `nameIn`, and `base` the base of relative addresses in it. */
export type Element = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: (string | Element)[];
  base: string;
  /** Whether the document ended before the element did. */
  is_cut: boolean;
};

export type XmlDocument = {
  roots: Element[];
  /** All items and entries that are not inside another one, in document order. */
  entries: Element[];
  doctype: string;
  faults: Set<string>;
};

/** Maximum number of items read; parsing stops after one more. */
export const mostItems = 10_000;

const deepest = 500;
const mostElements = 500_000;
const noAttributes: ReadonlyMap<string, string> = new Map();
const noScope: Scope = new Map();

/** An open element, with the name that its end tag must have. In place of an element that is too deep, the frame has its parent. */
type Frame = { written: string; element: Element; scope: Scope; holds_anything: boolean };

type Tree = XmlDocument & {
  /** The element for content outside all elements. */
  top: Element;
  frames: Frame[];
  /** How many of `frames` have each name, so that a stray end tag costs nothing. */
  open_names: Map<string, number>;
  /** The index in `frames` of the item being read; -1 outside items. */
  entry_at: number;
  /** How many of `frames` may contain anything. */
  free_frames: number;
  elements: number;
  entities: Entities;
};

/**
 * Builds the tree of a document, however broken: repairs the order of tags, flattens elements deeper than 500, and adds
 * what is missing at the end.
 */
export function readDocument(text: string, base: string): XmlDocument {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const source = withoutControls(lines);
  const tree: Tree = {
    roots: [],
    entries: [],
    doctype: '',
    faults: new Set(source === lines ? [] : [sentence('documents.control_characters')]),
    top: { name: '', attributes: noAttributes, children: [], base, is_cut: false },
    frames: [],
    open_names: new Map(),
    entry_at: -1,
    free_frames: 0,
    elements: 0,
    entities: noEntities(),
  };
  const isDone = () => tree.entries.length > mostItems && tree.entry_at < 0;
  readTags(source, {
    is_done: isDone,
    fault: what => tree.faults.add(what),
    declaration: declaration => declare(tree, declaration),
    text: (raw, isCdata) => addText(tree, raw, isCdata),
    open: (written, attributes) => open(tree, written, attributes),
    close: written => close(tree, written),
  });
  if (tree.frames.length > 0 && !isDone()) tree.faults.add(sentence('documents.ends'));
  while (tree.frames.length > 0) pop(tree).is_cut = true;
  if (tree.roots.length > 1) tree.faults.add(sentence('documents.several_roots'));
  return tree;
}

function current(tree: Tree): Element {
  return tree.frames.at(-1)?.element ?? tree.top;
}

function declare(tree: Tree, declaration: string): void {
  if (tree.frames.length > 0) return;
  if (/^!?doctype/i.test(declaration)) tree.doctype ||= declaration;
  // The tokenizer ends a document type at the > of its first entity.
  declareEntity(tree.entities, declaration.slice(Math.max(declaration.lastIndexOf('!ENTITY'), 0)));
}

function addText(tree: Tree, raw: string, isCdata: boolean): void {
  const element = current(tree);
  if (element === tree.top) {
    if (/[^\s\ufeff\]>]/.test(raw)) tree.faults.add(sentence('documents.text_outside'));
    return;
  }
  if (!isCdata && tree.doctype === '' && /&(?!#|(?:amp|lt|gt|quot|apos);)/.test(raw)) {
    tree.faults.add(sentence('documents.references'));
  }
  element.children.push(isCdata ? raw : decodeReferences(raw, tree.entities));
}

function open(tree: Tree, written: string, raw: ReadonlyMap<string, string>): void {
  const scope = scopeOf(tree, written, raw);
  const name = nameIn(scope, written);
  closeBefore(tree, name);
  const parent = current(tree);
  tree.elements += 1;
  if (tree.frames.length >= deepest || tree.elements > mostElements) {
    tree.faults.add(
      tree.elements > mostElements ? sentence('documents.many_elements') : sentence('documents.deep'),
    );
    push(tree, { written, element: parent, scope, holds_anything: false });
    return;
  }
  const attributes = readAttributes(raw, scope);
  const ownBase = attributes.get('xml:base');
  const base = ownBase === undefined ? parent.base : (addressIn(ownBase, parent.base) ?? parent.base);
  const element: Element = { name, attributes, children: [], base, is_cut: false };
  (parent === tree.top ? tree.roots : parent.children).push(element);
  if (isEntry(name) && tree.entry_at < 0) {
    tree.entry_at = tree.frames.length;
    tree.entries.push(element);
  }
  push(tree, { written, element, scope, holds_anything: holdsAnything(name) });
}

function scopeOf(tree: Tree, written: string, raw: ReadonlyMap<string, string>): Scope {
  const outer = tree.frames.at(-1)?.scope ?? noScope;
  // A default namespace on <rss> is a mistake: the format has none.
  const own = written === 'rss' ? new Map([...raw].filter(([name]) => name !== 'xmlns')) : raw;
  const scope = own.size === 0 ? outer : widen(outer, own);
  const colon = written.indexOf(':');
  if (colon > 0 && !scope.has(written.slice(0, colon)) && !written.startsWith('xml:')) {
    tree.faults.add(sentence('documents.prefixes'));
  }
  return scope;
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

/** Closes the elements that cannot contain an element of this name. */
function closeBefore(tree: Tree, name: string): void {
  if (tree.frames.length > 1 && endsBefore(current(tree).name, name)) {
    tree.faults.add(sentence('documents.not_closed'));
    pop(tree);
  }
  const entry = tree.frames[tree.entry_at]?.element;
  if (entry?.name !== name || tree.free_frames > 0) return;
  tree.faults.add(sentence('documents.not_closed'));
  while (tree.entry_at >= 0) pop(tree);
}

function close(tree: Tree, written: string): void {
  if (!tree.open_names.get(written)) {
    closeStray(tree, written);
    return;
  }
  if (tree.frames.at(-1)!.written !== written) tree.faults.add(sentence('documents.not_closed'));
  while (tree.frames.at(-1)!.written !== written) pop(tree);
  pop(tree);
}

const isOfHtml = /^(?:p|br|b|i|a|em|strong|span|div|font)$/;

/** Handles an end tag without an open element: it is a piece of escaped markup, or belongs to a text that nothing else ends. */
function closeStray(tree: Tree, written: string): void {
  tree.faults.add(sentence('documents.not_open'));
  const element = current(tree);
  const isText = holdsText(element.name) && typeof element.children.at(-1) !== 'object';
  if (holdsMarkup(element.name)) element.children.push(`</${written}>`);
  else if (isText && tree.frames.length > 1 && !isOfHtml.test(written)) pop(tree);
}

function push(tree: Tree, frame: Frame): void {
  tree.frames.push(frame);
  tree.open_names.set(frame.written, (tree.open_names.get(frame.written) ?? 0) + 1);
  if (frame.holds_anything) tree.free_frames += 1;
}

function pop(tree: Tree): Element {
  const frame = tree.frames.pop()!;
  tree.open_names.set(frame.written, tree.open_names.get(frame.written)! - 1);
  if (frame.holds_anything) tree.free_frames -= 1;
  if (tree.frames.length === tree.entry_at) tree.entry_at = -1;
  return frame.element;
}
