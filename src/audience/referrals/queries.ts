import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';
import type { Refusal } from './referral.ts';

/**
 * Notes who brought the subscriber, unless that is already known. Does nothing if the referrer has not confirmed or belongs to another
 * newsletter.
 */
export async function insertReferral(
  trx: Database,
  { key, newsletter_key }: Pick<Subscriber, 'key' | 'newsletter_key'>,
  { referrer_id, networks }: { referrer_id: string; networks: string[] },
): Promise<void> {
  await sql`
    insert into referrals (subscriber_key, referrer_key, networks)
    select ${key}, referrer.key, ${networks}::text[]
    from subscribers referrer
    where referrer.id = ${referrer_id} and newsletter_key = ${newsletter_key} and type <> 'unactivated' and referrer.key <> ${key}
    on conflict do nothing`.execute(trx);
}

export type Open = {
  referrer_key: number;
  networks: string[];
  referrer_id: string;
  referrer_address: string;
};

/** Returns the referral of somebody, if it is not settled yet. Calls for the same referrer wait for each other's transaction to end. */
export async function holdOpenReferral(trx: Database, subscriber_key: number): Promise<Open | undefined> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('referrals', referrer_key))
    from referrals where subscriber_key = ${subscriber_key}`.execute(trx);
  const { rows } = await sql<Open>`
    select referrer_key, networks, referrer.id as referrer_id, referrer.normal_address as referrer_address
    from referrals join subscribers referrer on referrer.key = referrer_key
    where subscriber_key = ${subscriber_key} and settled_date is null`.execute(trx);
  return rows[0];
}

/** Lists the addresses of the people who count for the referrer. */
export async function listCountedAddresses(trx: Database, referrer_key: number): Promise<string[]> {
  const { rows } = await sql<{ normal_address: string }>`
    select normal_address
    from referrals join subscribers on subscribers.key = subscriber_key
    where referrer_key = ${referrer_key} and settled_date is not null and refusal is null`.execute(trx);
  return rows.map(({ normal_address }) => normal_address);
}

/** Lists the addresses from which the referrer signed up, as they are stored. */
export async function listOwnAddresses(trx: Database, referrer_key: number): Promise<string[]> {
  const { rows } = await sql<{ ip_address: string }>`
    select ip_address from subscribers where key = ${referrer_key}
    union select ip_address from consents where subscriber_key = ${referrer_key}`.execute(trx);
  return rows.map(({ ip_address }) => ip_address);
}

/** Whether the referrer has read mail in one of the networks, or somebody who counts for them was there. */
export async function haveBeenIn(trx: Database, referrer_key: number, networks: string[]): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from referrals
      where referrer_key = ${referrer_key} and settled_date is not null and refusal is null and networks && ${networks}::text[]
    ) or exists (
      select from hits where subscriber_key = ${referrer_key} and network = any(${networks}::text[])
    ) as known`.execute(trx);
  return rows[0]!.known;
}

export async function settleReferral(
  trx: Database,
  subscriber_key: number,
  { networks, refusal, settled_date }: { networks: string[]; refusal: Refusal | null; settled_date: string },
): Promise<void> {
  await trx
    .updateTable('referrals')
    .set({ networks, refusal, settled_date })
    .where('subscriber_key', '=', subscriber_key)
    .where('settled_date', 'is', null)
    .execute();
}

/** Returns how many people who count the reader has brought. */
export async function countReferrals(db: Database, referrer_key: number): Promise<number> {
  const { count } = await db
    .selectFrom('referrals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('referrer_key', '=', referrer_key)
    .where('settled_date', 'is not', null)
    .where('refusal', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type Referred = Subscriber & {
  referral_date: string;
  referral_settled_date: string | null;
  referral_refusal: Refusal | null;
};

/** Returns a page of the people whom the subscriber has brought, latest first: those who count, or the others. */
export async function listReferred(
  db: Database,
  referrer_key: number,
  { counted, ...page }: Page & { counted: boolean },
): Promise<{ results: Referred[]; count: number }> {
  const referred = db
    .selectFrom('referrals')
    .innerJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .selectAll('subscribers')
    .select([
      'referrals.creation_date as referral_date',
      'settled_date as referral_settled_date',
      sql<Refusal | null>`refusal`.as('referral_refusal'),
    ])
    .where('referrer_key', '=', referrer_key)
    .where(sql<boolean>`(settled_date is not null and refusal is null)`, '=', counted)
    .orderBy('referrals.creation_date', 'desc')
    .orderBy('subscriber_key', 'desc');
  return readPage(referred, page);
}
