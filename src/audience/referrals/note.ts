import { readReferralCode } from '../../links/referrals.ts';
import type { Database } from '../../platform/database/connect.ts';
import { networkOf } from '../../platform/networks.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import { insertReferral } from './queries.ts';

/** Notes that somebody new has signed up from this address with this code. A code that belongs to nobody is ignored. */
export async function noteReferral(
  trx: Database,
  subscriber: Pick<Subscriber, 'key' | 'newsletter_key'>,
  code: string,
  ip_address: string,
): Promise<void> {
  const referrer_id = readReferralCode(code);
  if (referrer_id === null) return;
  await insertReferral(trx, subscriber, { referrer_id, networks: networksOf([ip_address]) });
}

/** Returns the networks of these addresses, each once; a text that is not an address has none. */
export function networksOf(addresses: string[]): string[] {
  return [...new Set(addresses.map(networkOf).filter(Boolean))];
}
