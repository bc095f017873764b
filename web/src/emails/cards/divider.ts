import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** A line across. */
export const divider: Card = {
  name: 'divider',
  isTyped: true,
  read: written =>
    /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(written) ? {} : undefined,
  write: () => '---',
  fields: {},
  draw: () => [element('span', { class: 'cm-card-rule' })],
};
