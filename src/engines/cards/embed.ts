import { quote, type Shape, unquote } from './shape.ts';

/** Returns the address of a video's player from the address of its page, which people copy; undefined for other pages. */
export function playerOf(address: string): string | undefined {
  const id = /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{11})/.exec(address)?.[1];
  return id && `https://www.youtube.com/embed/${id}`;
}

/** A video or a recording. Readers of the mail see its picture and a link. */
export const embed: Shape<'embed'> = {
  name: 'embed',
  read: written => {
    const found = /^<iframe src="([^"<>]*)"><\/iframe>$/.exec(written);
    return found ? { address: unquote(found[1]!) } : undefined;
  },
  write: ({ address = '' }) => `<iframe src="${quote(playerOf(address.trim()) ?? address.trim())}"></iframe>`,
};
