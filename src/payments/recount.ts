import { sql } from 'kysely';
import type { Newsletter } from '../accounts/newsletter.ts';
import type { Database } from '../platform/database/connect.ts';
import { dayOf } from '../platform/days.ts';
import { day_ms } from '../platform/durations.ts';
import type { PaymentAccount } from './account.ts';
import type { Conversion } from './conversions.ts';
import type { SubscriptionFacts } from './facts.ts';
import type { Move, MovementKind, Receipts } from './number-queries.ts';
import { keptSource, type Numbers, readNumbers, type Source } from './numbers.ts';
import type { ObjectKind } from './queries.ts';
import type { InvoiceFacts, RefundFacts } from './receipts.ts';
import { isAtRisk, worthOf } from './worth.ts';

type ReadRow = { object_id: string; kind: ObjectKind; read_date: string; facts: unknown; in_scope: boolean };

/**
 * Computes every figure of the account again from the history of reads alone, and compares it with the shown one. Returns the differences,
 * such as `usd, mrr: 500 is shown, 400 was recounted`.
 */
export async function recount(
  db: Database,
  newsletter: Newsletter,
  account: PaymentAccount,
  now: Date,
): Promise<string[]> {
  const { timezone } = newsletter;
  const reads = await listReads(db, account.key);
  const start = dayOf(new Date(reads[0]?.read_date ?? now), timezone);
  const range = { start, end: dayOf(now, timezone) };
  const shown = await readNumbers(keptSource(db, account, newsletter), timezone, range);
  const recounted = await readNumbers(readsSource(db, reads, newsletter, account), timezone, range);
  return [...differences(shown, recounted), ...(await wrongWorths(db, account.key, shown))];
}

async function listReads(db: Database, account_key: number): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select object_id, kind, payment_reads.read_date, payment_reads.facts, payment_reads.in_scope
    from payment_reads join payment_objects on payment_objects.key = object_key
    where account_key = ${account_key} and kind <> 'checkout' order by payment_reads.key`.execute(db);
  return rows;
}

function readsSource(
  db: Database,
  reads: ReadRow[],
  newsletter: Newsletter,
  account: PaymentAccount,
): Source {
  const { timezone } = newsletter;
  const last = new Map(reads.map(read => [read.object_id, read]));
  const lastOf = (kind: ObjectKind) => [...last.values()].filter(read => read.kind === kind);
  return {
    moves: async () => movesIn(reads, timezone),
    receipts: async () => receiptsIn(lastOf('invoice'), lastOf('refund'), timezone),
    risk: async () => riskIn(lastOf('subscription')),
    emails: (start, end) => conversionsIn(db, newsletter, account.key, { start, end }),
  };
}

/** Follows the income from each subscription from read to read, and the payments of each customer. */
function movesIn(reads: ReadRow[], timezone: string): Move[] {
  const worths = new Map<string, number>();
  const customers = new Map<string, number>();
  const sums = new Map<string, Move>();
  for (const { object_id, kind, facts, in_scope, read_date } of reads) {
    if (kind !== 'subscription') continue;
    const read = facts as SubscriptionFacts;
    const worth = read.status ? worthOf(read, in_scope) : 0;
    const amount = worth - (worths.get(object_id) ?? 0);
    worths.set(object_id, worth);
    if (amount === 0) continue;
    const customer = `${read.customer} ${read.currency}`;
    const before = customers.get(customer);
    const after = (before ?? 0) + amount;
    customers.set(customer, after);
    add(sums, {
      currency: read.currency,
      day: dayOf(new Date(read_date), timezone),
      kind: kindOf(before, after),
      people: 1,
      amount,
    });
  }
  return [...sums.values()];
}

function kindOf(before: number | undefined, after: number): MovementKind {
  if (before === undefined) return 'new';
  if (before === 0) return 'return';
  if (after === 0) return 'churn';
  return after > before ? 'expansion' : 'contraction';
}

function add(sums: Map<string, Move>, move: Move): void {
  const name = [move.currency, move.day, move.kind].join();
  const sum = sums.get(name);
  if (!sum) sums.set(name, move);
  else {
    sum.people += move.people;
    sum.amount += move.amount;
  }
}

function receiptsIn(invoices: ReadRow[], refunds: ReadRow[], timezone: string): Receipts[] {
  const dayAt = (seconds: number) => dayOf(new Date(seconds * 1000), timezone);
  const paid = invoices
    .filter(({ in_scope }) => in_scope)
    .map(({ facts }) => facts as InvoiceFacts)
    .filter(facts => facts.paid > 0);
  const intents = new Set(paid.flatMap(({ payment_intents }) => payment_intents));
  const back = refunds
    .map(({ facts }) => facts as RefundFacts)
    .filter(({ is_good, payment_intent }) => is_good && intents.has(payment_intent));
  return [
    ...paid.map(facts => ({
      ...{ currency: facts.currency, day: dayAt(facts.paid_at ?? 0) },
      ...{ paid: facts.paid, invoices: 1, refunded: 0 },
    })),
    ...back.map(({ currency, created, amount }) => ({
      ...{ currency, day: dayAt(created), paid: 0, invoices: 0, refunded: amount },
    })),
  ];
}

function riskIn(subscriptions: ReadRow[]) {
  const risky = subscriptions.flatMap(({ facts, in_scope }) => {
    const read = facts as SubscriptionFacts;
    const amount = read.status ? worthOf(read, in_scope) : 0;
    return amount > 0 && isAtRisk(read) ? [{ ...read, amount }] : [];
  });
  return [...Map.groupBy(risky, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    people: new Set(some.map(({ customer }) => customer)).size,
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
  }));
}

type Checkout = { subscriber_key: number; state: string; creation_date: string };
type Click = { subscriber_key: number; id: string; subject: string; click_date: string };

/** Computes the same as `listConversions`, from the rows one by one. */
async function conversionsIn(
  db: Database,
  { key, timezone }: Newsletter,
  account_key: number,
  { start, end }: { start: string; end: string },
): Promise<Conversion[]> {
  const { rows: checkouts } = await sql<Checkout>`
    select subscriber_key, state, creation_date from checkouts where account_key = ${account_key}`.execute(
    db,
  );
  const { rows: clicks } = await sql<Click>`
    select subscriber_key, id, subject, click_date from deliveries join emails on emails.key = email_key
    where newsletter_key = ${key} and click_date is not null and emails.status = 'sent'
      and publish_date > ${start}::date - interval '100 days'
      and subscriber_key = any(${checkouts.map(one => one.subscriber_key)}::bigint[])
    order by click_date desc`.execute(db);
  const led = checkouts.flatMap(({ subscriber_key, state, creation_date }) => {
    const day = dayOf(new Date(creation_date), timezone);
    const at = Date.parse(creation_date);
    const click = clicks.find(one => {
      const before = at - Date.parse(one.click_date);
      return one.subscriber_key === subscriber_key && before >= 0 && before <= 7 * day_ms;
    });
    return click && day >= start && day <= end ? [{ ...click, state }] : [];
  });
  const people = (some: typeof led) => new Set(some.map(one => one.subscriber_key)).size;
  return [...Map.groupBy(led, ({ id }) => id)]
    .map(([email_id, some]) => ({
      email_id,
      subject: some[0]!.subject,
      checkouts: people(some),
      paid: people(some.filter(({ state }) => state === 'completed')),
    }))
    .toSorted((a, b) => b.paid - a.paid || b.checkouts - a.checkouts || (a.email_id < b.email_id ? -1 : 1))
    .slice(0, 100);
}

/** Checks that the incomes kept with the subscriptions add up to the monthly income. */
async function wrongWorths(db: Database, account_key: number, { currencies }: Numbers): Promise<string[]> {
  const { rows } = await sql<{ currency: string; worth: number }>`
    select facts ->> 'currency' as currency, sum(worth)::bigint as worth from payment_objects
    where account_key = ${account_key} and kind = 'subscription' and worth > 0 group by 1`.execute(db);
  const kept = new Map(rows.map(({ currency, worth }) => [currency, worth]));
  return currencies
    .filter(({ currency, mrr }) => (kept.get(currency) ?? 0) !== mrr)
    .map(({ currency, mrr }) =>
      differs(`${currency}, sum of the subscriptions`, mrr, kept.get(currency) ?? 0),
    );
}

function differs(name: string, shown: unknown, recounted: unknown): string {
  return `${name}: ${shown} is shown, ${recounted} was recounted`;
}

/** Lists every value in which the two differ, by its path. */
function differences(shown: unknown, recounted: unknown, path: string[] = []): string[] {
  if (typeof shown !== 'object' || shown === null || typeof recounted !== 'object' || recounted === null)
    return shown === recounted ? [] : [differs(path.join(', '), shown, recounted)];
  const names = new Set([...Object.keys(shown), ...Object.keys(recounted)]);
  return [...names].flatMap(name => {
    const [one, other] = [shown, recounted].map(value => (value as Record<string, unknown>)[name]);
    return differences(one, other, [...path, nameOf(one ?? other, name)]);
  });
}

function nameOf(value: unknown, name: string): string {
  const { currency, day, email_id } = (value ?? {}) as { currency?: string; day?: string; email_id?: string };
  return currency ?? day ?? email_id ?? name;
}
