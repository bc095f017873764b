import type { Text } from '@codemirror/state';
import type { BoxName } from '../../../../src/engines/cards/all.ts';
import type { SyntaxNode } from './scene.ts';

/** The names of all boxes. */
export const boxNames: readonly BoxName[] = ['callout', 'gallery'];
/** The line that ends a box. */
export const boxClose = '</div>';

/** Returns the box that this line opens; undefined if it opens none. */
export function boxOf(written: string): BoxName | undefined {
  return boxNames.find(name => written === `<div class="${name}">`);
}

/** Returns the block that ends the box that `open` begins; undefined if it has no end. */
export function boxEnd(doc: Text, open: SyntaxNode): SyntaxNode | undefined {
  for (let last = open.nextSibling; last; last = last.nextSibling) {
    if (doc.sliceString(last.from, last.to) === boxClose) return last;
    if (last.name === 'HTMLBlock') return undefined;
  }
  return undefined;
}
