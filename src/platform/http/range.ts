import { domainError } from '../errors.ts';

/** The bytes from `start` up to, but not including, `end`. */
export type ByteRange = { start: number; end: number };

/**
 * Returns the part of `size` bytes that a `Range` header asks for (RFC 9110 §14.2). Undefined means the whole: there is no header, it has
 * units or lists of ranges that need not be understood, or `If-Range` names a version other than `etag`. Throws `range_invalid` for a part
 * beyond the end.
 */
export function readRange(
  headers: { range?: string | undefined; 'if-range'?: string | string[] | undefined },
  size: number,
  etag: string,
): ByteRange | undefined {
  const condition = headers['if-range'];
  if (condition !== undefined && condition !== etag) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (start < end) return { start, end };
  throw domainError('range_invalid', 'requests.range_beyond', { size });
}
