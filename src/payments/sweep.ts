import { isDeepStrictEqual } from 'node:util';
import { day_ms } from '../platform/durations.ts';
import { type Drift, eventDays, type PaymentAccount } from './account.ts';
import { factsOf, isRunning, type SubscriptionFacts } from './facts.ts';
import { fetchSubscriptions } from './fetch-subscriptions.ts';
import { keepListed } from './keep-listed.ts';
import { listTouches } from './listed-queries.ts';
import { type ObjectKind, requestReads } from './queries.ts';
import { type StripeContext, stripeOf } from './stripe.ts';
import { findLastSweep, keepSweep, listKept, listKnown, type Sweep } from './sweep-queries.ts';
import { followDrifts } from './tell-drifts.ts';

type Kept = Awaited<ReturnType<typeof listKept>>[number];

/**
 * Compares the data kept here with all subscriptions at Stripe, and stores the result. Differences are resolved in favour of Stripe; those
 * that need a person are reported.
 */
export async function sweep(context: StripeContext, account: PaymentAccount): Promise<Sweep> {
  const { db, clock } = context;
  const before = await listTouches(db, account.key);
  const found = new Map<string, SubscriptionFacts>();
  let outside = 0;
  for await (const subscription of fetchSubscriptions(stripeOf(context, account))) {
    const facts = factsOf(subscription);
    if (account.product_ids.includes(facts.product)) found.set(subscription.id, facts);
    else outside += 1;
  }
  // Reads made while Stripe lists may be newer than its list, but not older.
  const kept = new Map((await listKept(db, account.key)).map(one => [one.object_id, one]));
  const differing = compare(found, kept);
  const drifts = [...differing, ...warningsOf(found, kept, account)];
  const differ = new Set(differing.map(({ subscription_id }) => subscription_id));
  const result = {
    compared: found.size,
    agreed: [...found.keys()].filter(id => !differ.has(id)).length,
    outside,
    drifts,
  };
  await readReceipts(context, account);
  const now = clock();
  await keepSweep(db, account.key, result, now);
  await keepListed(context, account, new Map([...found].filter(([id]) => differ.has(id))), before);
  // Stripe does not list these, and will say so when asked for one of them.
  const vanished = [...differ].filter(id => !found.has(id));
  await requestReads(
    db,
    account.key,
    vanished.map(object_id => ({ object_id, kind: 'subscription' as const })),
    'sweep',
  );
  await followDrifts(db, account, drifts, now);
  return result;
}

/** How many days after its creation an invoice may be paid. If no worker ran while there were events about it, only a list shows it. */
const payableDays = 60;

/** Adds invoices and refunds that were made since the last comparison and that no event mentioned. */
async function readReceipts(context: StripeContext, account: PaymentAccount): Promise<void> {
  const { db, clock } = context;
  const last = await findLastSweep(db, account.key);
  const before = Date.parse(last?.date ?? account.creation_date);
  const isLong = clock().getTime() - before > eventDays * day_ms;
  const since = before - (isLong ? payableDays : 1) * day_ms;
  const stripe = stripeOf(context, account);
  const made = { created: { gte: Math.floor(since / 1000) }, limit: 100 };
  const found: { object_id: string; kind: ObjectKind }[] = [];
  for await (const { id } of stripe.invoices.list({ ...made, status: 'paid' }))
    found.push({ object_id: id, kind: 'invoice' });
  for await (const { id } of stripe.refunds.list(made)) found.push({ object_id: id, kind: 'refund' });
  const known = await listKnown(
    db,
    account.key,
    found.map(({ object_id }) => object_id),
  );
  await requestReads(
    db,
    account.key,
    found.filter(({ object_id }) => !known.has(object_id)),
    'sweep',
  );
}

/** Whether the comparison found nothing that differs from Stripe. */
export function agrees({ compared, agreed, drifts }: Pick<Sweep, 'compared' | 'agreed' | 'drifts'>): boolean {
  return compared === agreed && !drifts.some(({ kind }) => kind === 'vanished');
}

function compare(found: Map<string, SubscriptionFacts>, kept: Map<string, Kept>): Drift[] {
  const drifts: Drift[] = [];
  for (const [id, facts] of found) {
    const ours = kept.get(id);
    if (!ours?.facts) drifts.push(driftOf('unknown', id, facts, ours));
    else if (!isDeepStrictEqual(ours.facts, facts)) drifts.push(driftOf('differs', id, facts, ours));
  }
  for (const [id, ours] of kept)
    if (ours.is_running && ours.facts && !found.has(id))
      drifts.push(driftOf('vanished', id, { customer: ours.customer_id }, ours));
  return drifts;
}

/** Names what is not as it should be although our data and Stripe's agree. */
function warningsOf(
  found: Map<string, SubscriptionFacts>,
  kept: Map<string, Kept>,
  { currency }: PaymentAccount,
): Drift[] {
  const running = [...found].filter(([, facts]) => isRunning(facts));
  const byPayer = Map.groupBy(running, ([id, { customer }]) => kept.get(id)?.subscriber_id ?? customer);
  return running.flatMap(([id, facts]) => {
    const ours = kept.get(id);
    const kinds: Drift['kind'][] = [];
    if ((byPayer.get(ours?.subscriber_id ?? facts.customer)?.length ?? 0) > 1) kinds.push('two_running');
    if (ours?.facts && ours.subscriber_id === null) kinds.push('without_subscriber');
    if (facts.foreign_fee) kinds.push('foreign_fee');
    if (facts.currency !== currency) kinds.push('other_currency');
    return kinds.map(kind => driftOf(kind, id, facts, ours));
  });
}

function driftOf(
  kind: Drift['kind'],
  subscription_id: string,
  { customer }: Pick<SubscriptionFacts, 'customer'>,
  ours: Kept | undefined,
): Drift {
  return { kind, subscription_id, customer_id: customer, subscriber_id: ours?.subscriber_id ?? null };
}
