import { sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { type Bounds, boundsSchema, isBounded } from './bounds.ts';
import { findRole } from './key-queries.ts';
import { powersOf, roleSchema } from './role.ts';

/** A key in a chain, with its bounds and the id of its creator. */
export type Link = { key: number; id: string; bounds: Bounds; created_by: string | null };

/**
 * The key with this id, the key that created it, and so on to the root of the chain, valid or not; empty if no key has this id. With
 * `held`, the keys with bounds are locked until the transaction of `db` ends.
 */
export async function findChain(
  db: Database,
  id: string,
  { held = false }: { held?: boolean } = {},
): Promise<Link[]> {
  const { rows } = await sql<Omit<Link, 'bounds'> & { bounds: unknown }>`
    with recursive chain as (
      select key, id, bounds, created_by, 0 as place from api_keys where id = ${id}
      union all
      select maker.key, maker.id, maker.bounds, maker.created_by, place + 1
      from api_keys maker join chain on maker.id = chain.created_by
    )
    select key, id, bounds, created_by from chain order by place`.execute(db);
  const chain = rows.map(row => ({ ...row, bounds: boundsSchema.parse(row.bounds) }));
  if (held) await hold(db, chain);
  return chain;
}

async function hold(trx: Database, chain: Link[]): Promise<void> {
  const keys = boundedLinks(chain).map(({ key }) => key);
  if (keys.length > 0)
    await sql`select from api_keys where key = any(${keys}::int[]) order by key for no key update`.execute(
      trx,
    );
}

/** Returns the keys with bounds, which hold for all keys below them too. A chain begins with them, since nobody creates a wider key. */
export function boundedLinks(chain: Link[]): Link[] {
  return chain.filter(({ bounds }) => isBounded(bounds));
}

/**
 * Finds the bounds of the key with this id, or of the person's role in the newsletter, even if the key is no longer valid or the person has
 * left; undefined for an owner of the installation, and for anybody unknown.
 */
export async function findBounds(
  db: Database,
  newsletter_key: number,
  id: string,
  chain?: Link[],
): Promise<Bounds | undefined> {
  const [link] = chain ?? (await findChain(db, id));
  if (link) return link.bounds;
  const role = await findRole(db, newsletter_key, id);
  return role === undefined ? undefined : powersOf(roleSchema.parse(role)).bounds;
}

/** Whether `id` is `maker`, or a key that goes back to it. */
export async function goesBackTo(db: Database, id: string, maker: string): Promise<boolean> {
  return id === maker || (await findChain(db, id)).some(({ created_by }) => created_by === maker);
}

/**
 * Whether what `by` does counts as done by `other`: they are the same, `by` is a key that goes back to `other`, or both go
 * back to the same key with bounds.
 */
export async function isSameHand(db: Database, by: string, other: string): Promise<boolean> {
  if (await goesBackTo(db, by, other)) return true;
  const [own, theirs] = [await findChain(db, by), await findChain(db, other)];
  return boundedLinks(own).some(({ id }) => theirs.some(link => link.id === id));
}
