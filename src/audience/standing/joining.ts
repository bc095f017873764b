import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Database } from '../../platform/database/connect.ts';
import { grantsOf, insertGrants } from './queries.ts';
import { wordFor } from './words.ts';

type Settings = Pick<Newsletter, 'key' | 'free_subscriptions'>;

/** Returns the type of somebody who joins and has no other right: `unpaid` where subscriptions must be paid for. */
export function joiningType({
  free_subscriptions,
}: Pick<Settings, 'free_subscriptions'>): 'regular' | 'unpaid' {
  return free_subscriptions ? 'regular' : 'unpaid';
}

/**
 * Where subscriptions must be paid for, notes that somebody who joins has not paid: they are `unpaid` whenever they have no other right.
 * Returns whether their standing must be settled.
 */
export async function noteUnpaid(
  trx: Database,
  { key: newsletter_key, free_subscriptions }: Settings,
  subscriber_key: number,
  now: Date,
): Promise<boolean> {
  if (free_subscriptions) return false;
  const grants = (await grantsOf(trx, [subscriber_key])).get(subscriber_key) ?? [];
  if (grants.some(({ state, revoked_date }) => state === 'unpaid' && revoked_date === null)) return false;
  const person = { key: subscriber_key, newsletter_key };
  return (await insertGrants(trx, wordFor(person, 'unpaid', [], { by: '', now }))).length > 0;
}
