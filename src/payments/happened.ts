import { type EventType, recordEvents } from '../journal/record.ts';
import type { Database } from '../platform/database/connect.ts';
import type { SubscriptionFacts } from './facts.ts';
import { listPayers } from './payer-queries.ts';

type SubscriptionEvent =
  | 'stripe.subscription.activated'
  | 'stripe.subscription.churning'
  | 'stripe.subscription.deactivated';
type Known = Pick<SubscriptionFacts, 'status' | 'planned_end'>;

const live: readonly SubscriptionFacts['status'][] = ['active', 'trialing', 'past_due'];

/** Whether somebody pays for the subscription, or is about to, as after a failed payment. */
export function isLive({ status }: Pick<SubscriptionFacts, 'status'>): boolean {
  return live.includes(status);
}

/** Returns the events of a subscription between two reads. `former` is null if it was not known. */
export function happenedTo(former: Known | null, present: Known): SubscriptionEvent[] {
  const was = former !== null && isLive(former);
  const is = isLive(present);
  const isPlanned = is && present.planned_end !== null && (former?.planned_end ?? null) === null;
  return [
    ...(!was && is ? (['stripe.subscription.activated'] as const) : []),
    ...(isPlanned ? (['stripe.subscription.churning'] as const) : []),
    ...(was && !is ? (['stripe.subscription.deactivated'] as const) : []),
  ];
}

/** Stripe's events that are passed on as they are, because nothing stored here follows from them. */
export const toldOn = {
  'customer.updated': 'stripe.customer.updated',
  'invoice.upcoming': 'stripe.invoice.upcoming',
} as const;

/** Writes Stripe's news about customers into the journal of their newsletter, for customers who are known subscribers. */
export async function tellOn(
  trx: Database,
  account: { key: number; newsletter_key: number },
  told: readonly { type: keyof typeof toldOn; customer_id: string }[],
): Promise<void> {
  if (told.length === 0) return;
  const payers = await listPayers(
    trx,
    account.key,
    told.map(({ customer_id }) => customer_id),
  );
  await recordEvents(
    trx,
    account.newsletter_key,
    told.flatMap(({ type, customer_id }) => {
      const subscriber_id = payers.get(customer_id);
      return subscriber_id
        ? [{ event_type: toldOn[type], subscriber_id, data: { customer_id } } as const]
        : [];
    }),
  );
}

/** Writes events about the subscriber who is this customer, if one is known. */
export async function tellOf(
  trx: Database,
  { key, newsletter_key }: { key: number; newsletter_key: number },
  about: { subscription_id: string } | { session_id: string },
  customer_id: string,
  types: readonly EventType[],
): Promise<void> {
  if (types.length === 0) return;
  const subscriber_id = (await listPayers(trx, key, [customer_id])).get(customer_id);
  if (subscriber_id === undefined) return;
  const data = { ...about, customer_id };
  await recordEvents(
    trx,
    newsletter_key,
    types.map(event_type => ({ event_type, subscriber_id, data })),
  );
}
