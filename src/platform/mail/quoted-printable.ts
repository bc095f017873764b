/** RFC 2045 §6.7: at most 76 characters a line, the soft break's `=` included. */
const longestLine = 76;

const softBreak = '=\r\n';
/** Nothing in it needs to be encoded where it stands. */
const plainLine = /^(?!\.|From )[\t -<>-~]*[!-<>-~]$/;

/**
 * Text as quoted-printable of its UTF-8 form, lines ending in CRLF (RFC 2045 §6.7). It may stand after anything that
 * ends a line, and whatever follows must begin with a line of its own or come after `closeLine`. A dot or `From ` that
 * begins a line is encoded, so that no mail server on the way touches it.
 */
export function encodeQuotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
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
  return closeLine(plainLine.test(value) ? breakLine(value) : encodeQuotedPrintable(value));
}

function encodeLine(line: string): string {
  return plainLine.test(line) ? breakLine(line) : encodeBytes(line);
}

/** Most lines only have to be broken. */
function breakLine(line: string): string {
  let broken = '';
  let at = 0;
  for (let room = longestLine; line.length - at > room; ) {
    const end = at + room - 1;
    broken += line.slice(at, end) + softBreak;
    const isDot = line[end] === '.';
    if (isDot) broken += '=2E';
    at = isDot ? end + 1 : end;
    room = isDot ? longestLine - 3 : longestLine;
  }
  return broken + line.slice(at);
}

function encodeBytes(line: string): string {
  const bytes = Buffer.from(line, 'utf8');
  let encoded = '';
  let column = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    const last = at === bytes.length - 1;
    const symbol = mustEncode(byte, { last, starts: column === 0, line, at })
      ? escaped[byte]!
      : String.fromCharCode(byte);
    // The last symbol of a line may use the column that a soft break would need.
    if (column + symbol.length > (last ? longestLine : longestLine - 1)) {
      encoded += softBreak;
      column = 0;
      if (symbol === '.') {
        encoded += '=2E';
        column = 3;
        continue;
      }
    }
    encoded += symbol;
    column += symbol.length;
  }
  return encoded;
}

function mustEncode(
  byte: number,
  { last, starts, line, at }: { last: boolean; starts: boolean; line: string; at: number },
): boolean {
  if (byte === 0x20 || byte === 0x09) return last;
  if (starts && (byte === 0x2e || (at === 0 && line.startsWith('From ')))) return true;
  return byte < 0x21 || byte > 0x7e || byte === 0x3d;
}

const escaped = Array.from(
  { length: 256 },
  (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
);
