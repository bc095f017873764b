import { isStringOneByteRepresentation } from 'node:v8';

/** RFC 2045 §6.7: at most 76 characters a line, the soft break's `=` included. */
const longestLine = 76;

const softBreak = '=\r\n';

/** Most values: nothing in them needs to be encoded. */
const plainLine = /^(?!\.|From )[\t -<>-~]*[!-<>-~]$/;

/**
 * Text as quoted-printable of its UTF-8 form, lines ending in CRLF (RFC 2045 §6.7). It may stand after anything that
 * ends a line, and whatever follows must begin with a line of its own or come after `closeLine`. A dot or `From ` that
 * begins a line is encoded, so that no mail server on the way touches it.
 */
export function encodeQuotedPrintable(text: string): string {
  if (plainLine.test(text)) return breakLine(oneByte(text));
  return text
    .split(/\r\n|\r|\n/)
    .map(line => breakLine(escapeLine(line)))
    .join('\r\n');
}

/** The encoded form so ended, by a soft break, that more of the same line may follow it. */
export function closeLine(encoded: string): string {
  if (encoded === '' || encoded.endsWith('\r\n')) return encoded;
  if (encoded.length - (encoded.lastIndexOf('\n') + 1) < longestLine) return encoded + softBreak;
  // The last symbol stands in the column that the soft break needs.
  const at = encoded.length - (encoded.at(-3) === '=' ? 3 : 1);
  const last = encoded.slice(at);
  return encoded.slice(0, at) + softBreak + (last === '.' ? '=2E' : last) + softBreak;
}

/** A value that stands between encoded texts, at the beginning of a line. */
export function encodeValue(value: string): string {
  return closeLine(encodeQuotedPrintable(value));
}

/** The text as one of a byte for each character, which it may be anyway: half as much to keep, to copy and to collect. */
function oneByte(ascii: string): string {
  return isStringOneByteRepresentation(ascii) ? ascii : Buffer.from(ascii, 'latin1').toString('latin1');
}

function escapeLine(line: string): string {
  if (asciiLine.test(line)) return oneByte(line).replaceAll('=', '=3D');
  const bytes = Buffer.from(line).toString('latin1');
  return bytes.replace(special, byte => escaped[byte.charCodeAt(0)]!);
}

const asciiLine = /^(?!\.|From )[\t -~]*[!-~]$/;

/** What must be encoded where it stands: bytes that are not plain, a blank at the end, what mail servers alter at the beginning. */
const special = /[\x00-\x08\x0a-\x1f=\x7f-\xff]|[\t ]$|^\.|^F(?=rom )/g;

const escaped = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);

/** Breaks an encoded line softly, so that no piece is too long, none begins with a dot and no symbol is torn. */
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
