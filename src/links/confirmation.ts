import {
  bytesOfId,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';
import { isSameMark, markAddress, markBytes } from './address-mark.ts';

/** What the token of a confirmation carries: who was asked, and a mark of the address at which. */
export type Confirmation = { subscriber_id: string; address_mark: Buffer };

const idBytes = 16;

/** Where the subscriber confirms. It never expires, but is good for the address of today alone. */
export function confirmAddress(
  base_url: string,
  secret: Secret,
  { id, normal_address }: { id: string; normal_address: string },
): string {
  const payload = Buffer.concat([bytesOfId(id), markAddress(secret, normal_address)]);
  return `${base_url}/confirm/${signToken(secret, 'confirm', payload)}`;
}

/** What stands in the token of such an address; null for anything else. */
export function readConfirmation(secret: Secret, token: string): Confirmation | null {
  const payload = readToken(secret, 'confirm', token, idBytes + markBytes);
  return (
    payload && {
      subscriber_id: idOfBytes(payload.subarray(0, idBytes)),
      address_mark: payload.subarray(idBytes),
    }
  );
}

/** Whether this is the address that the confirmation was asked of. */
export function isAsked(secret: Secret, { address_mark }: Confirmation, normal_address: string): boolean {
  return isSameMark(secret, address_mark, normal_address);
}
