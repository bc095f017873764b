import { quote, type Shape, unquote } from './shape.ts';

/** A link to a page elsewhere, with its title and a sentence about it. */
export const bookmark: Shape<'bookmark'> = {
  name: 'bookmark',
  read: written => {
    const found =
      /^<a class="bookmark" href="([^"<>]*)"><strong>([^<>]*)<\/strong>(?:<br ?\/?>([^<>]*))?<\/a>$/.exec(
        written,
      );
    if (!found) return undefined;
    const [, address = '', title = '', text = ''] = found.map(one => one && unquote(one));
    return { address, title, text };
  },
  write: ({ address = '', title = '', text = '' }) =>
    `<a class="bookmark" href="${quote(address)}"><strong>${quote(title || address)}</strong>${text && `<br>${quote(text)}`}</a>`,
  foreign: [
    {
      classes: ['kg-bookmark-card'],
      values: {
        address: { tag: 'a', attribute: 'href' },
        title: { class: 'kg-bookmark-title', may_lack: true },
        text: { class: 'kg-bookmark-description', may_lack: true },
      },
    },
    {
      classes: ['embedded-post-wrap', 'digest-post-embed'],
      values: {
        address: { attribute: 'data-attrs', key: 'url' },
        title: { attribute: 'data-attrs', key: 'title', may_lack: true },
        text: { attribute: 'data-attrs', key: 'truncated_body_text', may_lack: true },
      },
    },
  ],
};
