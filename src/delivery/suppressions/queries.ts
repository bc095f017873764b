import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { isId } from '../../platform/ids.ts';
import { reportBehind } from '../ledger/why-suppressed.ts';
import type { Cursor } from './cursor.ts';

/**
 * The suppressions that are searched for: subscribers of these types who match `search`; and erased people, either all or those with these
 * hashes.
 */
export type Wanted = {
  newsletter_key: number;
  types: SubscriberType[];
  search: RawBuilder<boolean> | undefined;
  subscriber_id: string | undefined;
  erased: 'all' | 'none' | Buffer[];
};

type Place = { date: string; key: number | null; hash: string | null };

/**
 * Lists the places of one page of suppressions, the newest first. Subscribers and erased people are each read from their own index, as far
 * as needed.
 */
export async function listPlaces(
  db: Database,
  wanted: Wanted,
  after: Cursor | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Place[]> {
  const most = limit + offset;
  const branches = wanted.types.map(
    type => sql`(
      select suppressed_date as date, key, null as hash from subscribers
      where newsletter_key = ${wanted.newsletter_key} and type = ${type} and suppressed_date is not null
        and ${wanted.search ?? sql`true`} and ${only(wanted)} and ${afterSubscriber(after)}
      order by suppressed_date desc, key desc limit ${most})`,
  );
  if (wanted.erased !== 'none')
    branches.push(sql`(
      select creation_date as date, null as key, encode(address_hash, 'hex') as hash from suppressions
      where ${erasedOf(wanted)} and ${afterErased(after)}
      order by creation_date desc, address_hash desc limit ${most})`);
  if (branches.length === 0) return [];
  const { rows } = await sql<Place>`
    select date, key::bigint as key, hash from (${sql.join(branches, sql` union all `)}) found
    order by date desc, key desc nulls last, hash desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Counts these suppressions. */
export async function countSuppressions(db: Database, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      select count(*) from subscribers
      where newsletter_key = ${wanted.newsletter_key} and type = any(${wanted.types}::subscriber_type[])
        and suppressed_date is not null and ${wanted.search ?? sql`true`} and ${only(wanted)}
    ) + ${wanted.erased === 'none' ? sql`0` : sql`(select count(*) from suppressions where ${erasedOf(wanted)})`} as count`.execute(
    db,
  );
  return rows[0]!.count;
}

type SuppressedRow = {
  key: number;
  id: string;
  email_address: string;
  type: SubscriberType;
  detail: string;
  has_left: boolean;
  evidence: {
    feedback_id: string;
    kind: string;
    status: string | null;
    reason: string | null;
    pattern: string | null;
    email_id: string | null;
    creation_date: string;
  } | null;
};

const evidence = sql`jsonb_build_object('feedback_id', feedback.id, 'kind', kind, 'status', feedback.status, 'reason', reason,
  'pattern', pattern, 'email_id', emails.id, 'creation_date',
  to_char(feedback.creation_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as evidence`;

/** Lists these subscribers, each with the newest bounce or complaint that explains the suppression. */
export async function listSuppressed(db: Database, keys: number[]): Promise<SuppressedRow[]> {
  const { rows } = await sql<SuppressedRow>`
    select subscribers.key, subscribers.id, email_address, type, unsubscription_reason as detail,
      coalesce(left_date >= suppressed_date - interval '1 minute', false) as has_left, evidence
    from subscribers left join ${reportBehind({ key: sql`subscribers.key`, type: sql`subscribers.type` }, evidence)}
    where subscribers.key = any(${keys}::bigint[])`.execute(db);
  return rows;
}

function erasedOf({ newsletter_key, erased }: Wanted): RawBuilder<boolean> {
  const own = sql<boolean>`newsletter_key = ${newsletter_key}`;
  return Array.isArray(erased) ? sql`${own} and address_hash = any(${erased}::bytea[])` : own;
}

function only({ subscriber_id }: Wanted): RawBuilder<boolean> {
  if (subscriber_id === undefined) return sql`true`;
  return sql`id = ${isId(subscriber_id) ? subscriber_id : null}::uuid`;
}

/** Returns the condition that a subscriber comes after the cursor. At the same moment, subscribers come before erased people. */
function afterSubscriber(after: Cursor | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  return after.key === null
    ? sql`suppressed_date < ${after.date}`
    : sql`(suppressed_date, key) < (${after.date}, ${after.key}::bigint)`;
}

function afterErased(after: Cursor | undefined): RawBuilder<boolean> {
  if (!after) return sql`true`;
  return after.hash === null
    ? sql`creation_date <= ${after.date}`
    : sql`(creation_date, address_hash) < (${after.date}, ${Buffer.from(after.hash, 'hex')}::bytea)`;
}
