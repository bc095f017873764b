const longestLine = 76; // of a header field with encoded words (RFC 2047 §2)
const prefix = '=?UTF-8?B?';
const suffix = '?=';

/**
 * Encodes an unstructured header field such as Subject, folded: plain ASCII text stays the same, anything else becomes encoded words, none
 * of which splits a character (RFC 2047 §5). Control characters and line ends become spaces.
 */
export function encodeText(name: string, text: string): string {
  const line = oneLine(text);
  const isPlain =
    /^[ -~]*$/.test(line) && !line.includes('=?') && line.trim() === line && !/\S{60}/.test(line);
  return isPlain ? fold(name, line) : `${name}: ${encodeWords(name, line)}`;
}

/** Encodes an address field such as From with one mailbox: `From: "Ada, Countess" <ada@example.org>` (RFC 5322 §3.4). */
export function encodeMailbox(field: string, { name, address }: { name: string; address: string }): string {
  const line = oneLine(name).trim();
  if (line === '') return `${field}: <${address}>`;
  // Spam filters distrust unnecessary encoded words.
  if (/^[ -~]{1,200}$/.test(line)) return fold(field, `"${line.replace(/["\\]/g, '\\$&')}" <${address}>`);
  return `${field}: ${encodeWords(field, line)}\r\n <${address}>`;
}

/** Encodes text in any script as the value of an extended parameter, after `UTF-8''` (RFC 2231 §4, RFC 8187 §3.2). */
export function encodeParameter(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns a file name in plain ASCII, to stand between quotes, for programs that do not know extended parameters. */
export function plainFileName(name: string): string {
  return name.toWellFormed().replace(/[^ -~]|["\\%]/gu, '_');
}

/** Writes a date in UTC (RFC 5322 §3.3). */
export function encodeDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1000);
  if (second !== latest.second) latest = { second, text: date.toUTCString().replace('GMT', '+0000') };
  return latest.text;
}

/** The latest date, kept because thousands of copies have the same one. */
let latest = { second: Number.NaN, text: '' };

/** Replaces characters that could begin a new header field, or hide one, with spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Returns the text as encoded words, one per line. The first shares its line with the field's name, the others begin with a space. */
function encodeWords(field: string, text: string): string {
  const room = (taken: number) => Math.floor((longestLine - taken - prefix.length - suffix.length) / 4) * 3;
  const words: string[] = [];
  let left = room(`${field}: `.length);
  let word = '';
  for (const character of text.toWellFormed()) {
    const size = Buffer.byteLength(character);
    if (size > left) {
      words.push(word);
      word = '';
      left = room(1);
    }
    word += character;
    left -= size;
  }
  words.push(word);
  return words.map(part => prefix + Buffer.from(part).toString('base64') + suffix).join('\r\n ');
}

/** Folds before spaces, into lines of at most 78 characters as far as the words allow (RFC 5322 §2.2.3). */
function fold(name: string, line: string): string {
  let folded = `${name}:`;
  let column = folded.length;
  for (const word of ` ${line}`.match(/ +[^ ]+/g) ?? []) {
    const breaks = column + word.length > 78 && column > name.length + 1;
    folded += breaks ? `\r\n${word}` : word;
    column = breaks ? word.length : column + word.length;
  }
  return folded;
}
