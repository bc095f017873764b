import {
  bytesOfId,
  idBytes,
  idOfBytes,
  readToken,
  type Secret,
  signToken,
} from '../platform/secrets/signed-tokens.ts';

/**
 * The links for people who work on a newsletter: one that signs in, an invitation by mail, which proves the address, or an
 * invitation passed on in another way.
 */
const kinds = ['sign_in', 'mailed_invitation', 'invitation'] as const;
export type PersonLink = { id: string; kind: (typeof kinds)[number] };

/**
 * Returns the address of the page whose button uses the link. The part after # stays in the browser: no server's log has it, and no scanner
 * that opens the address uses it up.
 */
export function personLinkAddress(base_url: string, secret: Secret, { id, kind }: PersonLink): string {
  const payload = Buffer.concat([bytesOfId(id), Buffer.from([kinds.indexOf(kind)])]);
  return `${base_url}/dashboard/link#${signToken(secret, 'person link', payload)}`;
}

/** Returns the link that the token names; null for any other token. */
export function readPersonLink(secret: Secret, token: string): PersonLink | null {
  const payload = readToken(secret, 'person link', token, idBytes + 1);
  const kind = kinds[payload?.[idBytes] ?? -1];
  return payload && kind ? { id: idOfBytes(payload.subarray(0, idBytes)), kind } : null;
}
