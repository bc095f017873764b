import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import { type Card, quote, unquote } from './card.ts';

const { link, link_hint, bookmark_title, bookmark_text } = words.editor;

/** A link to a page elsewhere, with its title and a sentence about it. */
export const bookmark: Card = {
  name: 'bookmark',
  read: written => {
    const found =
      /^<a class="bookmark" href="([^"<>]*)"><strong>([^<>]*)<\/strong>(?:<br>([^<>]*))?<\/a>$/.exec(written);
    if (!found) return undefined;
    const [, address = '', title = '', text = ''] = found.map(one => one && unquote(one));
    return { address, title, text };
  },
  write: ({ address = '', title = '', text = '' }) =>
    `<a class="bookmark" href="${quote(address)}"><strong>${quote(title)}</strong>${text && `<br>${quote(text)}`}</a>`,
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
