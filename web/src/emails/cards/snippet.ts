import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

const chip = words.editor.chips.snippet;
const label = words.editor.snippet_name;

/** A text that is kept elsewhere and used by several emails. */
export const snippet: Card = {
  name: 'snippet',
  isTyped: true,
  read: written => {
    const name = /^\{\{ snippets\.([\w-]+) \}\}$/.exec(written)?.[1];
    return name === undefined ? undefined : { name };
  },
  // A name has only these signs, and a card without one would be no card.
  write: ({ name = '' }) => `{{ snippets.${name.trim().replace(/[^\w-]+/g, '-') || '-'} }}`,
  fields: { name: { label, most: '100', choices: 'snippets' } },
  draw: ({ name = '' }) => [element('span', { class: 'cm-card-snippet' }, chip(name))],
};
