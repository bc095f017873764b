import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { minute_ms } from '../platform/durations.ts';
import { fenceOpen } from '../platform/fence/queries.ts';
import type { Log } from '../platform/log.ts';
import { type Rounds, startRounds } from '../platform/rounds/rounds.ts';
import { findAccountByKey, noteAnswer } from './account-queries.ts';
import { requestReads } from './queries.ts';
import { failureOf, type StripeContext, stripeOf } from './stripe.ts';

type Leaving = {
  key: number;
  account_key: number;
  object_id: string;
  /** Whether the person was deleted. Then the subscription ends now, not with its period. */
  is_gone: boolean;
  unsubscription_date: string | null;
};

const atOnce = 50;

/**
 * The subscriptions that run although their reader has left: the reader was deleted, or has unsubscribed from mail and that ends the plan.
 * An unsubscription ends a subscription only once, so that a reader may take it up again at Stripe.
 */
const leaving = sql`
  select objects.key, objects.account_key, object_id, payer.subscriber_key is null as is_gone, unsubscription_date
  from payment_objects objects
  cross join lateral (
    select subscriber_key from payers
    where payers.account_key = objects.account_key and payers.customer_id = objects.customer_id limit 1
  ) payer
  cross join lateral (select on_unsubscribe from payment_accounts where key = objects.account_key limit 1) account
  left join lateral (
    select mail_state, unsubscription_date from subscribers where subscribers.key = payer.subscriber_key limit 1
  ) person on true
  where is_running and kind = 'subscription' and facts is not null and (
    payer.subscriber_key is null
    or mail_state = 'unsubscribed' and on_unsubscribe = 'end'
      and unsubscription_date > coalesce(leaving_date, objects.creation_date)
      and facts ->> 'planned_end' is null)`;

/**
 * Ends, until stopped, the subscriptions of people who have left. It checks every running subscription, and therefore runs only once a
 * minute. Any number of processes can run this: at Stripe, repeating it changes nothing.
 */
export function watchLeaving(context: StripeContext & { log: Log }): Rounds {
  return startRounds(async () => ((await endLeft(context)) === atOnce ? 'at_once' : 'after_pause'), {
    pause_ms: minute_ms,
    log: context.log,
    failure: 'plans of people who left wait',
  });
}

/** Ends some of those subscriptions. Returns how many. */
export async function endLeft(context: StripeContext): Promise<number> {
  const { db } = context;
  const { rows } =
    await sql<Leaving>`${leaving} and ${fenceOpen} order by objects.key limit ${atOnce}`.execute(db);
  let ended = 0;
  for (const one of rows) if (await end(context, one)) ended += 1;
  return ended;
}

async function end(context: StripeContext, one: Leaving): Promise<boolean> {
  const { db, clock } = context;
  const account = await findAccountByKey(db, one.account_key);
  if (!account) return false;
  const stripe = stripeOf(context, account);
  try {
    if (one.is_gone) await stripe.subscriptions.cancel(one.object_id);
    else await stripe.subscriptions.update(one.object_id, { cancel_at_period_end: true });
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    if (failure.kind === 'away') {
      await noteAnswer(db, account.key, failure.message, clock());
      return false;
    }
    // The subscription has ended, or cannot be ended this way. Reading it shows which.
  }
  await noteLeaving(db, one);
  return true;
}

async function noteLeaving(db: Database, { key, account_key, object_id, ...left }: Leaving): Promise<void> {
  await db
    .updateTable('payment_objects')
    .set({ leaving_date: left.unsubscription_date, ...(left.is_gone && { is_running: false }) })
    .where('key', '=', key)
    .execute();
  await requestReads(db, account_key, [{ object_id, kind: 'subscription' }], 'person');
}
