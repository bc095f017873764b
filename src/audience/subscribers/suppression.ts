import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { hmac, type Secret } from '../../platform/secrets/signed-tokens.ts';

type Owner = Pick<Newsletter, 'id' | 'suppression_keys'>;

/**
 * Returns the hashes of a deleted person's address that are kept: enough to recognise it, useless without a key of the newsletter. There is
 * one hash under each key, and one under each value of the secret, as earlier versions made them; a new suppression uses the first.
 */
export function hashAddress(
  secret: Secret,
  newsletter: Owner,
  normal_address: string,
): [Buffer, ...Buffer[]] {
  return openHashes(secret, newsletter)(normal_address);
}

/** Like hashAddress, for many addresses. */
export function openHashes(
  secret: Secret,
  newsletter: Owner,
): (normal_address: string) => [Buffer, ...Buffer[]] {
  const [first, ...others] = suppressionKeys(secret, newsletter);
  const under = (key: Buffer, text: string) => hmac(key, Buffer.from(text));
  return normal_address => [
    under(first, normal_address),
    ...others.map(key => under(key, normal_address)),
    ...secret.map(value => under(value, `suppression ${newsletter.id} ${normal_address}`)),
  ];
}

/**
 * Returns the keys with which a newsletter hashes addresses: those that were imported with it, or else its own, one for each value of the
 * secret. They reveal nothing about the secret, so they may move with the newsletter.
 */
export function suppressionKeys(secret: Secret, { id, suppression_keys }: Owner): [Buffer, ...Buffer[]] {
  const [first, ...others] = suppression_keys.flatMap(sealed => openKey(secret, id, sealed) ?? []);
  if (first) return [first, ...others];
  const [newest, ...former] = secret;
  const own = (value: Buffer) => derive(value, 'suppression key', id);
  return [own(newest), ...former.map(own)];
}

const ivBytes = 12;
const keyBytes = 32;

/** Encrypts imported keys for storage (AES-256-GCM), so that a copy of the database cannot test addresses. */
export function sealKeys(secret: Secret, newsletter_id: string, keys: Buffer[]): Buffer[] {
  return keys.map(key => {
    const iv = createHash('sha256').update(key).digest().subarray(0, ivBytes); // unique, since it is derived from the key
    const cipher = createCipheriv('aes-256-gcm', derive(secret[0], 'suppression seal', newsletter_id), iv);
    return Buffer.concat([iv, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  });
}

function openKey(secret: Secret, newsletter_id: string, sealed: Buffer): Buffer | undefined {
  for (const value of secret) {
    const key = derive(value, 'suppression seal', newsletter_id);
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes));
    decipher.setAuthTag(sealed.subarray(ivBytes + keyBytes));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes, ivBytes + keyBytes)), decipher.final()]);
    } catch {} // encrypted under another value
  }
  return undefined;
}

function derive(value: Buffer, purpose: string, newsletter_id: string): Buffer {
  return hmac(value, Buffer.from(`${purpose} ${newsletter_id}`));
}
