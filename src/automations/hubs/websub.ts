import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a subscription is requested for, and its maximum; then it is renewed. */
export const leaseSeconds = 10 * 24 * 3600;
const longestLease = 30 * 24 * 3600;
const shortestLease = 60;

/** Reads the seconds that a hub has granted, within bounds; if the hub does not name any, the ones we requested. */
export function readLease(text: string | null): number {
  const seconds = /^\d{1,12}$/.test(text ?? '') ? Number(text) : leaseSeconds;
  return Math.min(Math.max(seconds, shortestLease), longestLease);
}

/** Whether `X-Hub-Signature` matches this body and the secret (WebSub §7.1). */
export function isSigned(header: unknown, body: Buffer, secret: string): boolean {
  const [, method, digest = ''] =
    /^(sha1|sha256|sha384|sha512)=([0-9a-f]+)$/i.exec(String(header).trim()) ?? [];
  if (method === undefined) return false;
  const right = createHmac(method.toLowerCase(), secret).update(body).digest();
  const given = Buffer.from(digest, 'hex');
  return given.length === right.length && timingSafeEqual(given, right);
}
