import { element } from './element.ts';

const copied = new Set(['P', 'B', 'STRONG', 'I', 'EM', 'U', 'S', 'CODE', 'BR']);

/** Copies text with its marks and drops all other HTML. Links have no address. */
export function copyWords(parent: Node): Node[] {
  return [...parent.childNodes].flatMap((node): Node[] => {
    if (node instanceof Text) return [new Text(node.data)];
    if (!(node instanceof HTMLElement)) return [];
    const inner = copyWords(node);
    if (node.tagName === 'A') return [element('span', { class: 'cm-words-link' }, ...inner)];
    if (!copied.has(node.tagName)) return inner;
    const copy = document.createElement(node.tagName);
    copy.append(...inner);
    return [copy];
  });
}
