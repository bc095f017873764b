import { createHmac } from 'node:crypto';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';

/**
 * What is kept of a deleted person's address: enough to recognise it, useless without the secret. One hash for each value
 * of the secret, newest first; a new suppression uses the first.
 */
export function hashAddress(
  secret: Secret,
  newsletter_id: string,
  normal_address: string,
): [Buffer, ...Buffer[]] {
  const [newest, ...former] = secret;
  const under = (value: Buffer) =>
    createHmac('sha256', value).update(`suppression ${newsletter_id} ${normal_address}`).digest();
  return [under(newest), ...former.map(under)];
}
