import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whose link it is: what a token carries. */
export type LinkOwner = { subscriber_id: string; email_id: string };

const idBytes = 16;
const macBytes = 16;

/**
 * A token that names a recipient of an email and that nobody else can make (128 bits of HMAC-SHA-256). It never
 * expires: an unsubscribe link must work for as long as the mail is kept (RFC 8058 §3.1).
 */
export function signLink(secret: Buffer, { subscriber_id, email_id }: LinkOwner): string {
  const payload = Buffer.concat([bytesOf(subscriber_id), bytesOf(email_id)]);
  return Buffer.concat([payload, mac(secret, payload)]).toString('base64url');
}

/** The owner of a token that signLink made; null for anything else. */
export function readLink(secret: Buffer, token: string): LinkOwner | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString('base64url') !== token) return null;
  const payload = bytes.subarray(0, 2 * idBytes);
  if (!timingSafeEqual(mac(secret, payload), bytes.subarray(2 * idBytes))) return null;
  return { subscriber_id: uuidOf(payload.subarray(0, idBytes)), email_id: uuidOf(payload.subarray(idBytes)) };
}

export function unsubscribeAddress(base_url: string, secret: Buffer, owner: LinkOwner): string {
  return `${base_url}/unsubscribe/${signLink(secret, owner)}`;
}

function mac(secret: Buffer, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update('link').update(payload).digest().subarray(0, macBytes);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
