import { sql } from 'kysely';
import { z } from 'zod';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { normalAddress, parseMailAddress } from '../platform/mail/address.ts';
import type { PaymentAccount } from './account.ts';
import { factsOf, isRunning, type SubscriptionFacts } from './facts.ts';
import { fetchSubscriptions } from './fetch-subscriptions.ts';
import { keepListed } from './keep-listed.ts';
import { listTouches } from './listed-queries.ts';
import { linkPayers } from './payer-queries.ts';
import { asking, type StripeContext, stripeOf } from './stripe.ts';

export const adoptInput = z.object({
  dry_run: z.boolean().default(true).describe('Only say what would be linked; false: link it'),
  by_address: z
    .boolean()
    .default(false)
    .describe(
      'Also link customers whose address at Stripe is that of a subscriber. Look at the dry run first',
    ),
});

const adoptedSchema = z.object({
  subscription_id: z.string(),
  customer_id: z.string(),
  email_address: z.string().nullable().describe('The address at Stripe'),
  subscriber_id: z.string().nullable(),
  match: z
    .enum(['linked', 'customer', 'address', 'none'])
    .describe(
      'linked: it was linked before. customer: a subscriber has this customer id in their metadata. address: a subscriber has the same address. none: it matches nobody',
    ),
  status: z.string(),
  ends: z.boolean().describe('Whether it is set to end'),
  foreign_fee: z
    .number()
    .nullable()
    .describe('The percentage of each payment that another service still takes'),
});
type Adopted = z.output<typeof adoptedSchema>;

export const adoptionSchema = z
  .object({
    dry_run: z.boolean(),
    found: z.int().describe("Running subscriptions of the newsletter's products"),
    linked: z.int().describe('How many of them are linked to a subscriber now, or would be'),
    subscriptions: z.array(adoptedSchema).describe('Those that were not linked before, at most 1,000'),
  })
  .meta({ id: 'Adoption' });

const mostShown = 1000;

/**
 * Links subscriptions that another service began to the subscribers who pay for them: by the customer id that an import has kept, and by
 * address only if that is requested. Nothing is changed at Stripe, so nobody is charged twice or loses a day.
 */
export async function adopt(
  context: StripeContext,
  account: PaymentAccount,
  { dry_run, by_address }: z.output<typeof adoptInput>,
): Promise<z.input<typeof adoptionSchema>> {
  const { db } = context;
  const before = await listTouches(db, account.key);
  const all = await asking(() => listRunning(context, account));
  const found = await matched(
    db,
    account,
    all.map(({ facts: _, ...one }) => one),
  );
  const wanted = found.filter(({ match }) => match === 'customer' || (match === 'address' && by_address));
  if (!dry_run) {
    await link(db, account, wanted);
    const ids = new Set(wanted.map(({ subscription_id }) => subscription_id));
    const linked = all.filter(({ subscription_id }) => ids.has(subscription_id));
    const listed = new Map(linked.map(({ subscription_id, facts }) => [subscription_id, facts]));
    await keepListed(context, account, listed, before);
  }
  const known = found.filter(({ match }) => match === 'linked').length;
  return {
    dry_run,
    found: found.length,
    linked: known + wanted.length,
    subscriptions: found.filter(({ match }) => match !== 'linked').slice(0, mostShown),
  };
}

type Running = Omit<Adopted, 'subscriber_id' | 'match'>;

async function listRunning(
  context: StripeContext,
  account: PaymentAccount,
): Promise<(Running & { facts: SubscriptionFacts })[]> {
  const running: (Running & { facts: SubscriptionFacts })[] = [];
  for await (const subscription of fetchSubscriptions(stripeOf(context, account), ['customer'])) {
    const facts = factsOf(subscription);
    if (!isRunning(facts) || !account.product_ids.includes(facts.product)) continue;
    const { customer } = subscription;
    running.push({
      subscription_id: subscription.id,
      customer_id: facts.customer,
      email_address: typeof customer === 'object' && !customer.deleted ? customer.email : null,
      status: facts.status,
      ends: facts.planned_end !== null,
      foreign_fee: facts.foreign_fee,
      facts,
    });
  }
  return running;
}

/** Finds the subscriber of each customer: one already known for it, one with the id in their metadata, or one with the address. */
async function matched(
  db: Database,
  { key, newsletter_key }: PaymentAccount,
  running: Running[],
): Promise<Adopted[]> {
  const customers = [...new Set(running.map(({ customer_id }) => customer_id))];
  const linked = await db
    .selectFrom('payers')
    .select('customer_id')
    .where('account_key', '=', key)
    .where('customer_id', '=', sql<string>`any(${customers}::text[])`)
    .execute();
  const known = new Set(linked.map(({ customer_id }) => customer_id));
  const kept = await db
    .selectFrom('subscribers')
    .select(['id', sql<string>`metadata ->> 'stripe_customer_id'`.as('customer_id')])
    .where('newsletter_key', '=', newsletter_key)
    .where(sql`metadata ->> 'stripe_customer_id'`, '=', sql`any(${customers}::text[])`)
    .orderBy('key', 'desc')
    .execute();
  const named = new Map(kept.map(({ id, customer_id }) => [customer_id, id]));
  const addressOf = ({ email_address }: Running) => {
    const address = email_address === null ? null : parseMailAddress(email_address);
    return address === null ? '' : normalAddress(address);
  };
  const same = await db
    .selectFrom('subscribers')
    .select(['id', 'normal_address'])
    .where('newsletter_key', '=', newsletter_key)
    .where('normal_address', '=', sql<string>`any(${[...new Set(running.map(addressOf))]}::text[])`)
    .execute();
  const addressed = new Map(same.map(({ id, normal_address }) => [normal_address, id]));
  return running.map(one => {
    const subscriber_id = named.get(one.customer_id) ?? addressed.get(addressOf(one)) ?? null;
    if (known.has(one.customer_id)) return { ...one, subscriber_id: null, match: 'linked' };
    if (named.has(one.customer_id)) return { ...one, subscriber_id, match: 'customer' };
    return { ...one, subscriber_id, match: subscriber_id === null ? 'none' : 'address' };
  });
}

async function link(db: Database, account: PaymentAccount, found: Adopted[]): Promise<void> {
  await inTransaction(db, async trx => {
    const people = await trx
      .selectFrom('subscribers')
      .select(['id', 'key'])
      .where('newsletter_key', '=', account.newsletter_key)
      .where('id', '=', sql<string>`any(${found.map(one => one.subscriber_id)}::uuid[])`)
      .execute();
    const keys = new Map(people.map(({ id, key }) => [id, key]));
    const payers = found.flatMap(({ customer_id, subscriber_id }) => {
      const subscriber_key = keys.get(subscriber_id ?? '');
      return subscriber_key === undefined ? [] : [{ customer_id, subscriber_key }];
    });
    await linkPayers(
      trx,
      account.key,
      [...new Map(payers.map(one => [one.customer_id, one])).values()],
      'adopted',
    );
  });
}
