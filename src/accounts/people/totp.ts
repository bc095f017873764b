import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets/same-secret.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMilliseconds = 30_000;

/** Returns a secret of 160 bits for an authenticator app, in base32 (RFC 4226 §4, RFC 4648 §6). */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, account: string): string {
  const label = `Postrider:${account}`;
  return `otpauth://totp/${encodeURIComponent(label)}?${new URLSearchParams({ secret, issuer: 'Postrider' })}`;
}

/**
 * Finds the time step of this code: the current one, the previous or the next (RFC 6238 §5.2), and later than `used`, so that no code works
 * twice. Undefined for any other code.
 */
export function findTotpStep(secret: string, code: string, now: Date, used: number): number | undefined {
  const present = Math.floor(now.getTime() / stepMilliseconds);
  return [present - 1, present, present + 1].find(
    step => step > used && isSameSecret(code.replaceAll(' ', ''), totpCode(secret, step)),
  );
}

/** Returns the six-digit code of a time step (RFC 6238, RFC 4226 §5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map(five => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
}
