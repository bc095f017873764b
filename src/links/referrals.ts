import { bytesOfId, idBytes, idOfBytes } from '../platform/secrets/signed-tokens.ts';

/** The parameter of an address, and the field of a form, that has a reader's code. */
export const referralField = 'referral_code';

/** The code in the links that a subscriber shares. It is the id, shorter: whoever has it may do nothing with it but sign up. */
export function referralCode(subscriber_id: string): string {
  return bytesOfId(subscriber_id).toString('base64url');
}

/** The id of the subscriber with this code; null for anything else. */
export function readReferralCode(code: string): string | null {
  if (!/^[\w-]{22}$/.test(code)) return null;
  const bytes = Buffer.from(code, 'base64url');
  return bytes.length === idBytes && bytes.toString('base64url') === code ? idOfBytes(bytes) : null;
}

/** The address that the subscriber shares: the home page, whose form knows the code. */
export function referralAddress(home: string, subscriber_id: string): string {
  return `${home}?${referralField}=${referralCode(subscriber_id)}`;
}

/** The code in an address; empty if it has none. */
export function codeInAddress(address: string): string {
  return URL.canParse(address) ? (new URL(address).searchParams.get(referralField) ?? '') : '';
}
