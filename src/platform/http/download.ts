import { encodeParameter, plainFileName } from '../mail/header.ts';

/**
 * Returns the value of Content-Disposition for a download with this name (RFC 6266 §4.3): a plain name for old programs, and the real one.
 */
export function asDownload(name: string): string {
  return `attachment; filename="${plainFileName(name)}"; filename*=UTF-8''${encodeParameter(name)}`;
}
