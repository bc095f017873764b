import { markdownLanguage } from '@codemirror/lang-markdown';
import { element } from '../elements/element.ts';
import { imageIn } from '../elements/image.ts';
import { chipsIn } from './chips.ts';
import type { SyntaxNode } from './scene.ts';
import { chipWords } from './widgets.ts';

const elements = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 's',
  InlineCode: 'code',
  Link: 'span',
} as const;
const signs = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark', 'LinkMark', 'URL', 'LinkTitle']);

/** Draws formatted text as readers see it, for places where nobody edits it. */
export function drawWords(text: string): DocumentFragment {
  // The prefix prevents its beginning from being read as a list or heading.
  const written = `x ${text}`;
  const made = document.createDocumentFragment();
  const root = markdownLanguage.parser.parse(written).topNode.firstChild;
  if (root) append(root, made, written, 2);
  return made;
}

function append(node: SyntaxNode, parent: Node, text: string, from = node.from): void {
  let at = from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    appendText(parent, text.slice(at, child.from));
    at = child.to;
    appendChild(child, parent, text);
  }
  appendText(parent, text.slice(at, node.to));
}

function appendChild(node: SyntaxNode, parent: Node, text: string): void {
  const { name, from, to } = node;
  const written = text.slice(from, to);
  const image = name === 'Image' || name === 'HTMLTag' ? imageIn(written) : undefined;
  const isLink = name === 'Link' && node.getChild('URL');
  if (image)
    parent.appendChild(element('img', { src: image.src, alt: image.alt, referrerpolicy: 'no-referrer' }));
  else if (/^<br\s*\/?>$/i.test(written)) parent.appendChild(element('br'));
  else if (name === 'Escape') parent.appendChild(document.createTextNode(written.slice(1)));
  else if (name === 'Link' && !isLink) parent.appendChild(document.createTextNode(written));
  else if (Object.hasOwn(elements, name)) {
    const inner = element(elements[name as keyof typeof elements], isLink ? { class: 'cm-words-link' } : {});
    parent.appendChild(inner);
    append(node, inner, text);
  } else if (!signs.has(name)) parent.appendChild(document.createTextNode(written));
}

function appendText(parent: Node, text: string): void {
  let at = 0;
  for (const { from, to, kind, says } of chipsIn(text)) {
    parent.appendChild(document.createTextNode(text.slice(at, from)));
    parent.appendChild(element('span', { class: 'cm-chip' }, chipWords(kind, says)));
    at = to;
  }
  parent.appendChild(document.createTextNode(text.slice(at)));
}
