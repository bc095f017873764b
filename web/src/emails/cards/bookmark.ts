import { bookmark as shape } from '../../../../src/engines/cards/bookmark.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

const { link, link_hint, bookmark_title, bookmark_text } = words.editor;

/** A link to a page elsewhere, with its title and a sentence about it. */
export const bookmark: Card = {
  ...shape,
  fields: {
    address: { label: link, hint: link_hint, most: '2000', kind: 'url' },
    title: { label: bookmark_title, most: '200' },
    text: { label: bookmark_text, most: '500' },
  },
  draw: ({ address = '', title, text }) => [
    element(
      'span',
      { class: 'cm-card-bookmark' },
      element('strong', {}, title || bookmark_title),
      element('span', {}, text || ''),
      element('small', {}, URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''),
    ),
  ],
};
