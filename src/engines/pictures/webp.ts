import { onlyOrientation, readOrientation, shownSize } from './exif.ts';
import { cutOff, DamagedPicture, noSize, openCounter, type Read, type Size, widest } from './picture.ts';

const kept = ['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'];
/** Flags of VP8X for the chunks that exist. */
const [exifFlag, xmpFlag] = [0x08, 0x04];
const frameHeader = 16;

type Chunk = { name: string; content: Buffer };

/** Keeps pixels, color profile, animation and an orientation (RFC 9649). Cuts other chunks, and everything after the picture. */
export function readWebp(bytes: Buffer): Read {
  if (bytes.length < 20) throw new DamagedPicture(cutOff);
  const chunks = listChunks(bytes.subarray(12, 8 + bytes.readUInt32LE(4)));
  const exif = chunks.find(({ name }) => name === 'EXIF')?.content;
  const orientation = exif ? readOrientation(withoutPrefix(exif)) : 1;
  const tiff = onlyOrientation(orientation);
  const clean = chunks.filter(({ name }) => kept.includes(name)).map(cleanChunk);
  if (!clean.some(({ name }) => ['VP8 ', 'VP8L', 'ANMF'].includes(name))) throw new DamagedPicture(cutOff);
  const extended = clean[0]!.name === 'VP8X' ? clean[0]!.content : undefined;
  if (extended) extended[0] = (extended[0]! & ~(exifFlag | xmpFlag)) | (tiff.length > 0 ? exifFlag : 0);
  const all = extended && tiff.length > 0 ? [...clean, { name: 'EXIF', content: tiff }] : clean;
  const size = clean.map(sizeOf).reduce(widest, noSize);
  const body = Buffer.concat(all.map(writeChunk));
  const header = Buffer.from(bytes.subarray(0, 12));
  header.writeUInt32LE(body.length + 4, 4);
  return { ...shownSize(size, extended ? orientation : 1), bytes: Buffer.concat([header, body]) };
}

function listChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  const count = openCounter();
  for (let at = 0; at + 8 <= bytes.length; ) {
    count();
    const length = bytes.readUInt32LE(at + 4);
    if (at + 8 + length > bytes.length) throw new DamagedPicture(cutOff);
    const content = bytes.subarray(at + 8, at + 8 + length);
    chunks.push({ name: bytes.toString('latin1', at, at + 4), content });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

/** Returns a copy of the chunk. The chunks of a frame are filtered like those of the file. */
function cleanChunk({ name, content }: Chunk): Chunk {
  const shortest = name === 'VP8X' ? 10 : name === 'ANMF' ? frameHeader : 0;
  if (content.length < shortest) throw new DamagedPicture(cutOff);
  if (name !== 'ANMF') return { name, content: Buffer.from(content) };
  const parts = listChunks(content.subarray(frameHeader)).filter(part => kept.includes(part.name));
  return { name, content: Buffer.concat([content.subarray(0, frameHeader), ...parts.map(writeChunk)]) };
}

function writeChunk({ name, content }: Chunk): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 0, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

function sizeOf({ name, content }: Chunk): Size {
  if (name === 'VP8X') return { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
  if (name === 'ANMF') return listChunks(content.subarray(frameHeader)).map(sizeOf).reduce(widest, noSize);
  if (name === 'VP8L' && content.length >= 5) {
    const bits = content.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (name === 'VP8 ' && content.length >= 10)
    return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  return noSize;
}

/** Removes the prefix that Exif data has in JPEG files, because some programs write it here, too. */
function withoutPrefix(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}
