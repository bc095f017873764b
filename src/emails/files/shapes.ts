import { mayConvert } from '../../engines/pictures/convert.ts';
import { type Shape, shapeNames, shapes } from '../../engines/pictures/shapes.ts';
import { fileIdIn, type Pictures } from './file.ts';

/** Returns the address of an image in this shape, from the address of the image. */
function shapedAddress(address: string, shape: Shape): string {
  const shaped = address.replace(/(\/files\/[0-9a-f-]{36}\/)/, `$1${shape}/`);
  // The name must not claim a format that the picture does not have.
  return shape === 'mail' ? shaped.replace(/\.(?:webp|avif)$/i, '') : shaped;
}

/** The formats that some mail programs do not show. */
const newFormats: readonly string[] = ['image/webp', 'image/avif'];

/**
 * Returns the address at which a mail shows this picture: converted to JPEG or PNG, and no wider than a sharp screen shows, if this
 * installation can do so; otherwise the picture's own address.
 */
export function mailedAddress(address: string, pictures: Pictures): string {
  const known = pictures[fileIdIn(address) ?? ''];
  if (!known?.is_converted || known.content_type === 'image/gif') return address;
  const isUnknown = newFormats.includes(known.content_type);
  return isUnknown || (known.width ?? 0) > shapes.mail.width ? shapedAddress(address, 'mail') : address;
}

/** Whether mailedAddress made this address, so that every mail program shows the picture. */
export function isMailed(address: string, pictures: Pictures): boolean {
  return pictures[fileIdIn(address) ?? '']?.is_converted === true && /\/files\/[^/]+\/mail\//.test(address);
}

/** Returns the newsletter with the addresses that its pictures have in mails. */
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
 * Returns the attributes of an image on a page: its size, and the widths among which browsers choose. Empty for unknown images. The address
 * is written as in an attribute, with entities.
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

/** Encodes spaces and commas, which would end an address in a list. */
function inSet(address: string): string {
  return address.replace(/[\s,]/g, encodeURIComponent);
}

/**
 * Gives the images in the HTML of a page their size, so that nothing moves when they arrive, and lets browsers choose among their widths.
 * Images that the newsletter does not have, and images with a size from the author, stay as they are.
 */
export function offerWidths(html: string, pictures: Pictures): string {
  return html.replace(/<img(?= )(?:"[^"]*"|[^">])*>/g, tag => {
    if (/ (?:srcset|width|height)=|style="[^"]*\b(?:width|height):/.test(tag)) return tag;
    const src = / src="([^"]*)"/.exec(tag)?.[1] ?? '';
    return tag.replace(/\s*\/?>$/, end => `${widthAttributes(src, pictures)}${end}`);
  });
}

/** Returns the address of a small picture of this width, for a list. The picture need not be the newsletter's own. */
export function thumbnailAddress(address: string): string {
  return fileIdIn(address) && !/\.gif$/i.test(address) && mayConvert()
    ? shapedAddress(address, 'w600')
    : address;
}
