const longestWord = 75; // RFC 2047 §2
const prefix = '=?UTF-8?B?';
const suffix = '?=';

/**
 * An unstructured header field such as Subject, folded: its text as it is when that is plain ASCII, else in encoded words, none of which splits a character (RFC 2047 §5). It is one line whatever the text holds.
 */
export function encodeText(name: string, text: string): string {
  const line = oneLine(text);
  const isPlain =
    /^[ -~]*$/.test(line) && !line.includes('=?') && line.trim() === line && !/\S{60}/.test(line);
  return isPlain ? fold(name, line) : `${name}: ${encodeWords(line).join('\r\n ')}`;
}

/** A mailbox as it stands in From or To: `"Ada, Countess" <ada@example.org>` (RFC 5322 §3.4). */
export function encodeMailbox({ name, address }: { name: string; address: string }): string {
  const line = oneLine(name).trim();
  if (line === '') return `<${address}>`;
  // Encoded words for what needs none are taken for a sign of spam.
  if (/^[ -~]{1,200}$/.test(line))
    return fold('From', `"${line.replace(/["\\]/g, '\\$&')}" <${address}>`).slice('From: '.length);
  return `${encodeWords(line).join('\r\n ')}\r\n <${address}>`;
}

/** Text of any script as the value of an extended parameter, after `UTF-8''` (RFC 2231 §4, RFC 8187 §3.2). */
export function encodeParameter(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A file's name in plain ASCII, to stand between quotes: what programs read that know no extended parameters. */
export function plainFileName(name: string): string {
  return name.toWellFormed().replace(/[^ -~]|["\\%]/gu, '_');
}

/** RFC 5322 §3.3, in UTC. */
export function encodeDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}

/** What would begin a new header field, or hide one, becomes a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function encodeWords(text: string): string[] {
  const room = Math.floor((longestWord - prefix.length - suffix.length) / 4) * 3;
  const words: string[] = [];
  let bytes = 0;
  let word = '';
  for (const character of text.toWellFormed()) {
    const size = Buffer.byteLength(character);
    if (bytes + size > room) {
      words.push(word);
      word = '';
      bytes = 0;
    }
    word += character;
    bytes += size;
  }
  words.push(word);
  return words.map(part => prefix + Buffer.from(part, 'utf8').toString('base64') + suffix);
}

/** Folds before spaces, into lines of at most 78 as far as the words allow (RFC 5322 §2.2.3). */
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
