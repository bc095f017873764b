import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/**
 * Returns a PNG of this size, which is all that uploads check. Its compressed pixels are `content`, so that no two have the same bytes. It
 * has 57 bytes more than `content`.
 */
export function pngOf(content: string | Uint8Array, { width = 1, height = 1 } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.from(content)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(name, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + content.length);
  return chunk;
}

/** Returns a picture of 24 × 16 pixels with Exif data, XMP and a color profile, all containing “Secret” where they can. */
export function samplePicture(name: string): Buffer {
  return readFileSync(new URL(`samples/pictures/${name}`, import.meta.url));
}
