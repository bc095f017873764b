import type Stripe from 'stripe';
import { day_ms, minute_ms } from '../platform/durations.ts';
import type { Claim } from '../platform/work/claim.ts';
import type { Outcome, Work } from '../platform/work/work.ts';
import { eventDays, type PaymentAccount } from './account.ts';
import { findAccountById, noteAnswer, updateAccount } from './account-queries.ts';
import { takeNotices } from './notice.ts';
import { readOffers } from './offers.ts';
import { failureOf, type StripeContext, stripeOf } from './stripe.ts';
import { sweep } from './sweep.ts';

const pause_ms = 5 * minute_ms;
/** An event may appear in the list a little later than newer ones, so the polls overlap. */
const overlapSeconds = 600;
const keptSeconds = (eventDays * day_ms) / 1000;
const eventsAtOnce = 100;

/** Asks Stripe for the events of each account every five minutes, for its prices, and once a day for everything. */
export function pollsWork(context: StripeContext): Work {
  return {
    table: 'payment_accounts',
    leaves: true,
    at_once: 2,
    handle: claim => pollAccount(context, claim),
  };
}

async function pollAccount(context: StripeContext, claim: Pick<Claim, 'id'>): Promise<Outcome> {
  const { db, clock } = context;
  const account = await findAccountById(db, claim.id);
  if (!account) return 'gone';
  try {
    const stripe = stripeOf(context, account);
    await poll(context, account, stripe);
    const offers = JSON.stringify(await readOffers(stripe, account));
    await updateAccount(db, account.key, { offers });
    if (Date.parse(account.sweep_date) <= clock().getTime()) await sweep(context, account);
    await noteAnswer(db, account.key, '', clock());
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    await noteAnswer(db, account.key, failure.message, clock());
  }
  return pause_ms;
}

/** Takes in all events since the last poll. Returns how many were new. */
export async function poll(
  { db, clock }: Pick<StripeContext, 'db' | 'clock'>,
  account: PaymentAccount,
  stripe: Stripe,
): Promise<number> {
  const earliest = Math.floor(clock().getTime() / 1000) - keptSeconds;
  const since = Math.max(account.events_until - overlapSeconds, earliest);
  let taken = 0;
  let newest = account.events_until;
  let some: Stripe.Event[] = [];
  const take = async () => {
    taken += await takeNotices(db, account, some, false);
    some = [];
  };
  for await (const event of stripe.events.list({ created: { gte: since }, limit: eventsAtOnce })) {
    newest = Math.max(newest, event.created);
    some.push(event);
    if (some.length === eventsAtOnce) await take();
  }
  await take();
  // The mark moves only after all events have been taken in, because the newest come first.
  if (newest > account.events_until) await updateAccount(db, account.key, { events_until: newest });
  return taken;
}
