import { onlyOrientation, readOrientation, shownSize } from './exif.ts';
import { cutOff, DamagedPicture, noSize, openCopy, openCounter, type Read, widest } from './picture.ts';

const begin = 0xd8;
const end = 0xd9;
const scan = 0xda;
const application0 = 0xe0;
/** Tables, frames and scans, from which pixels are made (ITU-T T.81, table B.1). */
const pixels = new Set([0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf]);
const exif = 'Exif\0\0';

/** Keeps everything from which pixels and their colors are made, and an orientation. Cuts the rest, and everything after the picture. */
export function readJpeg(bytes: Buffer): Read {
  const { keep, copied } = openCopy(bytes);
  const count = openCounter();
  let header = bytes.subarray(0, 2);
  let size = noSize;
  let orientation: number | undefined;
  let hasPixels = false;
  for (let at = 2; ; ) {
    const next = markerAt(bytes, at);
    if (next === undefined || bytes[next] === end) break;
    count();
    const marker = bytes[next]!;
    at = next + 1;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= begin)) continue; // has no content
    if (at + 2 > bytes.length || at + bytes.readUInt16BE(at) > bytes.length) {
      if (hasPixels) break;
      throw new DamagedPicture(cutOff);
    }
    const content = bytes.subarray(at + 2, at + bytes.readUInt16BE(at));
    at += Math.max(2, content.length + 2);
    if (marker === scan) at = endOfScan(bytes, at);
    if (isFrame(marker)) {
      if (content.length < 5) throw new DamagedPicture(cutOff);
      size = widest(size, { width: content.readUInt16BE(3), height: content.readUInt16BE(1) });
    }
    if (marker === scan) hasPixels = true;
    if (isFrame(marker) || pixels.has(marker) || isColor(marker, content)) keep(next - 1, at);
    else if (marker === application0 && content.toString('latin1', 0, 5) === 'JFIF\0')
      header = Buffer.concat([bytes.subarray(0, 2), withoutThumbnail(content)]);
    else if (marker === 0xe1 && content.toString('latin1', 0, exif.length) === exif)
      orientation ??= readOrientation(content.subarray(exif.length));
  }
  if (!hasPixels) throw new DamagedPicture(cutOff);
  orientation ??= 1;
  const clean = Buffer.concat([header, orientationSegment(orientation), copied(), Buffer.of(0xff, end)]);
  return { ...shownSize(size, orientation), bytes: clean };
}

/** Returns the position of the next marker's code. Programs that show pictures skip everything before it. */
function markerAt(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    while (bytes[at + 1] === 0xff) at += 1;
    const code = bytes[at + 1];
    if (code === undefined) return undefined;
    if (code !== 0) return at + 1;
  }
  return undefined;
}

/** Returns the position of the marker after a scan's pixels; within them, 0xff is followed by 0 or by the number of a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    const next = markerAt(bytes, at);
    if (next === undefined) return bytes.length;
    if (bytes[next]! >= 0xd0 && bytes[next]! <= 0xd7) at = next;
    else return next - 1;
  }
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Whether the segment is the color profile, or Adobe's segment, without which colors of some files are read wrongly. */
function isColor(marker: number, content: Buffer): boolean {
  if (marker === 0xe2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  return marker === 0xee && content.toString('latin1', 0, 5) === 'Adobe';
}

/** Returns the JFIF segment with the density of pixels and without its thumbnail, which may show more than the picture. */
function withoutThumbnail(content: Buffer): Buffer {
  const plain = Buffer.alloc(18);
  plain.write('\xff\xe0\0\x10', 0, 'latin1');
  content.copy(plain, 4, 0, 12);
  return plain;
}

function orientationSegment(orientation: number): Buffer {
  const tiff = onlyOrientation(orientation);
  if (tiff.length === 0) return tiff;
  const length = 2 + exif.length + tiff.length;
  return Buffer.concat([Buffer.of(0xff, 0xe1, length >> 8, length & 0xff), Buffer.from(exif), tiff]);
}
