import { domainError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';

/** The size in pixels. */
export type Size = { width: number; height: number };
export const noSize: Size = { width: 0, height: 0 };

/** The result of reading a file: the size at which it is shown, and its bytes without metadata. */
export type Read = Size & { bytes: Buffer };

/**
 * The most pixels of a picture. A file of some kilobytes can hold more pixels than the memory of a phone. Cameras with “50 megapixels” make
 * up to 8192 × 6144.
 */
const mostPixels = 50 * 2 ** 20;

/** The picture cannot be read. `reason` completes “this JPEG file is damaged: …”. */
export class DamagedPicture extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

export const cutOff = sentence('pictures.cut_off');

/** Throws `image_invalid` for a picture that is too large to be shown everywhere, or has no size. */
export function demandSize({ width, height }: Size): void {
  if (width < 1 || height < 1) throw new DamagedPicture(sentence('pictures.no_size'));
  if (width * height <= mostPixels) return;
  const megapixels = Math.ceil((width * height) / 1_000_000);
  throw domainError('image_invalid', 'files.picture_too_large', { width, height, megapixels });
}

/** Returns the larger of the two in both directions. */
export function widest(one: Size, other: Size): Size {
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) };
}

const mostParts = 20_000;

/** Counts the parts of a file. Throws DamagedPicture if there are more than any program writes, which would only take time. */
export function openCounter(): () => void {
  let parts = 0;
  return () => {
    parts += 1;
    if (parts > mostParts) throw new DamagedPicture(sentence('pictures.many_parts'));
  };
}

/** Collects the parts of a file that stay, in few steps however many there are. */
export function openCopy(bytes: Buffer): { keep(start: number, end: number): void; copied(): Buffer } {
  const copy = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  return {
    keep(start, end) {
      length += bytes.copy(copy, length, start, end);
    },
    copied: () => copy.subarray(0, length),
  };
}
