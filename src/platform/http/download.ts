import { encodeParameter, plainFileName } from '../mail/header.ts';

/** The value of Content-Disposition for a download of this name (RFC 6266 §4.3): a plain one for old programs, and the real one. */
export function asDownload(name: string): string {
  return `attachment; filename="${plainFileName(name)}"; filename*=UTF-8''${encodeParameter(name)}`;
}
