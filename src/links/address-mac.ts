import { isMac, mac, type Secret } from '../platform/secrets/signed-tokens.ts';

export const addressMacBytes = 16;

/** Whether `given`, of `addressMacBytes`, belongs to this address. */
export function isMacOfAddress(secret: Secret, given: Buffer, normal_address: string): boolean {
  return isMac(secret, 'address', Buffer.from(normal_address), given);
}

/** Long enough to recognise the address, too short to reveal it: links end up in logs. */
export function macOfAddress(secret: Secret, normal_address: string): Buffer {
  return mac(secret, 'address', Buffer.from(normal_address));
}
