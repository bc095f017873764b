import { sql } from 'kysely';
import type Stripe from 'stripe';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import type { PaymentAccount } from './account.ts';
import { type ObjectKind, requestReads } from './queries.ts';

/** The events that we ask Stripe to tell us, by notice or when polled. */
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
  'price.created',
  'price.updated',
  'product.updated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

/** The parts of an event that are used: its id, and the object that should be read. Nothing else in it decides anything. */
type Hint = { event_id: string; event_type: string; object_id: string; kind: ObjectKind | null };

function hintOf(event: Pick<Stripe.Event, 'id' | 'type' | 'data'>): Hint {
  const object = event.data.object as { id?: string; object?: string; parent?: unknown };
  const hint = { event_id: event.id, event_type: event.type };
  if (object.object === 'subscription') return { ...hint, object_id: object.id ?? '', kind: 'subscription' };
  if (object.object === 'checkout.session') return { ...hint, object_id: object.id ?? '', kind: 'checkout' };
  const { parent } = object as Stripe.Invoice;
  const subscription = object.object === 'invoice' ? parent?.subscription_details?.subscription : undefined;
  if (typeof subscription === 'string') return { ...hint, object_id: subscription, kind: 'subscription' };
  return { ...hint, object_id: '', kind: null };
}

/**
 * Takes in what Stripe tells: in one transaction the events are noted and their objects become due to be read. An event that is
 * known changes nothing. Returns how many were new.
 */
export async function takeNotices(
  db: Database,
  account: Pick<PaymentAccount, 'key' | 'id'>,
  events: readonly Pick<Stripe.Event, 'id' | 'type' | 'data'>[],
  is_pushed: boolean,
): Promise<number> {
  const hints = events.filter(({ type }) => (noticeTypes as readonly string[]).includes(type)).map(hintOf);
  if (hints.length === 0) return 0;
  return inTransaction(db, async trx => {
    const { rows } = await sql<{ event_id: string }>`
      insert into payment_notices (account_key, event_id, event_type, object_id, is_pushed)
      select ${account.key}, event_id, event_type, object_id, ${is_pushed}
      from jsonb_to_recordset(${JSON.stringify(hints)}) as one (event_id text, event_type text, object_id text)
      order by event_id
      on conflict (account_key, event_id) do nothing returning event_id`.execute(trx);
    const fresh = new Set(rows.map(row => row.event_id));
    const named = hints.filter(({ event_id }) => fresh.has(event_id));
    await requestReads(
      trx,
      account.key,
      named.flatMap(({ object_id, kind }) => (kind && object_id ? [{ object_id, kind }] : [])),
      is_pushed ? 'notice' : 'poll',
    );
    return fresh.size;
  });
}

/** Notes that a notice with a good signature has come. */
export async function noteNotice(db: Database, account_key: number, now: Date): Promise<void> {
  await db
    .updateTable('payment_accounts')
    .set({ notice_date: now.toISOString() })
    .where('key', '=', account_key)
    .execute();
}

/** Deletes at most `limit` notices from before. Returns how many. */
export async function pruneNotices(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payment_notices where key in (
      select key from payment_notices where received_date < ${before.toISOString()} order by received_date limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
