import type { Plan } from '../audience/readers/page.ts';
import type { Database } from '../platform/database/connect.ts';
import { findAccount } from './account-queries.ts';
import { listSubscriptions } from './payer-queries.ts';

/** Returns what the reader pays for at Stripe; undefined if the newsletter is not connected to it. */
export async function planOf(
  db: Database,
  { key, newsletter_key }: { key: number; newsletter_key: number },
): Promise<Plan | undefined> {
  const account = await findAccount(db, newsletter_key);
  if (!account) return undefined;
  const subscriptions = await listSubscriptions(db, account.key, key);
  return {
    is_running: subscriptions.some(({ is_running }) => is_running),
    ends_with_mail: account.on_unsubscribe === 'end',
  };
}
