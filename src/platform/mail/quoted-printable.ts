/** RFC 2045 §6.7: at most 76 characters per line, including the soft break's `=`. */
const longestLine = 76;

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const dot = 46;
const equals = 61;
const del = 127;

/**
 * Encodes text as quoted-printable UTF-8, with CRLF line ends (RFC 2045 §6.7). It may follow anything that ends a line; whatever comes
 * after must begin on a new line. A dot or `From ` at the beginning of a line is encoded, so that no mail server on the way alters it.
 * The result takes one byte per character in memory, in one stretch.
 */
export function encodeQuotedPrintable(text: string): string {
  const paper = paperFor(text.length);
  return paper.out.toString('latin1', 0, encodeLines(text, paper));
}

/** Encodes text like `encodeQuotedPrintable` and ends it with a soft break, so that more of the same line may follow. */
export function encodeOpenEnd(text: string): string {
  const paper = paperFor(text.length);
  return paper.out.toString('latin1', 0, closeLine(paper.out, encodeLines(text, paper)));
}

/** Space for the bytes of a text, for a line whose bytes are encoded but which has no soft breaks yet, and for all that is finished. */
type Paper = { text: Buffer; line: Buffer; out: Buffer };

/** The longest text whose paper is kept, in characters: what is personal in a copy is nearly always shorter. */
const longestKept = 32_768;

/** The paper that is used again, and how many characters it is for. */
let kept = { length: 1024, paper: makePaper(1024) };

/** Returns paper for a text of this length. Paper is costly to make, so it grows with the texts of a copy and is kept. */
function paperFor(length: number): Paper {
  if (length <= kept.length) return kept.paper;
  if (length > longestKept) return makePaper(length);
  const enough = 2 ** Math.ceil(Math.log2(length));
  kept = { length: enough, paper: makePaper(enough) };
  return kept.paper;
}

/** Makes space for this many characters: each takes up to 3 bytes, and these 9, with soft breaks 10. */
function makePaper(length: number): Paper {
  const [text, line, out] = [3 * length, 9 * length, 10 * length + longestLine];
  return {
    text: Buffer.allocUnsafeSlow(text),
    line: Buffer.allocUnsafeSlow(line),
    out: Buffer.allocUnsafeSlow(out),
  };
}

/** Writes the encoded text and returns its length. In half a pair's place, `write` puts U+FFFD. */
function encodeLines(characters: string, { text, line, out }: Paper): number {
  const size = text.write(characters);
  let end = 0;
  let length = 0;
  for (let at = 0; ; at += 1) {
    const byte = at < size ? text[at]! : lineFeed;
    if (byte > equals ? byte < del : byte >= space ? byte < equals : byte === tab) line[length++] = byte;
    else if (byte !== lineFeed && byte !== carriageReturn) length = escapeByte(byte, line, length);
    else {
      end = breakLine(line, guardEnds(line, length), out, end);
      if (at >= size) return end;
      out[end++] = carriageReturn;
      out[end++] = lineFeed;
      if (byte === carriageReturn && text[at + 1] === lineFeed && at + 1 < size) at += 1;
      length = 0;
    }
  }
}

/** Encodes characters at the ends of a line that mail servers alter: a dot or `From ` at its beginning, a blank at its end. */
function guardEnds(line: Buffer, length: number): number {
  if (length === 0) return 0;
  const [first, last] = [line[0]!, line[length - 1]!];
  const isGuarded = first === dot || isFrom(line, length);
  const end = last === space || last === tab ? escapeByte(last, line, length - 1) : length;
  if (!isGuarded) return end;
  line.copyWithin(3, 1, end);
  escapeByte(first, line, 0);
  return end + 2;
}

const from = Buffer.from('From ');

function isFrom(line: Buffer, length: number): boolean {
  return length >= from.length && line[0] === from[0] && from.equals(line.subarray(0, from.length));
}

const digits = Buffer.from('0123456789ABCDEF');

function escapeByte(byte: number, line: Buffer, at: number): number {
  line[at] = equals;
  line[at + 1] = digits[byte >> 4]!;
  line[at + 2] = digits[byte & 15]!;
  return at + 3;
}

/** Breaks an encoded line softly, so that no piece is too long, begins with a dot, or splits a symbol. Returns where it ends. */
function breakLine(line: Buffer, length: number, out: Buffer, start: number): number {
  let end = start;
  let at = 0;
  for (let room = longestLine; length - at > room; ) {
    let stop = at + room - 1;
    if (line[stop - 1] === equals) stop -= 1;
    else if (line[stop - 2] === equals) stop -= 2;
    while (at < stop) out[end++] = line[at++]!;
    end = breakSoftly(out, end);
    room = longestLine;
    if (line[at] !== dot) continue;
    end = escapeByte(dot, out, end);
    at += 1;
    room -= 3;
  }
  while (at < length) out[end++] = line[at++]!;
  return end;
}

/** Ends encoded text with a soft break, unless it is empty or ends a line. Returns where it ends. */
function closeLine(out: Buffer, end: number): number {
  if (end === 0 || out[end - 1] === lineFeed) return end;
  if (end - (out.lastIndexOf(lineFeed, end - 1) + 1) < longestLine) return breakSoftly(out, end);
  // The last symbol is in the column that the soft break needs.
  const at = end - (out[end - 3] === equals ? 3 : 1);
  const last = out.toString('latin1', at, end);
  const moved = breakSoftly(out, at);
  return breakSoftly(out, moved + out.write(last === '.' ? '=2E' : last, moved));
}

function breakSoftly(out: Buffer, end: number): number {
  out[end] = equals;
  out[end + 1] = carriageReturn;
  out[end + 2] = lineFeed;
  return end + 3;
}
