import { embed as shape } from '../../../../src/engines/cards/embed.ts';
import { words } from '../../words.ts';
import { element } from '../elements/element.ts';
import type { Card } from './card.ts';

/** Returns the picture of a video, if the address reveals it. */
function pictureOf(address: string): string | undefined {
  const id =
    /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/(?:embed\/|watch\?v=)|youtu\.be\/)([\w-]{11})/.exec(
      address,
    )?.[1];
  return id && `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
}

/** A video or a recording. Readers of the mail see its picture and a link. */
export const embed: Card = {
  ...shape,
  fields: {
    address: { label: words.editor.embed_address, hint: words.editor.link_hint, most: '2000', kind: 'url' },
  },
  draw: ({ address = '' }) => {
    const src = pictureOf(address);
    const host = URL.parse(address)?.hostname.replace(/^www\./, '');
    const picture = src ? [element('img', { src, alt: '', referrerpolicy: 'no-referrer' })] : [];
    for (const one of picture) one.addEventListener('error', () => one.remove());
    const label = host ? words.editor.embedded(host) : words.editor.cards.embed;
    return [element('span', { class: 'cm-card-embed' }, ...picture, element('span', {}, `▶ ${label}`))];
  },
};
