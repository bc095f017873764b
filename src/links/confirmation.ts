import {
  bytesOfId,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';
import { isSameMark, markAddress, markBytes } from './address-mark.ts';

/** The content of a confirmation token: the subscriber, and a mark of the address it was sent to. */
export type Confirmation = { subscriber_id: string; address_mark: Buffer };

const idBytes = 16;

/** The address of the confirmation page. It never expires, but is valid only for the subscriber's current address. */
export function confirmAddress(
  base_url: string,
  secret: Secret,
  { id, normal_address }: { id: string; normal_address: string },
): string {
  const payload = Buffer.concat([bytesOfId(id), markAddress(secret, normal_address)]);
  return `${base_url}/confirm/${signToken(secret, 'confirm', payload)}`;
}

/** The content of the token in such an address; null for anything else. */
export function readConfirmation(secret: Secret, token: string): Confirmation | null {
  const payload = readToken(secret, 'confirm', token, idBytes + markBytes);
  return (
    payload && {
      subscriber_id: idOfBytes(payload.subarray(0, idBytes)),
      address_mark: payload.subarray(idBytes),
    }
  );
}

/** Whether the confirmation was sent to this address. */
export function isAsked(secret: Secret, { address_mark }: Confirmation, normal_address: string): boolean {
  return isSameMark(secret, address_mark, normal_address);
}
