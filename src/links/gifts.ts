import { readId, type Secret, signId } from '../platform/secrets/signed-tokens.ts';
import { homeAddress, type Site } from './site.ts';

/** Returns the address of the page where the receiver accepts a gift that somebody else has paid for. */
export function giftAddress(base_url: string, secret: Secret, newsletter: Site, id: string): string {
  return `${homeAddress(base_url, newsletter)}/gift/${signId(secret, 'gift', id)}`;
}

/** Returns the id of the gift in such a token; null for anything else. */
export function readGiftId(secret: Secret, token: string): string | null {
  return readId(secret, 'gift', token);
}
