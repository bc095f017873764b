import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Grants } from '../../platform/database/schema.ts';
import type { Grant } from './grant.ts';

/** Adds the grants, in one statement. Those whose source and reference are taken are not added. Returns the added ones. */
export async function insertGrants(trx: Database, grants: Insertable<Grants>[]): Promise<Grant[]> {
  if (grants.length === 0) return [];
  return trx
    .insertInto('grants')
    .values(grants)
    .onConflict(conflict => conflict.constraint('grants_reference_unique').doNothing())
    .returningAll()
    .execute();
}

/** Returns the grants of these subscribers, oldest first, by subscriber. */
export async function grantsOf(db: Database, subscriber_keys: number[]): Promise<Map<number, Grant[]>> {
  if (subscriber_keys.length === 0) return new Map();
  const grants = await db
    .selectFrom('grants')
    .selectAll()
    .where('subscriber_key', '=', sql<number>`any(${subscriber_keys}::bigint[])`)
    .orderBy('key')
    .execute();
  return Map.groupBy(grants, grant => grant.subscriber_key);
}

/** Finds the grant that its source knows by this reference. */
export async function findGrant(
  db: Database,
  newsletter_key: number,
  source: string,
  reference: string,
): Promise<Grant | undefined> {
  return db
    .selectFrom('grants')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('source', '=', source)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** The reason for a revocation, and who revokes. */
export type Revocation = Pick<Grant, 'revoked_reason' | 'is_void'> & { revoked_by: string };

/** Revokes those of the grants that have not been revoked. Returns the ids of the grants it revoked, once each. */
export async function revokeGrants(
  trx: Database,
  keys: number[],
  { revoked_by, revoked_reason, is_void }: Revocation,
  now: Date,
): Promise<string[]> {
  const revoked = await trx
    .updateTable('grants')
    .set({ revoked_date: now.toISOString(), revoked_by, revoked_reason, is_void })
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .where('revoked_date', 'is', null)
    .returning('id')
    .execute();
  return revoked.map(({ id }) => id);
}
