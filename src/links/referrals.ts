import { bytesOfId, idBytes, idOfBytes } from '../platform/secrets/signed-tokens.ts';

/** The parameter of an address, and the field of a form, that contains a reader's code. */
export const referralField = 'referral_code';

/** Returns the code in the links that a subscriber shares: their id in a shorter form. It is good for nothing but signing up. */
export function referralCode(subscriber_id: string): string {
  return bytesOfId(subscriber_id).toString('base64url');
}

/** Returns the id of the subscriber with this code; null for anything else. */
export function readReferralCode(code: string): string | null {
  if (!/^[\w-]{22}$/.test(code)) return null;
  const bytes = Buffer.from(code, 'base64url');
  return bytes.length === idBytes && bytes.toString('base64url') === code ? idOfBytes(bytes) : null;
}

/** Returns the address that the subscriber shares: the home page with the code, which its form submits. */
export function referralAddress(home: string, subscriber_id: string): string {
  return `${home}?${referralField}=${referralCode(subscriber_id)}`;
}

/** Returns the code in an address; empty if it has none. */
export function codeInAddress(address: string): string {
  return URL.canParse(address) ? (new URL(address).searchParams.get(referralField) ?? '') : '';
}
