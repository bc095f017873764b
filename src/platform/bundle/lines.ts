import { limitOf } from '../sentences/counted.ts';
import { sentence } from '../sentences/sentence.ts';

/** The longest line in bytes: an email contains its longest body twice, as written and as mailed. */
const longestLine = 64 << 20;

/** A line cannot be read; the message says why. */
export class LineError extends Error {}

/** Reads the lines of a UTF-8 text. Throws LineError if a line is too long or not UTF-8. */
export async function* readLines(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<{ number: number; text: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest: Buffer[] = [];
  let length = 0;
  let number = 0;
  const take = (last: Buffer) => {
    number += 1;
    const line = rest.length === 0 ? last : Buffer.concat([...rest, last]);
    rest = [];
    length = 0;
    try {
      return { number, text: decoder.decode(line) };
    } catch {
      throw new LineError(sentence('moving.line_not_utf8', { line: number }));
    }
  };
  for await (const piece of content) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield take(piece.subarray(start, end));
      start = end + 1;
    }
    if (start < piece.length) rest.push(piece.subarray(start));
    length += piece.length - start;
    if (length > longestLine)
      throw new LineError(sentence('moving.line_longer', { line: number + 1, limit: limitOf(longestLine) }));
  }
  if (length > 0) yield take(Buffer.alloc(0));
}
