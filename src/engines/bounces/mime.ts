import { decodeBytes } from './charsets.ts';
import {
  firstHeader,
  type Headers,
  parseFields,
  parseParameters,
  toHeaders,
  unescapeBytes,
} from './headers.ts';

/** An entity (RFC 2045). `body` is a byte string, still in its transfer encoding; a multipart has `parts` instead. */
export type Part = {
  headers: Headers;
  type: string;
  parameters: Map<string, string>;
  body: string;
  parts: Part[];
};

export const largestMessage = 10 * 1024 * 1024;
const deepest = 10;
const mostParts = 100;
const longestText = 64 * 1024;

/**
 * Parses a message into a tree. Reads its first 10 MiB, 10 levels and 100 parts, and ignores the rest; attached
 * messages are not opened. Never throws: a broken multipart becomes text.
 */
export function parseMessage(message: Uint8Array): Part {
  const bytes = Buffer.from(message.buffer, message.byteOffset, Math.min(message.byteLength, largestMessage));
  const text = unifyLineEnds(bytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\n{0,100}/, '')
    .replace(/^>?From [^\n]*\n/, '');
  return parsePart(text, deepest, { left: mostParts }, 'text/plain');
}

/**
 * Converts CRLF, CR CRLF and a lone CR to LF. This goes byte by byte, because a message of CRs alone would need millions of replacements.
 */
function unifyLineEnds(bytes: Buffer): Buffer {
  const [lf, cr] = [10, 13];
  const unified = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const isDropped = byte === cr && (bytes[at + 1] === lf || (bytes[at + 1] === cr && bytes[at + 2] === lf));
    if (!isDropped) unified[length++] = byte === cr ? lf : byte;
  }
  return unified.subarray(0, length);
}

function parsePart(text: string, depth: number, budget: { left: number }, fallbackType: string): Part {
  budget.left--;
  const { head, body } = cutHead(text);
  const headers = toHeaders(parseFields(head));
  const contentType = firstHeader(headers, 'content-type');
  const type = /^\s*([\w.+-]+\/[\w.+-]+)/.exec(contentType)?.[1]?.toLowerCase() ?? fallbackType;
  const part: Part = { headers, type, parameters: parseParameters(contentType), body, parts: [] };
  if (!type.startsWith('multipart/')) return part;
  const boundary = part.parameters.get('boundary')?.trimEnd() || guessBoundary(body);
  const childType = type === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
  if (depth > 0) {
    for (const piece of splitAt(body, boundary)) {
      if (budget.left <= 0) break;
      part.parts.push(parsePart(piece, depth - 1, budget, childType));
    }
  }
  return part.parts.length > 0 ? { ...part, body: '' } : { ...part, type: 'text/plain' };
}

/** Splits a text into its fields and the rest after the empty line. If it begins with no field, everything is body. */
function cutHead(text: string): { head: string; body: string } {
  if (text.startsWith('\n')) return { head: '', body: text.slice(1) };
  if (!/^[!-9;-~]{1,100}[ \t]*:/.test(text)) return { head: '', body: text };
  const end = /\n[ \t]*\n/.exec(text);
  if (end === null) return { head: text, body: '' };
  return { head: text.slice(0, end.index), body: text.slice(end.index + end[0].length) };
}

function guessBoundary(body: string): string {
  return /^--([^\s-].{0,69})$/m.exec(body.slice(0, longestText))?.[1]?.trimEnd() ?? '';
}

/** Yields the pieces between `--boundary` lines, up to `--boundary--` or to the end of a truncated message (RFC 2046 §5.1.1). */
function* splitAt(body: string, boundary: string): Generator<string> {
  if (boundary === '') return;
  const delimiter = `\n--${boundary}`;
  const text = `\n${body}`;
  let start = -1;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length;
    const lineEnd = text.indexOf('\n', after);
    const rest = text.slice(after, lineEnd < 0 ? undefined : lineEnd).trimEnd();
    if (rest !== '' && rest !== '--') continue;
    if (start >= 0) yield text.slice(start, at);
    if (rest === '--' || lineEnd < 0) return;
    start = lineEnd + 1;
    // The next delimiter may share the line break, so that an empty part is found as one part.
    at = lineEnd - 1;
  }
  if (start >= 0) yield text.slice(start);
}

/** Returns the leaves, in order. */
export function leavesOf(part: Part): Part[] {
  return part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part];
}

/** Reads the first 64 KiB of a leaf, decoded from its transfer encoding, as a byte string. */
export function readBytes({ headers, body }: Part): string {
  const encoding = firstHeader(headers, 'content-transfer-encoding').toLowerCase();
  if (encoding.startsWith('base64')) {
    return Buffer.from(body.slice(0, longestText * 1.4), 'base64')
      .toString('latin1')
      .replace(/\r\n?/g, '\n');
  }
  const bytes = body.slice(0, longestText);
  return encoding.startsWith('quoted-printable')
    ? unescapeBytes(bytes.replace(/=[ \t]{0,20}\n/g, ''))
    : bytes;
}

/** Reads the first 64 KiB of a leaf as text. */
export function readText(part: Part): string {
  return decodeBytes(Buffer.from(readBytes(part), 'latin1'), part.parameters.get('charset'));
}
