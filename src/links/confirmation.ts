import { readToken, type Secret, signToken } from '../platform/secrets/signed-tokens.ts';
import { type Owner, ownerBytes, ownerOf, writeOwner } from './owner.ts';

/** Returns the address of the confirmation page. It never expires, but is valid only for the subscriber's current address. */
export function confirmAddress(
  base_url: string,
  secret: Secret,
  asked: { id: string; normal_address: string },
): string {
  return `${base_url}/confirm/${signToken(secret, 'confirm', writeOwner(secret, asked))}`;
}

/** Returns the person who was asked to confirm with this token; null for anything else. */
export function readConfirmation(secret: Secret, token: string): Owner | null {
  const payload = readToken(secret, 'confirm', token, ownerBytes);
  return payload && ownerOf(payload);
}
