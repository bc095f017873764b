import { bytesOfId, idBytes, idOfBytes, isMac, mac, type Secret } from '../platform/secrets/signed-tokens.ts';

/** The owner of a token: a subscriber, as long as their address is the one that the MAC covers. */
export type Owner = { subscriber_id: string; address_mac: Buffer };

/** Long enough to recognise the address, too short to reveal it: links end up in logs. */
const addressMacBytes = 16;
export const ownerBytes = idBytes + addressMacBytes;

/** Writes the owner as a part of a token, with the length `ownerBytes`. */
export function writeOwner(
  secret: Secret,
  { id, normal_address }: { id: string; normal_address: string },
): Buffer {
  return Buffer.concat([bytesOfId(id), mac(secret, 'address', Buffer.from(normal_address))]);
}

/** Reads the owner at the start of a token. */
export function ownerOf(payload: Buffer): Owner {
  return {
    subscriber_id: idOfBytes(payload.subarray(0, idBytes)),
    address_mac: payload.subarray(idBytes, ownerBytes),
  };
}

/** Whether the owner still has this address. */
export function isOwner(secret: Secret, { address_mac }: Owner, normal_address: string): boolean {
  return isMac(secret, 'address', Buffer.from(normal_address), address_mac);
}
