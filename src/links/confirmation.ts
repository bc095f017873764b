import {
  bytesOfId,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';
import { addressMacBytes, isMacOfAddress, macOfAddress } from './address-mac.ts';

/** The content of a confirmation token: the subscriber, and a MAC of the address it was sent to. */
export type Confirmation = { subscriber_id: string; address_mac: Buffer };

const idBytes = 16;

/** The address of the confirmation page. It never expires, but is valid only for the subscriber's current address. */
export function confirmAddress(
  base_url: string,
  secret: Secret,
  { id, normal_address }: { id: string; normal_address: string },
): string {
  const payload = Buffer.concat([bytesOfId(id), macOfAddress(secret, normal_address)]);
  return `${base_url}/confirm/${signToken(secret, 'confirm', payload)}`;
}

/** The content of the token in such an address; null for anything else. */
export function readConfirmation(secret: Secret, token: string): Confirmation | null {
  const payload = readToken(secret, 'confirm', token, idBytes + addressMacBytes);
  return (
    payload && {
      subscriber_id: idOfBytes(payload.subarray(0, idBytes)),
      address_mac: payload.subarray(idBytes),
    }
  );
}

/** Whether the confirmation was sent to this address. */
export function isAsked(secret: Secret, { address_mac }: Confirmation, normal_address: string): boolean {
  return isMacOfAddress(secret, address_mac, normal_address);
}
