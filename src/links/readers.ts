import { normalAddress } from '../platform/mail/address.ts';
import {
  bytesOfId,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';
import { isSameMark, markAddress, markBytes } from './address-mark.ts';

/** What a mailed link is for: reading what is paid for, getting mail at another address, subscribing again after having left. */
export type LinkPurpose = 'sign_in' | 'address_change' | 'return';

/** Whose manage page it is: what its token carries. */
export type Owner = { subscriber_id: string; address_mark: Buffer };

const idBytes = 16;
const timeBytes = 6;

/** Where a subscriber manages the subscription. It never expires, but is good for the address of today alone. */
export function manageAddress(
  base_url: string,
  secret: Secret,
  { id, email_address }: { id: string; email_address: string },
): string {
  return `${base_url}/manage/${signToken(secret, 'manage', ownerBytes(secret, id, email_address))}`;
}

/** What stands in the token of such an address; null for anything else. */
export function readOwner(secret: Secret, token: string): Owner | null {
  const payload = readToken(secret, 'manage', token, idBytes + markBytes);
  return payload && ownerOf(payload);
}

/** Whether the owner's address is still this one. */
export function isOwner(secret: Secret, owner: Owner, normal_address: string): boolean {
  return isSameMark(secret, owner.address_mark, normal_address);
}

/** Where the page is with the button that uses the link. */
export function linkAddress(
  base_url: string,
  secret: Secret,
  { username }: { username: string },
  { id, purpose }: { id: string; purpose: LinkPurpose },
): string {
  const paths = { sign_in: `${username}/sign-in`, address_change: 'manage/address', return: 'subscribe' };
  return `${base_url}/${paths[purpose]}/${signToken(secret, 'reader link', bytesOfId(id))}`;
}

/** The id of the link that the token names; null for anything else. */
export function readLinkId(secret: Secret, token: string): string | null {
  const payload = readToken(secret, 'reader link', token, idBytes);
  return payload && idOfBytes(payload);
}

/** What a browser keeps of a reader who is signed in, until then. */
export function signSession(
  secret: Secret,
  { id, email_address }: { id: string; email_address: string },
  until: Date,
): string {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(until.getTime(), 0, timeBytes);
  return signToken(secret, 'session', Buffer.concat([ownerBytes(secret, id, email_address), time]));
}

/** Whose session it is; null for one that is over, and for anything else. */
export function readSession(secret: Secret, token: string, now: Date): Owner | null {
  const payload = readToken(secret, 'session', token, idBytes + markBytes + timeBytes);
  if (!payload || payload.readUIntBE(idBytes + markBytes, timeBytes) <= now.getTime()) return null;
  return ownerOf(payload);
}

function ownerBytes(secret: Secret, id: string, email_address: string): Buffer {
  return Buffer.concat([bytesOfId(id), markAddress(secret, normalAddress(email_address))]);
}

function ownerOf(payload: Buffer): Owner {
  return {
    subscriber_id: idOfBytes(payload.subarray(0, idBytes)),
    address_mark: payload.subarray(idBytes, idBytes + markBytes),
  };
}
