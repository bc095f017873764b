import { decodeBytes } from './charsets.ts';

/** Header fields by lower-case name, unfolded, as byte strings (one character per byte). */
export type Headers = ReadonlyMap<string, readonly string[]>;

const longestBlock = 256 * 1024;
const mostFields = 1000;
const longestValue = 16 * 1024;

/**
 * Returns the fields of a block, in order. A line that begins no field continues the previous one, indented or not, because many hosts copy
 * a multi-line reply into Diagnostic-Code. Reads at most 256 KiB and 1000 fields.
 */
export function parseFields(block: string): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const line of block.slice(0, longestBlock).split('\n')) {
    const [, name, value] = /^([!-9;-~]{1,100})[ \t]{0,20}:(.*)$/s.exec(line) ?? [];
    const last = fields.at(-1);
    if (name !== undefined && value !== undefined) {
      if (fields.length === mostFields) break;
      fields.push([name.toLowerCase(), value.trim().slice(0, longestValue)]);
    } else if (last && !line.startsWith('>From ') && last[1].length < longestValue) {
      last[1] = `${last[1]} ${line.trim()}`.trim();
    }
  }
  return fields;
}

export function toHeaders(fields: [name: string, value: string][]): Headers {
  const headers = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  return headers;
}

export function firstHeader(headers: Headers, name: string): string {
  return headers.get(name)?.[0] ?? '';
}

/** Returns the first field of this name as readable text, with encoded words (RFC 2047) and raw UTF-8 (RFC 6532) decoded. */
export function readHeader(headers: Headers, name: string): string {
  return decodeWords(firstHeader(headers, name));
}

export function decodeWords(value: string): string {
  const joined = value.replace(/\?=[ \t]{1,100}=\?/g, '?==?');
  let text = '';
  let end = 0;
  for (const word of joined.matchAll(/=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?]{0,2000})\?=/gi)) {
    const [whole, charset = '', encoding = '', content = ''] = word;
    const bytes =
      encoding.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64')
        : Buffer.from(unescapeBytes(content.replaceAll('_', ' ')), 'latin1');
    text += decodeBytes(Buffer.from(joined.slice(end, word.index), 'latin1')) + decodeBytes(bytes, charset);
    end = word.index + whole.length;
  }
  return text + decodeBytes(Buffer.from(joined.slice(end), 'latin1'));
}

/** Returns the parameters of a Content-Type or similar field, by lower-case name (RFC 2045 §5.1); continuations are not joined. */
export function parseParameters(value: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const parameter =
    /;\s{0,100}([\w*-]{1,60})\s{0,20}=\s{0,20}(?:"((?:[^"\\]|\\.){0,1000})"?|([^\s;"]{1,1000}))/g;
  for (const [, name = '', quoted, plain] of value.matchAll(parameter)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
  }
  return parameters;
}

/** Decodes `=3D` and similar to bytes (RFC 2045 §6.7); anything else stays. */
export function unescapeBytes(text: string): string {
  return text.replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
