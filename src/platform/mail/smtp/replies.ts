import { sentence } from '../../sentences/sentence.ts';

/** The longest reply that is read. Real ones, such as EHLO answers and refusals with links, take a few hundred bytes. */
const longestReply = 32_768;
const longestText = 1000;
const newline = 10;
const hyphen = 45;

/** Receives each reply: its code, and the place of its lines in `bytes`, which are valid only during the call. */
type Listener = (code: number, bytes: Buffer, start: number, end: number) => void;

export type ReplyReader = {
  /** Reads received bytes and reports every reply that they complete. Throws ReplyError; then it can no longer be used. */
  read(chunk: Buffer): void;
  /** Whether it holds part of a reply. */
  holdsPart(): boolean;
};

/** The received data is not an SMTP reply, or never ends. */
export class ReplyError extends Error {}

/**
 * Splits the data from a relay into replies (RFC 5321 §4.2): one or more lines, with the code of the last. Lines may be longer than the
 * RFC's 512 octets and end in a bare LF; a reply may take 32 kB.
 */
export function openReplyReader(tell: Listener): ReplyReader {
  let rest: Buffer | undefined;
  return { read, holdsPart: () => rest !== undefined };

  function read(chunk: Buffer) {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    let start = 0; // of the reply
    for (let line = 0; ; ) {
      const end = bytes.indexOf(newline, line);
      if (end < 0) break;
      const code = codeAt(bytes, line, end);
      line = end + 1;
      if (line - start > longestReply) throw tooLong();
      if (code === undefined) continue;
      const begin = start;
      start = line;
      tell(code, bytes, begin, end);
    }
    if (start === bytes.length) return;
    if (bytes.length - start > longestReply) throw tooLong();
    rest = Buffer.from(bytes.subarray(start)); // a copy, because the chunk is not ours to keep
  }
}

/** Returns the code of a line that ends its reply; undefined if more lines follow. */
function codeAt(bytes: Buffer, line: number, end: number): number | undefined {
  const [a, b, c] = [bytes[line]! - 48, bytes[line + 1]! - 48, bytes[line + 2]! - 48];
  const isCode = end - line >= 3 && a >= 2 && a <= 5 && b >= 0 && b <= 9 && c >= 0 && c <= 9;
  const after = bytes[line + 3]!;
  if (!isCode || (after !== 32 && after !== hyphen && after !== 13 && after !== newline))
    throw new ReplyError(
      sentence('relays.no_reply', {
        words: printable(bytes.toString('utf8', line, Math.min(end, line + 100))),
      }),
    );
  return after === hyphen ? undefined : a * 100 + b * 10 + c;
}

function tooLong() {
  return new ReplyError(sentence('relays.long_reply', { kilobytes: longestReply / 1024 }));
}

/** Returns the reply as one line of at most 1000 characters, with printable text only and the codes once, at the beginning. */
export function replyText(bytes: Buffer, start: number, end: number): string {
  const raw = bytes.toString('utf8', start, Math.min(end, start + 4 * longestText));
  return printable(raw.includes('\n') ? joinLines(raw) : raw);
}

/** Returns the lines of the reply without their codes. */
export function replyLines(bytes: Buffer, start: number, end: number): string[] {
  return bytes
    .toString('utf8', start, end)
    .split('\n')
    .map(line => line.slice(4).trim());
}

/** Returns the enhanced status code of a reply (RFC 3463, RFC 2034), such as `5.1.1`; null if there is none. */
export function enhancedCode(reply: string): string | null {
  return /^\d{3} ([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(reply)?.[1] ?? null;
}

function joinLines(raw: string): string {
  const lines = raw.split('\n');
  const code = lines.at(-1)!.slice(0, 3);
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}(?= |$)/;
  const texts = lines.map(line => line.slice(4).trim());
  const first = texts.map(text => enhanced.exec(text)?.[0]).find(found => found !== undefined);
  const rest = texts.map(text => text.replace(enhanced, '').trim()).filter(text => text !== '');
  return [code, ...(first === undefined ? [] : [first]), ...rest].join(' ');
}

function printable(text: string): string {
  const clean = /[\0-\x1f\x7f]/.test(text) ? text.replace(/[\0-\x1f\x7f]+/g, ' ').trimEnd() : text;
  return clean.length > longestText ? clean.slice(0, longestText) : clean;
}
