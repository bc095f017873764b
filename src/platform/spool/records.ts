import { crc32 } from 'node:zlib';

const newline = 0x0a;

/** One line for each entry: a checksum and JSON. */
export function writeRecords(entries: readonly unknown[]): Buffer {
  let text = '';
  for (const entry of entries) {
    const json = JSON.stringify(entry);
    text += `${crc32(json)} ${json}\n`;
  }
  return Buffer.from(text);
}

/**
 * The entries at the beginning of these bytes, at most `limit`, and the length of their lines. A line that a crash cut off or
 * damaged is left out and its bytes are counted in `skipped`. Bytes without any newline are all skipped.
 */
export function readRecords<Entry>(
  bytes: Buffer,
  limit: number,
): { entries: Entry[]; length: number; skipped: number } {
  const entries: Entry[] = [];
  let length = 0;
  let skipped = 0;
  while (entries.length < limit) {
    const end = bytes.indexOf(newline, length);
    if (end === -1) break;
    const line = bytes.toString('utf8', length, end);
    const json = line.slice(line.indexOf(' ') + 1);
    if (line === `${crc32(json)} ${json}`) entries.push(JSON.parse(json));
    else skipped += end + 1 - length;
    length = end + 1;
  }
  if (length > 0) return { entries, length, skipped };
  return { entries, length: bytes.length, skipped: bytes.length };
}
