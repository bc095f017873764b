import { isMac, mac, readToken, type Secret, signToken } from '../platform/secrets/signed-tokens.ts';

/** The reader and the email of a tracked address. */
export type StampOwner = { email_key: number; subscriber_key: number };

const keyBytes = 7; // enough for every integer that JavaScript represents exactly
const stampLength = 40;
const numberBytes = 2;
const targetMacBytes = 10;
const targetLength = 16;

/**
 * Returns the stamp: the part of a tracked address that names a reader and an email, 40 characters that nobody else can create. All tracked
 * links of a copy and its pixel share one stamp, so a copy costs one HMAC.
 */
export function signStamp(secret: Secret, { email_key, subscriber_key }: StampOwner): string {
  const payload = Buffer.allocUnsafe(2 * keyBytes);
  writeKey(payload, email_key, 0);
  writeKey(payload, subscriber_key, keyBytes);
  return signToken(secret, 'stamp', payload);
}

/** Returns the reader and email of this stamp; null if it is not ours. */
export function readStamp(secret: Secret, stamp: string): StampOwner | null {
  const payload = readToken(secret, 'stamp', stamp, 2 * keyBytes);
  return payload && { email_key: readKey(payload, 0), subscriber_key: readKey(payload, keyBytes) };
}

/**
 * Returns the part of a tracked link that names its target: the number of the link, and 80 bits of HMAC-SHA-256 over that number, the email
 * and the address itself. It is the same for all readers.
 */
export function signTarget(secret: Secret, email_key: number, number: number, url: string): string {
  const target = Buffer.allocUnsafe(numberBytes + targetMacBytes);
  target.writeUInt16BE(number);
  mac(secret, 'target', targetBytes(email_key, number, url)).copy(target, numberBytes, 0, targetMacBytes);
  return target.toString('base64url');
}

/** Returns the parts of a click's token, with the target not yet checked; null if the stamp is not ours. */
export function readClick(
  secret: Secret,
  token: string,
): { owner: StampOwner; number: number; seal: Buffer } | null {
  const owner = readStamp(secret, token.slice(0, stampLength));
  const target = Buffer.from(token.slice(stampLength), 'base64url');
  if (!owner || token.length !== stampLength + targetLength) return null;
  if (target.toString('base64url') !== token.slice(stampLength)) return null;
  return { owner, number: target.readUInt16BE(), seal: target.subarray(numberBytes) };
}

/** Whether a click's seal matches this address under this number in this email. */
export function isSealed(
  secret: Secret,
  { email_key, number, url }: { email_key: number; number: number; url: string },
  seal: Buffer,
): boolean {
  return isMac(secret, 'target', targetBytes(email_key, number, url), seal);
}

function targetBytes(email_key: number, number: number, url: string): Buffer {
  return Buffer.from(`${email_key} ${number} ${url}`);
}

// Buffer writes at most six bytes of a number at once.
function writeKey(payload: Buffer, key: number, at: number): void {
  payload[at] = Math.floor(key / 2 ** 48);
  payload.writeUIntBE(key % 2 ** 48, at + 1, 6);
}

function readKey(payload: Buffer, at: number): number {
  return payload[at]! * 2 ** 48 + payload.readUIntBE(at + 1, 6);
}
