import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import type { Drift } from './account.ts';
import type { SubscriptionFacts } from './facts.ts';

/** Lists all known subscriptions of the account, with their payers. */
export async function listKept(
  db: Database,
  account_key: number,
): Promise<
  {
    object_id: string;
    facts: SubscriptionFacts | null;
    is_running: boolean;
    customer_id: string;
    is_linked: boolean;
    subscriber_id: string | null;
  }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof listKept>>[number]>`
    select object_id, facts, is_running, objects.customer_id, payer.key is not null as is_linked, person.id as subscriber_id
    from payment_objects objects
    left join lateral (
      select key, subscriber_key from payers
      where payers.account_key = objects.account_key and payers.customer_id = objects.customer_id limit 1
    ) payer on true
    left join lateral (select id from subscribers where subscribers.key = payer.subscriber_key limit 1) person on true
    where objects.account_key = ${account_key} and kind = 'subscription'`.execute(db);
  return rows;
}

/** Returns those of these objects that are known. */
export async function listKnown(
  db: Database,
  account_key: number,
  object_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment_objects')
    .select('object_id')
    .where('account_key', '=', account_key)
    .where('object_id', '=', sql<string>`any(${[...object_ids]}::text[])`)
    .execute();
  return new Set(rows.map(row => row.object_id));
}

export type Sweep = { compared: number; agreed: number; outside: number; drifts: Drift[] };

export async function keepSweep(db: Database, account_key: number, sweep: Sweep, now: Date): Promise<void> {
  await db
    .insertInto('payment_sweeps')
    .values({ ...sweep, account_key, sweep_date: now.toISOString(), drifts: JSON.stringify(sweep.drifts) })
    .execute();
}

export async function findLastSweep(
  db: Database,
  account_key: number,
): Promise<(Sweep & { date: string }) | null> {
  const row = await db
    .selectFrom('payment_sweeps')
    .select(['sweep_date as date', 'compared', 'agreed', 'outside', 'drifts'])
    .where('account_key', '=', account_key)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, drifts: row.drifts as unknown as Drift[] } : null;
}
