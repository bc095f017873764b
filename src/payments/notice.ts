import { sql } from 'kysely';
import type Stripe from 'stripe';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { minute_ms } from '../platform/durations.ts';
import type { PaymentAccount } from './account.ts';
import { idOf } from './facts.ts';
import { tellOn, toldOn } from './happened.ts';
import { listPaidBy, type ObjectKind, requestReads } from './queries.ts';

/** The events that we ask Stripe for, by notice or by polling. */
export const noticeTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.updated',
  'invoice.upcoming',
  'price.created',
  'price.updated',
  'product.updated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** An event, as it comes in a notice or in the list of events. */
type Told = Pick<Stripe.Event, 'id' | 'type' | 'data' | 'created'>;

/** The parts of an event that are used: its id and date, and the object that should be read. No other part of it decides anything. */
type Hint = {
  event_id: string;
  event_type: string;
  event_date: string;
  object_id: string;
  /** `payment` is the payment intent of a checkout. */
  kind: ObjectKind | 'payment' | null;
  /** The invoice that was paid; empty if there is none. */
  invoice_id: string;
  /** The customer of an event that is passed on. */
  customer_id: string;
};

function hintOf(event: Told): Hint {
  const object = event.data.object as { id?: string; object?: string; parent?: unknown; customer?: unknown };
  const hint = {
    customer_id: event.type in toldOn ? customerIn(object) : '',
    event_id: event.id,
    event_type: event.type,
    event_date: new Date(event.created * 1000).toISOString(),
    invoice_id: event.type === 'invoice.paid' ? (object.id ?? '') : '',
  };
  if (object.object === 'subscription') return { ...hint, object_id: object.id ?? '', kind: 'subscription' };
  if (object.object === 'checkout.session') return { ...hint, object_id: object.id ?? '', kind: 'checkout' };
  if (object.object === 'refund') return { ...hint, object_id: object.id ?? '', kind: 'refund' };
  if (object.object === 'charge')
    return { ...hint, object_id: idOf((object as Stripe.Charge).payment_intent), kind: 'payment' };
  const { parent } = object as Stripe.Invoice;
  const subscription = object.object === 'invoice' ? parent?.subscription_details?.subscription : undefined;
  if (typeof subscription === 'string') return { ...hint, object_id: subscription, kind: 'subscription' };
  return { ...hint, object_id: '', kind: null };
}

/** Returns the customer whom an object is about: the object itself, or the one that it names. */
function customerIn(object: { id?: string; object?: string; customer?: unknown }): string {
  return object.object === 'customer'
    ? (object.id ?? '')
    : idOf(object.customer as string | Stripe.Customer | null);
}

/**
 * Takes in events from Stripe: in one transaction, the events are noted and their objects become due to be read. A known event changes
 * nothing. Returns how many were new.
 */
export async function takeNotices(
  db: Database,
  account: Pick<PaymentAccount, 'key' | 'newsletter_key'>,
  events: readonly Told[],
  is_pushed: boolean,
): Promise<number> {
  const hints = events.filter(({ type }) => (noticeTypes as readonly string[]).includes(type)).map(hintOf);
  if (hints.length === 0) return 0;
  return inTransaction(db, async trx => {
    const { rows } = await sql<{ event_id: string }>`
      insert into payment_notices (account_key, event_id, event_type, event_date, object_id, is_pushed)
      select ${account.key}, event_id, event_type, event_date, object_id, ${is_pushed}
      from jsonb_to_recordset(${JSON.stringify(hints)}) as one (event_id text, event_type text, event_date timestamptz, object_id text)
      order by event_id
      on conflict (account_key, event_id) do nothing returning event_id`.execute(trx);
    const fresh = new Set(rows.map(row => row.event_id));
    const named = hints.filter(({ event_id }) => fresh.has(event_id));
    const checkouts = await listPaidBy(
      trx,
      account.key,
      named.flatMap(({ object_id, kind }) => (kind === 'payment' ? [object_id] : [])),
    );
    const objects = named.flatMap(({ object_id, kind }) =>
      kind && kind !== 'payment' && object_id ? [{ object_id, kind }] : [],
    );
    const invoices = named.map(({ invoice_id }) => invoice_id).filter(Boolean);
    await requestReads(
      trx,
      account.key,
      [
        ...objects,
        ...checkouts.map(object_id => ({ object_id, kind: 'checkout' as const })),
        ...invoices.map(object_id => ({ object_id, kind: 'invoice' as const })),
      ],
      is_pushed ? 'notice' : 'poll',
    );
    const told = named.flatMap(({ event_type: type, customer_id }) =>
      type in toldOn && customer_id ? [{ type: type as keyof typeof toldOn, customer_id }] : [],
    );
    await tellOn(trx, account, told);
    return fresh.size;
  });
}

/** Notes that a notice with a valid signature has come, once a minute, because all notices of an account share its row. */
export async function noteNotice(db: Database, account_key: number, now: Date): Promise<void> {
  await db
    .updateTable('payment_accounts')
    .set({ notice_date: now.toISOString() })
    .where('key', '=', account_key)
    .where(({ eb, or }) =>
      or([
        eb('notice_date', 'is', null),
        eb('notice_date', '<', new Date(now.getTime() - minute_ms).toISOString()),
      ]),
    )
    .execute();
}

/** Deletes at most `limit` notices from before that time. Returns how many. */
export async function pruneNotices(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payment_notices where key in (
      select key from payment_notices where received_date < ${before.toISOString()} order by received_date limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
