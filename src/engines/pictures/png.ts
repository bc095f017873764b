import { crc32 } from 'node:zlib';
import { sentence } from '../../platform/sentences/sentence.ts';
import { onlyOrientation, readOrientation, shownSize } from './exif.ts';
import { cutOff, DamagedPicture, noSize, openCopy, openCounter, type Read } from './picture.ts';

/** Chunks with pixels, colors and animation (PNG, third edition, §11). All others contain text, dates and private data. */
const kept = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
);
const signatureLength = 8;
/** The length of the signature and IHDR. */
const headerLength = 33;

/**
 * Keeps everything from which pixels, colors and animation are made, and an orientation. Cuts the rest, and everything after the picture.
 */
export function readPng(bytes: Buffer): Read {
  const { keep, copied } = openCopy(bytes);
  const count = openCounter();
  let size = noSize;
  let orientation = 1;
  for (let at = signatureLength, name = ''; name !== 'IEND'; ) {
    count();
    if (at + 12 > bytes.length) throw new DamagedPicture(cutOff);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new DamagedPicture(cutOff);
    name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if ((name === 'IHDR') !== (at === signatureLength) || (name === 'IHDR' && content.length !== 13))
      throw new DamagedPicture(sentence('pictures.size_late'));
    if (name === 'IHDR') size = { width: content.readUInt32BE(0), height: content.readUInt32BE(4) };
    if (name === 'eXIf') orientation = readOrientation(content);
    if (kept.has(name)) keep(at, end);
    at = end;
  }
  const tiff = onlyOrientation(orientation);
  const [begin, rest] = [bytes.subarray(0, headerLength), copied().subarray(headerLength - signatureLength)];
  const clean = Buffer.concat([begin, ...(tiff.length > 0 ? [chunkOf('eXIf', tiff)] : []), rest]);
  return { ...shownSize(size, orientation), bytes: clean };
}

function chunkOf(name: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(name, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}
