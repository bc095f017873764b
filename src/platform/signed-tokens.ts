import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What a token is good for: one that was signed for one purpose is worth nothing for another. None may begin with another's name. */
type Purpose =
  | 'link'
  | 'confirm'
  | 'bounce'
  | 'unsubscribe'
  | 'stamp'
  | 'target'
  | 'manage'
  | 'reader link'
  | 'session'
  | 'address';

const macBytes = 16;

/** The payload with a mark that nobody else can make (128 bits of HMAC-SHA-256), in characters that need no escaping in an address. */
export function signToken(secret: Buffer, purpose: Purpose, payload: Buffer): string {
  return Buffer.concat([payload, mac(secret, purpose, payload)]).toString('base64url');
}

/** The payload, `bytes` long, of a token that signToken made for this purpose; null for anything else. */
export function readToken(secret: Buffer, purpose: Purpose, token: string, bytes: number): Buffer | null {
  const signed = Buffer.from(token, 'base64url');
  if (signed.length !== bytes + macBytes || signed.toString('base64url') !== token) return null;
  const payload = signed.subarray(0, bytes);
  return timingSafeEqual(mac(secret, purpose, payload), signed.subarray(bytes)) ? payload : null;
}

/** The 16 bytes of an id. */
export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What only the holder of the secret can make of this payload for this purpose: 16 bytes, of which 8 are enough (64 bits). */
export function mac(secret: Buffer, purpose: Purpose, payload: Buffer): Buffer {
  return createHmac('sha256', keyOf(secret)).update(purpose).update(payload).digest().subarray(0, macBytes);
}

// A secret as bytes costs six times as much, since each use makes a key of it anew.
const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(secret: Buffer): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret);
  keys.set(secret, key);
  return key;
}
