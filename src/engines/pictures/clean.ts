import { domainError } from '../../platform/errors.ts';
import { readAvif } from './avif.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import { DamagedPicture, demandSize, type Read, type Size } from './picture.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** A picture without metadata. Its size is the one at which it is shown. */
export type Picture = Size & { content_type: string; bytes: Buffer };

type Format = { content_type: string; name: string; begins: RegExp; read: (bytes: Buffer) => Read };

const formats: Format[] = [
  { content_type: 'image/png', name: 'PNG', begins: /^\x89PNG\r\n\x1a\n/, read: readPng },
  { content_type: 'image/jpeg', name: 'JPEG', begins: /^\xff\xd8\xff/, read: readJpeg },
  { content_type: 'image/gif', name: 'GIF', begins: /^GIF8[79]a/, read: readGif },
  { content_type: 'image/webp', name: 'WebP', begins: /^RIFF[\s\S]{4}WEBP/, read: readWebp },
  { content_type: 'image/avif', name: 'AVIF', begins: /^[\s\S]{4}ftypavi[fs]/, read: readAvif },
];

/**
 * Returns the picture without the notes of cameras and programs: place, date, device, author, comments, thumbnails. Pixels, color profile,
 * animation and orientation stay. Throws `image_invalid` for a file that is not a picture for mails, judging by its bytes and not by its
 * name, for one that is damaged, and for one with more pixels than can be shown everywhere.
 */
export function cleanPicture(given: Uint8Array): Picture {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const start = bytes.toString('latin1', 0, 16);
  const format = formats.find(({ begins }) => begins.test(start));
  if (!format) throw domainError('image_invalid', 'files.not_a_picture');
  try {
    const read = format.read(bytes);
    demandSize(read);
    return { content_type: format.content_type, ...read };
  } catch (error) {
    if (!(error instanceof DamagedPicture)) throw error;
    throw domainError('image_invalid', 'files.picture_damaged', {
      format: format.name,
      reason: error.reason,
    });
  }
}
