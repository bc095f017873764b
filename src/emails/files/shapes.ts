import { mayConvert } from '../../engines/pictures/convert.ts';
import { type Shape, shapeNames, shapes } from '../../engines/pictures/shapes.ts';
import { fileIdIn, type Pictures } from './file.ts';

/** The address of an image in this shape, from the address of the image. */
function shapedAddress(address: string, shape: Shape): string {
  const shaped = address.replace(/(\/files\/[0-9a-f-]{36}\/)/, `$1${shape}/`);
  // The name must not claim another format than the picture has.
  return shape === 'mail' ? shaped.replace(/\.(?:webp|avif)$/i, '') : shaped;
}

/** The formats that not every mail program shows. */
const newFormats: readonly string[] = ['image/webp', 'image/avif'];

/**
 * The address at which a mail shows this picture: as JPEG or PNG, and no wider than a sharp screen shows, if this installation can
 * make that of it; otherwise its own.
 */
export function mailedAddress(address: string, pictures: Pictures): string {
  const known = pictures[fileIdIn(address) ?? ''];
  if (!known?.is_converted || known.content_type === 'image/gif') return address;
  const isUnknown = newFormats.includes(known.content_type);
  return isUnknown || (known.width ?? 0) > shapes.mail.width ? shapedAddress(address, 'mail') : address;
}

/** Whether this is an address that mailedAddress has made, of a picture that every mail program shows. */
export function isMailed(address: string, pictures: Pictures): boolean {
  return pictures[fileIdIn(address) ?? '']?.is_converted === true && /\/files\/[^/]+\/mail\//.test(address);
}

/** The newsletter as its mails show it. */
export function withMailedPictures<Shown extends { header_image: string; logo: string }>(
  newsletter: Shown,
  pictures: Pictures = {},
): Shown {
  return {
    ...newsletter,
    header_image: mailedAddress(newsletter.header_image, pictures),
    logo: mailedAddress(newsletter.logo, pictures),
  };
}

const pageShapes = shapeNames.filter(shape => shapes[shape].for === 'pages');

/**
 * The attributes of an image on a page: its size, and the widths among which browsers choose. Empty for unknown images. The address
 * is that of an attribute, with entities.
 */
export function widthAttributes(address: string, pictures: Pictures): string {
  const known = pictures[fileIdIn(address) ?? ''];
  if (!known?.width || !known.height) return '';
  const { width, height } = known;
  const size = ` width="${width}" height="${height}"`;
  if (!known.is_converted || known.content_type === 'image/gif') return size;
  const useful = pageShapes.filter((_, at) => at === 0 || shapes[pageShapes[at - 1]!].width < width);
  const offered = useful.map(
    shape => `${inSet(shapedAddress(address, shape))} ${Math.min(shapes[shape].width, width)}w`,
  );
  return `${size} srcset="${offered.join(', ')}" sizes="(max-width: 700px) 100vw, 700px"`;
}

/** Spaces and commas would end an address in a list. */
function inSet(address: string): string {
  return address.replace(/[\s,]/g, encodeURIComponent);
}

/**
 * Gives the images in the HTML of a page their size, so that nothing moves when they arrive, and lets browsers choose among their
 * widths. Those that the newsletter does not have, and those with a size from the author, stay as they are.
 */
export function offerWidths(html: string, pictures: Pictures): string {
  return html.replace(/<img(?= )(?:"[^"]*"|[^">])*>/g, tag => {
    if (/ (?:srcset|width|height)=|style="[^"]*\b(?:width|height):/.test(tag)) return tag;
    const src = / src="([^"]*)"/.exec(tag)?.[1] ?? '';
    return tag.replace(/\s*\/?>$/, end => `${widthAttributes(src, pictures)}${end}`);
  });
}

/** The address of a small picture of this width in a list, which need not be the newsletter's own. */
export function thumbnailAddress(address: string): string {
  return fileIdIn(address) && !/\.gif$/i.test(address) && mayConvert()
    ? shapedAddress(address, 'w600')
    : address;
}
