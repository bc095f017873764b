import { encode } from 'uqr';

/** Returns the modules of the QR code for this text, by row; true means dark. Throws RangeError if the text is longer than 666 bytes. */
export function encodeQr(text: string): boolean[][] {
  return encode([...new TextEncoder().encode(text)], { ecc: 'M', maxVersion: 20, border: 0 }).data;
}
