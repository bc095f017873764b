import type Stripe from 'stripe';
import type { Database } from '../platform/database/connect.ts';
import { day_ms, minute_ms } from '../platform/durations.ts';
import { idOf, metadataNames } from './facts.ts';

const statuses = ['open', 'complete', 'expired'] as const;

/** The parts of a checkout at Stripe that matter here. */
export type SessionFacts = {
  status: (typeof statuses)[number];
  mode: string;
  /** Whether the money has arrived; some ways of paying take days. */
  is_paid: boolean;
  customer: string;
  subscription: string | null;
  /** When it was opened, in seconds since 1970. */
  created: number;
  payment_intent: string | null;
  /** Whether a single payment was paid back in full. */
  is_refunded: boolean;
  /** The id of the gift that was paid for. */
  gift: string | null;
};

/** Returns the facts of a checkout. A checkout that Stripe no longer knows has expired. */
export function sessionFacts(session: Stripe.Checkout.Session | null): SessionFacts {
  return {
    status: statuses.find(name => name === session?.status) ?? 'expired',
    mode: session?.mode ?? '',
    is_paid: session?.payment_status === 'paid' || session?.payment_status === 'no_payment_required',
    customer: idOf(session?.customer),
    subscription: idOf(session?.subscription) || null,
    created: session?.created ?? 0,
    payment_intent: idOf(session?.payment_intent) || null,
    is_refunded: isRefunded(session),
    gift: session?.metadata?.[metadataNames.gift] ?? null,
  };
}

/** The fields that `retrieve` has to fetch with a checkout so that it shows whether its payment was paid back. */
export const sessionExpansion = ['payment_intent.latest_charge'];

function isRefunded(session: Stripe.Checkout.Session | null): boolean {
  const intent = session?.payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  return typeof charge === 'object' && charge !== null && charge.refunded;
}

/** Returns how soon a checkout is looked at again: often while the reader is likely to be there. */
export function nextLook({ status, mode, is_paid }: SessionFacts, since: string, now: Date): number | null {
  if (status === 'complete') return mode === 'payment' && !is_paid ? day_ms : null;
  if (status === 'expired') return null;
  const age = now.getTime() - Date.parse(since);
  return Math.min(Math.max(5000, age / 4), 5 * minute_ms);
}

/** Ends the attempt to pay, because its session has ended. Returns whether the attempt was open and has been completed. */
export async function closeCheckout(
  trx: Database,
  account_key: number,
  session_id: string,
  status: SessionFacts['status'],
): Promise<boolean> {
  if (status === 'open') return false;
  const { numUpdatedRows } = await trx
    .updateTable('checkouts')
    .set({ state: status === 'complete' ? 'completed' : 'expired' })
    .where('account_key', '=', account_key)
    .where('session_id', '=', session_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return status === 'complete' && numUpdatedRows > 0n;
}
