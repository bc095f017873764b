import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { sentence } from '../../../platform/sentences/sentence.ts';

/** The most bytes of a line of a file, and the most characters of a row of several lines. */
export const longestLine = 1 << 20;

type Say = (note: string) => void;

/**
 * Reads a text of unknown encoding, in pieces that end where a line ends; only a line longer than `longestLine` comes in several pieces. A
 * byte-order mark or the zeros of UTF-16 decide the encoding; otherwise lines that are not UTF-8 are read as Windows-1252 (which includes
 * Latin-1), so that one old line among others spoils nothing. `say` receives the guess.
 */
export async function* readText(content: AsyncIterable<Buffer>, say: Say = () => {}): AsyncGenerator<string> {
  const { start, rest } = await takeStart(content);
  const wide = wideEncoding(start);
  const pieces = prepended(start, rest);
  if (wide === undefined) return yield* readBytes(pieces, say);
  say(sentence('moving.read_as', { charset: wide.toUpperCase() }));
  yield* readWide(pieces, wide);
}

/** Returns the beginning as text, without a line that may be cut off at its end. */
export function textOfStart(start: Buffer): string {
  const wide = wideEncoding(start);
  if (wide !== undefined) return new TextDecoder(wide).decode(start);
  const end = start.lastIndexOf(10);
  return decodeLines(start.subarray(withoutMark(start), end < 0 ? start.length : end + 1)).text;
}

type Wide = 'utf-16le' | 'utf-16be';

/** Recognises UTF-16, by its mark or because every other byte of Latin letters is zero. */
function wideEncoding(start: Buffer): Wide | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const sample = start.subarray(0, 512);
  if (sample.length < 4) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const many = sample.length / 5;
  if (zeros[1]! > many && zeros[0]! < many / 4) return 'utf-16le';
  return zeros[0]! > many && zeros[1]! < many / 4 ? 'utf-16be' : undefined;
}

async function takeStart(content: AsyncIterable<Buffer>) {
  const rest = content[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < 512) {
    const { value, done } = await rest.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  return { start, rest };
}

async function* prepended(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* readWide(pieces: AsyncIterable<Buffer>, encoding: Wide): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true });
    const end = Math.max(rest.lastIndexOf('\n'), rest.includes('\n') ? -1 : rest.lastIndexOf('\r')) + 1;
    if (end > 0) yield rest.slice(0, end);
    rest = rest.slice(end);
    if (rest.length <= longestLine) continue;
    yield rest;
    rest = '';
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

async function* readBytes(pieces: AsyncIterable<Buffer>, say: Say): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  let old = 0;
  let isFirst = true;
  const decode = (last: Buffer) => {
    const bytes = rest.length === 0 ? last : Buffer.concat([...rest, last]);
    rest = [];
    length = 0;
    const decoded = decodeLines(isFirst ? bytes.subarray(withoutMark(bytes)) : bytes);
    isFirst = false;
    old += decoded.old;
    return decoded.text;
  };
  for await (const piece of pieces) {
    // Files of old Macs end their lines with CR alone.
    const end = Math.max(piece.lastIndexOf(10), piece.includes(10) ? -1 : piece.lastIndexOf(13)) + 1;
    if (end > 0) yield decode(piece.subarray(0, end));
    if (end < piece.length) rest.push(piece.subarray(end));
    length += piece.length - end;
    if (length > longestLine) yield decode(Buffer.alloc(0));
  }
  if (length > 0) yield decode(Buffer.alloc(0));
  if (old > 0) say(sentence('moving.not_utf8', { count: old }));
}

function withoutMark(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Returns whole lines as text, and how many of them are not UTF-8. */
function decodeLines(bytes: Buffer): { text: string; old: number } {
  if (isUtf8(bytes)) return { text: bytes.toString(), old: 0 };
  let text = '';
  let old = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    start += line.length;
    if (isUtf8(line)) text += line.toString();
    else {
      text += iconv.decode(line, 'win1252');
      old += 1;
    }
  }
  return { text, old };
}
