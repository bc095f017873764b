import type { Text } from '@codemirror/state';
import type { BoxName } from '../../../../src/engines/cards/all.ts';
import type { SyntaxNode } from './scene.ts';

/** The boxes of a text. */
export const boxNames: readonly BoxName[] = ['callout', 'gallery'];
/** How a box ends. */
export const boxClose = '</div>';

/** The box that is opened like this; undefined if none is. */
export function boxOf(written: string): BoxName | undefined {
  return boxNames.find(name => written === `<div class="${name}">`);
}

/** The block that ends the box that this one opens; undefined if it has no end. */
export function boxEnd(doc: Text, open: SyntaxNode): SyntaxNode | undefined {
  for (let last = open.nextSibling; last; last = last.nextSibling) {
    if (doc.sliceString(last.from, last.to) === boxClose) return last;
    if (last.name === 'HTMLBlock') return undefined;
  }
  return undefined;
}
