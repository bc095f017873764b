import { snippet as shape } from '../../../../src/engines/cards/snippet.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

const chip = words.editor.chips.snippet;
const label = words.editor.snippet_name;

/** A text that is kept elsewhere and used by several emails. */
export const snippet: Card = {
  ...shape,
  isTyped: true,
  fields: { name: { label, most: '100', choices: 'snippets' } },
  draw: ({ name = '' }) => [element('span', { class: 'cm-card-snippet' }, chip(name))],
};
