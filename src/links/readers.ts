import { normalAddress } from '../platform/mail/address.ts';
import { readId, readToken, type Secret, signId, signToken } from '../platform/secrets/signed-tokens.ts';
import { type Owner, ownerBytes, ownerOf, writeOwner } from './owner.ts';
import { homeAddress, readersAddress, type Site } from './site.ts';

/**
 * The purpose of a mailed link: to read premium content, to change the address, or to subscribe again after leaving.
 */
export type LinkPurpose = 'sign_in' | 'address_change' | 'return';

const timeBytes = 6;

/** Returns the address of the manage page. It never expires, but is valid only for the subscriber's current address. */
export function manageAddress(
  base_url: string,
  secret: Secret,
  { id, email_address }: { id: string; email_address: string },
): string {
  return `${base_url}/manage/${signToken(secret, 'manage', ownerOfAddress(secret, id, email_address))}`;
}

/** Returns the content of the token in such an address; null for anything else. */
export function readOwner(secret: Secret, token: string): Owner | null {
  const payload = readToken(secret, 'manage', token, ownerBytes);
  return payload && ownerOf(payload);
}

/** Returns the address of the page with the button that uses the link. */
export function linkAddress(
  base_url: string,
  secret: Secret,
  newsletter: Site,
  { id, purpose }: { id: string; purpose: LinkPurpose },
): string {
  const shared = readersAddress(base_url, newsletter);
  const places = {
    sign_in: `${homeAddress(base_url, newsletter)}/sign-in`,
    address_change: `${shared}/manage/address`,
    return: `${shared}/subscribe`,
  };
  return `${places[purpose]}/${signId(secret, 'reader link', id)}`;
}

/** Returns the id of the link in the token; null for anything else. */
export function readLinkId(secret: Secret, token: string): string | null {
  return readId(secret, 'reader link', token);
}

/** Returns the session that a signed-in reader's browser stores, valid until the given date. */
export function signSession(
  secret: Secret,
  { id, email_address }: { id: string; email_address: string },
  until: Date,
): string {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(until.getTime(), 0, timeBytes);
  return signToken(secret, 'session', Buffer.concat([ownerOfAddress(secret, id, email_address), time]));
}

/** Returns the reader of the session; null if it has expired, and for anything else. */
export function readSession(secret: Secret, token: string, now: Date): Owner | null {
  const payload = readToken(secret, 'session', token, ownerBytes + timeBytes);
  if (!payload || payload.readUIntBE(ownerBytes, timeBytes) <= now.getTime()) return null;
  return ownerOf(payload);
}

function ownerOfAddress(secret: Secret, id: string, email_address: string): Buffer {
  return writeOwner(secret, { id, normal_address: normalAddress(email_address) });
}
