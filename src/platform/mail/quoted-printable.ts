import { isStringOneByteRepresentation } from 'node:v8';

/** RFC 2045 §6.7: at most 76 characters per line, including the soft break's `=`. */
const longestLine = 76;

const softBreak = '=\r\n';

/** Matches most values, in which nothing needs encoding. */
const plainLine = /^(?!\.|From )[\t -<>-~]*[!-<>-~]$/;

/**
 * Encodes text as quoted-printable UTF-8, with CRLF line ends (RFC 2045 §6.7). It may follow anything that ends a line;
 * whatever comes after must begin on a new line or after `closeLine`. A dot or `From ` at the beginning of a line is
 * encoded, so that no mail server on the way alters it.
 */
export function encodeQuotedPrintable(text: string): string {
  if (plainLine.test(text)) return breakLine(oneByte(text));
  let encoded = '';
  let line = ''; // the text before `from` is escaped
  let from = 0;
  for (let at = 0; ; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : lineFeed;
    if (code > equals ? code < del : code >= space ? code < equals : code === tab) continue;
    line += text.slice(from, at);
    if (code === lineFeed || code === carriageReturn) {
      encoded += breakLine(guardEnds(line));
      if (at >= text.length) break;
      encoded += '\r\n';
      if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at += 1;
      line = '';
    } else if (code < 128) line += escaped[code];
    else {
      const character = text.codePointAt(at)!;
      line += escapeBytes(character);
      if (character > 0xffff) at += 1;
    }
    from = at + 1;
  }
  return isStringOneByteRepresentation(text) ? encoded : oneByte(encoded);
}

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const equals = 61;
const del = 127;

/** Encodes characters at the ends of a line that mail servers alter: a dot or `From ` at its beginning, a blank at its end. */
function guardEnds(line: string): string {
  const last = line.charCodeAt(line.length - 1);
  const whole = last === space || last === tab ? line.slice(0, -1) + escaped[last] : line;
  if (whole.charCodeAt(0) === 46) return `=2E${whole.slice(1)}`;
  return line.startsWith('From ') ? `=46${whole.slice(1)}` : whole;
}

/** The UTF-8 bytes (RFC 3629 §3) of a character that is not ASCII; of half a pair, those of U+FFFD. */
function escapeBytes(character: number): string {
  if (character < 0x800) return escaped[0xc0 | (character >> 6)]! + tail(character);
  const isHalf = character >= 0xd800 && character <= 0xdfff;
  const valid = isHalf ? 0xfffd : character;
  if (valid < 0x10000) return escaped[0xe0 | (valid >> 12)]! + tail(valid >> 6) + tail(valid);
  return escaped[0xf0 | (valid >> 18)]! + tail(valid >> 12) + tail(valid >> 6) + tail(valid);
}

/** The last six bits as a byte that continues a character. */
function tail(bits: number): string {
  return escaped[0x80 | (bits & 0x3f)]!;
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

/** Encodes a value between encoded texts, at the beginning of a line. */
export function encodeValue(value: string): string {
  return closeLine(encodeQuotedPrintable(value));
}

/** Makes the string use one byte per character, which halves the cost of storing, copying and collecting it. */
function oneByte(ascii: string): string {
  return isStringOneByteRepresentation(ascii) ? ascii : Buffer.from(ascii, 'latin1').toString('latin1');
}

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
