import { constants, gunzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { codeOf } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { charsetsOfLanguage, meantBy } from './charsets.ts';

/** Maximum size of a feed in bytes, compressed or not. */
const largestDocument = 10 * 1024 * 1024;

type Decoded = { text: string; repairs: string[] };

/**
 * Decodes the document. Uses the first charset that decodes it without a fault: byte order mark, HTTP charset, XML declaration (RFC 7303
 * §3), the zero bytes of UTF-16 and UTF-32, UTF-8, one that fits the language. Decompresses gzip. Returns a `fault` only for too many
 * bytes.
 */
export function decode(document: Uint8Array, contentType: string): Decoded | { fault: string } {
  const repairs: string[] = [];
  const bytes = inflate(document, repairs);
  if (bytes === null || bytes.length > largestDocument) return { fault: sentence('documents.over_10_mb') };
  const { charset, width } = signatureOf(bytes);
  if (charset !== undefined) {
    const marked = textIn(charset, bytes);
    const text = marked ?? textIn(charset, bytes, false) ?? '';
    return { text: wellFormed(text), repairs };
  }
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const told = [httpCharset(contentType), declaredCharset(head)]
    .filter(name => name !== undefined)
    .map(meantBy)
    // A document that begins with ASCII bytes has none of these charsets, whatever it declares.
    .filter(name => width === 1 && !/^(utf-?16|utf-?32|ucs-?[24])/.test(name));
  return { text: wellFormed(firstThatDecodes(bytes, told, head, repairs)), repairs };
}

function firstThatDecodes(bytes: Uint8Array, told: string[], head: string, repairs: string[]): string {
  const utf8 = textIn('utf-8', bytes);
  const isAscii = utf8 !== undefined && utf8.length === bytes.length;
  if (isAscii && !told.some(name => name.startsWith('iso-2022'))) return utf8;
  for (const name of told) {
    if (name === 'utf-8' && utf8 !== undefined) return utf8;
    // Text in another charset is hardly ever valid UTF-8, except for very short East Asian text.
    if (utf8 !== undefined && (isOneByte(name) || foreignLetters(utf8) > 7)) break;
    const text = textIn(name, bytes);
    if (text !== undefined) return text;
  }
  if (told.length > 0) repairs.push(sentence('documents.other_charset', { charset: told[0] }));
  if (utf8 !== undefined) return utf8;
  const lenient = new TextDecoder().decode(bytes);
  if (isMostlySound(lenient)) {
    repairs.push(sentence('documents.not_utf8'));
    return mixed(bytes);
  }
  if (told.length === 0) repairs.push(sentence('documents.no_charset'));
  for (const name of charsetsOfLanguage(/<language>\s*([a-z]{2}(?:-[a-z]{2})?)/i.exec(head)?.[1] ?? '')) {
    const text = textIn(name, bytes);
    if (text !== undefined) return text;
  }
  // A declared multi-byte charset with a few broken characters is still better than reading every byte as a Latin
  // letter.
  const broken = told.map(name => textIn(name, bytes, false)).find(text => text && isMostlySound(text));
  return broken ?? textIn('windows-1252', bytes) ?? lenient;
}

/** Decompresses gzip. Returns null for a decompression bomb. A stream that was cut off gives the bytes that arrived. */
function inflate(bytes: Uint8Array, repairs: string[]): Uint8Array | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    const plain = gunzipSync(bytes, {
      maxOutputLength: largestDocument,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    repairs.push(sentence('documents.gzip_undeclared'));
    return plain;
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? null : bytes;
  }
}

/** Returns what the first bytes reveal (XML 1.0 appendix F); `width` is the bytes per ASCII character. */
function signatureOf(bytes: Uint8Array): { charset?: string; width: number } {
  const [a = -1, b = -1, c = -1, d = -1] = bytes;
  const is = (...wanted: number[]) => wanted.every((byte, at) => [a, b, c, d][at] === byte);
  if (is(0xff, 0xfe, 0, 0) || (a > 0 && is(a, 0, 0, 0))) return { charset: 'utf-32le', width: 4 };
  if (is(0, 0, 0xfe, 0xff) || (d > 0 && is(0, 0, 0, d))) return { charset: 'utf-32be', width: 4 };
  if (is(0xff, 0xfe) || (a > 0 && c > 0 && is(a, 0, c, 0))) return { charset: 'utf-16le', width: 2 };
  if (is(0xfe, 0xff) || (b > 0 && d > 0 && is(0, b, 0, d))) return { charset: 'utf-16be', width: 2 };
  return is(0xef, 0xbb, 0xbf) && textIn('utf-8', bytes) !== undefined
    ? { charset: 'utf-8', width: 1 }
    : { width: 1 };
}

function httpCharset(contentType: string): string | undefined {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase();
}

function declaredCharset(head: string): string | undefined {
  const declaration = /<\?xml\s([^>]{0,300})/i.exec(head)?.[1] ?? '';
  return /encoding\s?=\s?["']?([\w.:-]+)/i.exec(declaration)?.[1]?.toLowerCase();
}

/** Decodes the bytes. Returns undefined if the charset is unknown or, unless faults are allowed, does not fit. */
function textIn(charset: string, bytes: Uint8Array, fatal = true): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) return undefined;
  }
  // These names are not charsets or, in the case of UTF-7, could hide markup.
  if (/^(?:base64|hex|binary|internal|utf-?7)/.test(charset) || !iconv.encodingExists(charset))
    return undefined;
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), charset);
  return fatal && text.includes('\ufffd') ? undefined : text;
}

function isOneByte(charset: string): boolean {
  return /^(windows-(?:125|874)|iso-?8859-|latin|koi8|mac|x-mac|ibm|cp\d|us-ascii)/.test(charset);
}

/**
 * Decodes UTF-8 mixed with bytes of Windows-1252, as old databases produce it. Parsing the document later turns those bytes into letters.
 */
function mixed(bytes: Uint8Array): string {
  const letters = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.replace(letters, letter => Buffer.from(letter, 'latin1').toString('utf8'));
}

function isMostlySound(text: string): boolean {
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  return foreignLetters(text) > broken;
}

function foreignLetters(text: string): number {
  return text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
}

function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
