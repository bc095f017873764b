import { isStringOneByteRepresentation } from 'node:v8';

/** RFC 2045 §6.7: at most 76 characters per line, including the soft break's `=`. */
const longestLine = 76;

const softBreak = '=\r\n';

/** Matches most values: nothing in them needs encoding. */
const plainLine = /^(?!\.|From )[\t -<>-~]*[!-<>-~]$/;

/**
 * Encodes text as quoted-printable UTF-8, with CRLF line ends (RFC 2045 §6.7). It may follow anything that ends a line;
 * whatever comes after must begin on a new line or after `closeLine`. A dot or `From ` at the beginning of a line is
 * encoded, so that no mail server on the way alters it.
 */
export function encodeQuotedPrintable(text: string): string {
  if (plainLine.test(text)) return breakLine(oneByte(text));
  return text
    .split(/\r\n|\r|\n/)
    .map(line => breakLine(escapeLine(line)))
    .join('\r\n');
}

/** Ends encoded text with a soft break, so that more of the same line may follow. */
export function closeLine(encoded: string): string {
  if (encoded === '' || encoded.endsWith('\r\n')) return encoded;
  if (encoded.length - (encoded.lastIndexOf('\n') + 1) < longestLine) return encoded + softBreak;
  // The last symbol is in the column that the soft break needs.
  const at = encoded.length - (encoded.at(-3) === '=' ? 3 : 1);
  const last = encoded.slice(at);
  return encoded.slice(0, at) + softBreak + (last === '.' ? '=2E' : last) + softBreak;
}

/** A value between encoded texts, at the beginning of a line. */
export function encodeValue(value: string): string {
  return closeLine(encodeQuotedPrintable(value));
}

/** Makes the string use one byte per character, which halves the cost of storing, copying and collecting it. */
function oneByte(ascii: string): string {
  return isStringOneByteRepresentation(ascii) ? ascii : Buffer.from(ascii, 'latin1').toString('latin1');
}

function escapeLine(line: string): string {
  if (asciiLine.test(line)) return oneByte(line).replaceAll('=', '=3D');
  const bytes = Buffer.from(line).toString('latin1');
  return bytes.replace(special, byte => escaped[byte.charCodeAt(0)]!);
}

const asciiLine = /^(?!\.|From )[\t -~]*[!-~]$/;

/**
 * Matches what must be encoded where it stands: non-ASCII bytes, trailing blanks, and what mail servers alter at the
 * beginning of a line.
 */
const special = /[\x00-\x08\x0a-\x1f=\x7f-\xff]|[\t ]$|^\.|^F(?=rom )/g;

const escaped = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** Breaks an encoded line softly, so that no piece is too long, begins with a dot, or splits a symbol. */
function breakLine(line: string): string {
  let broken = '';
  let at = 0;
  for (let room = longestLine; line.length - at > room; ) {
    let end = at + room - 1;
    if (line[end - 1] === '=') end -= 1;
    else if (line[end - 2] === '=') end -= 2;
    broken += line.slice(at, end) + softBreak;
    const isDot = line[end] === '.';
    if (isDot) broken += '=2E';
    at = isDot ? end + 1 : end;
    room = isDot ? longestLine - 3 : longestLine;
  }
  return broken + line.slice(at);
}
