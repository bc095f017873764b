import { quote, type Shape, unquote } from './shape.ts';

/** The address of a player for a page that people copy: of a video rather than of the page around it. */
function playerOf(address: string): string {
  const id = /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{11})/.exec(
    address.trim(),
  )?.[1];
  return id ? `https://www.youtube.com/embed/${id}` : address.trim();
}

/** A video or a recording. Readers of the mail see its picture and a link. */
export const embed: Shape<'embed'> = {
  name: 'embed',
  read: written => {
    const found = /^<iframe src="([^"<>]*)"><\/iframe>$/.exec(written);
    return found ? { address: unquote(found[1]!) } : undefined;
  },
  write: ({ address = '' }) => `<iframe src="${quote(playerOf(address))}"></iframe>`,
};
