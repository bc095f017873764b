import { createHmac, timingSafeEqual } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** How long a subscription is requested for, and its maximum; then it is renewed. */
export const leaseSeconds = 10 * 24 * 3600;
const longestLease = 30 * 24 * 3600;
const shortestLease = 60;

/** Whether one of our addresses can be reached from outside: https, and not a name of this machine or its network. */
export function isPublicAddress(base_url: string): boolean {
  const { protocol, hostname } = new URL(base_url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return false;
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa|test)$/.test(host);
}

/** The seconds that a hub has granted; if it does not say, those we requested. */
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
