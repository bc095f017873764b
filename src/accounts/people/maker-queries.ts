import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { isId } from '../../platform/ids.ts';
import { findChain } from '../chain.ts';

/** Returns what the newsletter's key with this id may do; undefined if it is revoked or has expired. */
export async function findKeyGrant(db: Database, newsletter_key: number, id: string) {
  return db
    .selectFrom('api_keys')
    .select(['permissions', 'bounds', 'expiry_date'])
    .where('id', '=', id)
    .where('newsletter_key', '=', newsletter_key)
    .where('revocation_date', 'is', null)
    .where(sql<boolean>`coalesce(expiry_date > now(), true)`)
    .executeTakeFirst();
}

/** A valid key, its maker, and its newsletter. */
export type KeyBelow = {
  id: string;
  created_by: string;
  permissions: unknown;
  bounds: unknown;
  expiry_date: string | null;
  newsletter_key: number;
  newsletter_id: string;
};

/**
 * Lists the valid keys that the person or key with this id created, directly or through other keys, valid or not. Locks them until the
 * transaction ends.
 */
export async function listKeysBelow(trx: Database, maker: string): Promise<KeyBelow[]> {
  const { rows } = await sql<KeyBelow>`
    with recursive below as (
      select id from api_keys where created_by = ${maker}
      union
      select api_keys.id from api_keys join below on api_keys.created_by = below.id
    )
    select api_keys.id, created_by, permissions, bounds, expiry_date, newsletter_key, newsletters.id as newsletter_id
    from api_keys join newsletters on newsletters.key = newsletter_key
    where api_keys.id in (select id from below) and revocation_date is null
    order by api_keys.key for no key update of api_keys`.execute(trx);
  return rows;
}

/** Lists the unused invitations that the person or key with this id has made. */
export async function listInvitationsBy(trx: Database, invited_by: string) {
  return trx
    .selectFrom('invitations')
    .select(['id', 'newsletter_key', 'role'])
    .where('invited_by', '=', invited_by)
    .where('used_date', 'is', null)
    .execute();
}

/**
 * Waits until nobody else is ending the key or person with this id, or a key or person that it goes back to, and lets nobody
 * begin before the transaction ends.
 */
export async function holdMakers(trx: Database, id: string): Promise<void> {
  const chain = (await findChain(trx, id)).flatMap(({ id, created_by }) => [id, created_by ?? '']);
  const ids = [id, ...chain].filter(isId);
  await sql`select from people where id = any(${ids}::uuid[]) order by key for share`.execute(trx);
  await sql`select from api_keys where id = any(${ids}::uuid[]) order by key for share`.execute(trx);
}
