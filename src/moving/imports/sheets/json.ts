import { LineError } from '../../../platform/bundle/lines.ts';
import { isObject } from '../../../platform/http/query.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import { longestLine, readText } from './text.ts';

type Item = { line: number; value: Record<string, unknown> } | { line: number; reason: string };

/** Reads the objects of JSON lines. A line that is not an object becomes a reason. */
export async function* readJsonLines(
  content: AsyncIterable<Buffer>,
  say?: (note: string) => void,
): AsyncGenerator<Item[]> {
  let line = 0;
  let rest = '';
  let isSkipping = false;
  for await (const piece of readText(content, say)) {
    const items: Item[] = [];
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const text of lines) {
      line += 1;
      if (isSkipping || text.length > longestLine) items.push({ line, reason: tooLong });
      else if (text.trim() !== '') items.push(readObject(text, line));
      isSkipping = false;
    }
    if (rest.length > longestLine) {
      isSkipping = true;
      rest = '';
    }
    yield items;
  }
  if (isSkipping) yield [{ line: line + 1, reason: tooLong }];
  else if (rest.trim() !== '') yield [readObject(rest, line + 1)];
}

const tooLong = sentence('lines.line_too_long', { most: longestLine });

function readObject(text: string, line: number): Item {
  if (text.includes('\\u0000') || text.includes('\0')) return { line, reason: sentence('lines.json_nul') };
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { line, value };
  } catch {
    // The reason below says what is expected.
  }
  return {
    line,
    reason: sentence('lines.no_object', { example: '{"email_address": "ada@example.org"}' }),
  };
}

/** The most characters of an object in a JSON file, such as one post of an export. */
const longestObject = 16 << 20;

/**
 * Reads the objects in the arrays called `keys` in a JSON document of any size, one after the other, with the number of the line where each
 * begins. The rest of the document is skipped. Throws LineError if the document is not JSON or an object is too large.
 */
export async function* readJsonArrays(
  content: AsyncIterable<Buffer>,
  keys: readonly string[],
): AsyncGenerator<{ key: string; line: number; value: Record<string, unknown> }> {
  /** The open objects and arrays; for an array, `key` is the key of which it is the value. */
  const open: { is: 'object' | 'array'; key: string }[] = [];
  let line = 1;
  let key = '';
  let text = '';
  let isInText = false;
  let isEscaped = false;
  /** The object that is being read: how many levels were open before it, where it began, and its text so far. */
  let taken: { depth: number; line: number; key: string; parts: string[]; length: number } | undefined;
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of content) {
    const piece = decoder.decode(bytes, { stream: true });
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === 10) line += 1;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (code === 92) isEscaped = true;
        else if (code === 34) isInText = false;
        else if (!taken && text.length < 100) text += piece[at];
        continue;
      }
      switch (code) {
        case 34:
          isInText = true;
          text = '';
          break;
        case 58:
          key = text;
          break;
        case 123:
        case 91: {
          const array = open.at(-1);
          if (!taken && code === 123 && array?.is === 'array' && keys.includes(array.key)) {
            taken = { depth: open.length, line, key: array.key, parts: [], length: 0 };
            from = at;
          }
          open.push({ is: code === 123 ? 'object' : 'array', key: array?.is === 'array' ? '' : key });
          if (open.length > 1000) throw new LineError(sentence('moving.line_nested', { line }));
          break;
        }
        case 125:
        case 93: {
          const closed = open.pop();
          if (closed?.is !== (code === 125 ? 'object' : 'array'))
            throw new LineError(sentence('moving.line_not_json', { line }));
          if (taken && open.length === taken.depth) {
            const value = parseObject([...taken.parts, piece.slice(from, at + 1)].join(''), taken.line);
            const found = { key: taken.key, line: taken.line, value };
            taken = undefined;
            yield found;
          }
        }
      }
    }
    if (!taken) continue;
    taken.parts.push(piece.slice(from));
    taken.length += piece.length - from;
    if (taken.length > longestObject)
      throw new LineError(sentence('moving.entry_too_large', { line: taken.line, most: longestObject }));
  }
  if (open.length > 0 || isInText) throw new LineError(sentence('moving.end_missing'));
}

function parseObject(text: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineError(sentence('moving.line_not_json', { line }));
  }
}
