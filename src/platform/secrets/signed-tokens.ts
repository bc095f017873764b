import { hash, timingSafeEqual } from 'node:crypto';

/** The purpose of a token: a token signed for one purpose is not valid for another. No name may begin with another name. */
type Purpose =
  | 'link'
  | 'confirm'
  | 'bounce'
  | 'unsubscribe'
  | 'reply'
  | 'stamp'
  | 'message id'
  | 'target'
  | 'manage'
  | 'reader link'
  | 'comments'
  | 'session'
  | 'address'
  | 'gift'
  | 'feed'
  | 'ping'
  | 'websub'
  | 'hub secret'
  | 'inbox'
  | 'person link'
  | 'passkey'
  | 'sign-on'
  | 'state of sign-on'
  | 'nonce of sign-on'
  | 'domain'
  | 'form shown';

/** The values of the secret that signs links, newest first: the newest signs, and all of them verify. */
export type Secret = readonly [Buffer, ...Buffer[]];

const macBytes = 16;

/** The shortest MAC that is accepted: fewer than 80 bits prove nothing. */
const leastMacBytes = 10;

/** Returns the payload with a signature (128 bits of HMAC-SHA-256), in characters that need no escaping in an address. */
export function signToken(secret: Secret, purpose: Purpose, payload: Buffer): string {
  return Buffer.concat([payload, mac(secret, purpose, payload)]).toString('base64url');
}

/** Returns the payload, `bytes` long, of a token that signToken made for this purpose; null for anything else. */
export function readToken(secret: Secret, purpose: Purpose, token: string, bytes: number): Buffer | null {
  const signed = Buffer.from(token, 'base64url');
  if (signed.length !== bytes + macBytes || signed.toString('base64url') !== token) return null;
  const payload = signed.subarray(0, bytes);
  return isMac(secret, purpose, payload, signed.subarray(bytes)) ? payload : null;
}

/** The bytes of an id in a token. */
export const idBytes = 16;

let latest = { id: '', bytes: Buffer.alloc(0) };
let former = latest;

/**
 * Returns the 16 bytes of an id, which must not be changed. The bytes of the last two ids are kept, because all links of a copy name the
 * same reader and email.
 */
export function bytesOfId(id: string): Buffer {
  if (id === latest.id) return latest.bytes;
  const known = id === former.id ? former : { id, bytes: Buffer.from(id.replaceAll('-', ''), 'hex') };
  [latest, former] = [known, latest];
  return known.bytes;
}

export function idOfBytes(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns a token that names the thing with this id. */
export function signId(secret: Secret, purpose: Purpose, id: string): string {
  return signToken(secret, purpose, bytesOfId(id));
}

/** Returns the id in a token that signId made for this purpose; null for anything else. */
export function readId(secret: Secret, purpose: Purpose, token: string): string | null {
  const payload = readToken(secret, purpose, token, idBytes);
  return payload && idOfBytes(payload);
}

/** Returns a 16-byte MAC of this payload for this purpose. Its first 10 bytes (80 bits) are enough. */
export function mac([newest]: Secret, purpose: Purpose, payload: Buffer): Buffer {
  return macUnder(newest, purpose, payload);
}

/** Returns the MAC under each value of the secret, newest first. */
export function macs(secret: Secret, purpose: Purpose, payload: Buffer): Buffer[] {
  return secret.map(value => macUnder(value, purpose, payload));
}

/** Whether `given` is the MAC of this payload under any value of the secret, or at least its first 10 bytes. */
export function isMac(secret: Secret, purpose: Purpose, payload: Buffer, given: Buffer): boolean {
  if (given.length < leastMacBytes || given.length > macBytes) return false;
  return macs(secret, purpose, payload).some(right =>
    timingSafeEqual(right.subarray(0, given.length), given),
  );
}

function macUnder(value: Buffer, purpose: Purpose, payload: Buffer): Buffer {
  return hmac(value, payload, purpose).subarray(0, macBytes);
}

const blockBytes = 64;
/** The longest message for which nothing is allocated. */
const usualBytes = 192;

/**
 * Computes HMAC-SHA-256 (RFC 2104) as two one-shot hashes. node:crypto's Hmac takes three times as long and leaves an object to collect,
 * which costs a tenth of a copy of an email. `before` is ASCII text that precedes the message.
 */
export function hmac(secret: Buffer, message: Buffer, before = ''): Buffer {
  const { inner, outer } = padsOf(secret);
  const start = blockBytes + before.length;
  const end = start + message.length;
  const hashed = end <= inner.length ? inner : Buffer.concat([inner.subarray(0, blockBytes)], end);
  hashed.write(before, blockBytes, 'latin1');
  hashed.set(message, start);
  outer.write(hash('sha256', hashed.subarray(0, end), 'binary'), blockBytes, 'binary');
  return Buffer.from(hash('sha256', outer, 'binary'), 'binary'); // twice as fast as asking for a Buffer
}

type Pads = { inner: Buffer; outer: Buffer };
const pads = new WeakMap<Buffer, Pads>();

function padsOf(secret: Buffer): Pads {
  const kept = pads.get(secret);
  if (kept) return kept;
  const key = secret.length > blockBytes ? Buffer.from(hash('sha256', secret, 'hex'), 'hex') : secret;
  const pad = (filling: number, bytes: number) => {
    const padded = Buffer.alloc(bytes, filling);
    for (const [at, byte] of key.entries()) padded[at] = byte ^ filling;
    return padded;
  };
  const made = { inner: pad(0x36, blockBytes + usualBytes), outer: pad(0x5c, blockBytes + 32) };
  pads.set(secret, made);
  return made;
}
