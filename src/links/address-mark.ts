import { isMac, mac, type Secret } from '../platform/secrets/signed-tokens.ts';

export const markBytes = 16;

/** Whether the mark, of `markBytes`, belongs to this address. */
export function isSameMark(secret: Secret, mark: Buffer, normal_address: string): boolean {
  return isMac(secret, 'address', Buffer.from(normal_address), mark);
}

/** Long enough to recognise the address, too short to reveal it: links end up in logs. */
export function markAddress(secret: Secret, normal_address: string): Buffer {
  return mac(secret, 'address', Buffer.from(normal_address));
}
