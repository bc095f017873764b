import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Database } from '../platform/database/connect.ts';
import { fenceOpen } from '../platform/fence/queries.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { findAccount, findAccountByKey, noteAnswer } from './account-queries.ts';
import type { SubscriptionFacts } from './facts.ts';
import { offersOf, type Price } from './offers.ts';
import { listSubscriptions } from './payer-queries.ts';
import { type PaymentObject, requestReads } from './queries.ts';
import { failureOf, type StripeContext, stripeOf } from './stripe.ts';

/** The changes that the team may make to a subscription. */
export type Order = { do: 'end' } | { do: 'pause' } | { do: 'price'; price_id: string };

/** The result of an order for one subscriber. `other_cadence`: Stripe would charge at once for a price of another cadence. */
export type Ordered = 'ordered' | 'unchanged' | 'no_subscription' | 'other_cadence';

/** Finds the price with this id among the newsletter's offers; undefined if it is not offered. */
export async function findOffer(
  db: Database,
  newsletter_key: number,
  price_id: string,
): Promise<Price | undefined> {
  const account = await findAccount(db, newsletter_key);
  return account && offersOf(account).find(({ id }) => id === price_id);
}

/** Notes the order for the running subscriptions of the subscriber. Afterwards any worker carries it out at Stripe. */
export async function order(
  trx: Database,
  newsletter_key: number,
  subscriber_key: number,
  wanted: Order,
): Promise<Ordered> {
  const account = await findAccount(trx, newsletter_key);
  const all = account ? await listSubscriptions(trx, account.key, subscriber_key) : [];
  const running = all.filter(({ is_running, facts }) => is_running && facts !== null);
  if (running.length === 0) return 'no_subscription';
  const cadence =
    wanted.do === 'price' && offersOf(account!).find(({ id }) => id === wanted.price_id)?.cadence;
  const lacking = running.filter(one => !isSo(factsIn(one), wanted));
  if (lacking.length === 0) return 'unchanged';
  const changed = lacking.filter(one => wanted.do !== 'price' || factsIn(one).interval === cadence);
  if (changed.length === 0) return 'other_cadence';
  await sql`
    update payment_objects set ordered = ${JSON.stringify(wanted)}::jsonb
    where key = any(${changed.map(({ key }) => key)}::bigint[])`.execute(trx);
  return 'ordered';
}

function factsIn({ facts }: PaymentObject): SubscriptionFacts {
  return facts as unknown as SubscriptionFacts;
}

function isSo({ planned_end, is_paused, price }: SubscriptionFacts, wanted: Order): boolean {
  if (wanted.do === 'price') return price === wanted.price_id;
  return wanted.do === 'end' ? planned_end !== null : is_paused;
}

/** Carries out orders at Stripe until stopped. Any number of processes can run this: at Stripe, repeating an order changes nothing. */
export function watchOrders(context: StripeContext & { log: Log }): Rounds {
  const { db, log } = context;
  const condition = () =>
    sql<boolean>`(select key from payment_objects where ordered is not null limit 1) is not null`;
  return startRounds(async () => ((await carryOut(context)) === atOnce ? 'at_once' : 'after_pause'), {
    pause_ms: 1000,
    due: { db, condition },
    log,
    failure: 'orders about subscriptions wait',
  });
}

const atOnce = 20;

/** Carries out some of the orders. Returns how many. An order that Stripe refuses is dropped, and the account records why. */
async function carryOut(context: StripeContext): Promise<number> {
  const { db, clock } = context;
  const { rows } = await sql<Pick<PaymentObject, 'key' | 'account_key' | 'object_id'> & { ordered: Order }>`
    select key, account_key, object_id, ordered from payment_objects
    where ordered is not null and ${fenceOpen} order by key limit ${atOnce}`.execute(db);
  let carried = 0;
  for (const one of rows) {
    const account = await findAccountByKey(db, one.account_key);
    if (!account) continue;
    try {
      await ask(stripeOf(context, account), one.object_id, one.ordered);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      await noteAnswer(db, account.key, failure.message, clock());
      if (failure.kind === 'away') return carried;
    }
    await sql`
      update payment_objects set ordered = null where key = ${one.key} and ordered = ${JSON.stringify(one.ordered)}::jsonb`.execute(
      db,
    );
    await requestReads(db, account.key, [{ object_id: one.object_id, kind: 'subscription' }], 'person');
    carried += 1;
  }
  return carried;
}

async function ask(stripe: Stripe, id: string, wanted: Order): Promise<void> {
  if (wanted.do === 'end') await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  else if (wanted.do === 'pause')
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
  else {
    const { items } = await stripe.subscriptions.retrieve(id);
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]!.id, price: wanted.price_id }],
      proration_behavior: 'none',
    });
  }
}
