import type { Size } from './picture.ts';

/** How a picture is stored: 1 is upright, 2 to 4 mirrored or upside down, 5 to 8 with width and height exchanged. */
const upright = 1;
const orientationTag = 0x0112;

/** Reads the orientation that Exif data (a TIFF header and its directory) gives; 1 if it gives none. */
export function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return upright;
  const order = tiff.toString('latin1', 0, 4);
  if (order !== 'MM\0*' && order !== 'II*\0') return upright;
  const isBig = order === 'MM\0*';
  const short = (at: number) => (isBig ? tiff.readUInt16BE(at) : tiff.readUInt16LE(at));
  const directory = isBig ? tiff.readUInt32BE(4) : tiff.readUInt32LE(4);
  if (directory + 2 > tiff.length) return upright;
  const count = short(directory);
  for (let at = directory + 2, left = count; left > 0 && at + 12 <= tiff.length; at += 12, left -= 1) {
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : upright;
  }
  return upright;
}

/** Returns Exif data with an orientation and nothing else; empty if the picture is upright. */
export function onlyOrientation(orientation: number): Buffer {
  if (orientation === upright) return Buffer.alloc(0);
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4); // where the directory begins
  tiff.writeUInt16BE(1, 8); // how many entries it has
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12); // SHORT
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** Returns the size at which a picture with this orientation is shown. */
export function shownSize({ width, height }: Size, orientation: number): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
