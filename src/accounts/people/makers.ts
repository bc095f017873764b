import { type Actor, recordAudit } from '../../journal/audit/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import { boundsSchema } from '../bounds.ts';
import type { Caller } from '../caller.ts';
import { demandWithin, findExcess, type Grant } from '../grant.ts';
import { revokeKeyRow, setKeyMaker } from '../key-queries.ts';
import type { EndKeys } from '../keys.ts';
import { permissionsSchema, reaches } from '../permissions.ts';
import { ownersPowers, powersOf, roleSchema } from '../role.ts';
import { findKeyGrant, listKeysBelow } from './maker-queries.ts';
import { findMembershipOf } from './member-queries.ts';

/**
 * Whether whoever made something with this grant, an invitation or a key, could still make it: a key that is valid, or a
 * person who belongs to the newsletter, that may change its settings and do all of what is granted.
 */
export async function couldStillMake(
  db: Database,
  newsletter_key: number,
  maker: string | null,
  wanted: Grant,
): Promise<boolean> {
  const own = maker === null ? undefined : await findGrant(db, newsletter_key, maker);
  return own !== undefined && mayMake(own, wanted);
}

/** Who ends the rights of a maker, and who keeps the keys. */
type Ending = { actor: Actor; keeper?: Caller | undefined };

/**
 * Ends what `maker`, a person or a key, has left behind: revokes the valid keys that it created, directly or through other
 * keys, and could no longer create. With a `keeper` they stay, and become the keeper's. Required in the transaction in which the
 * maker loses rights. Returns the number of keys revoked. Throws `forbidden` for a keeper with fewer rights than a key.
 */
export async function endKeysOf(trx: Database, maker: string, { actor, keeper }: Ending): Promise<number> {
  let revoked = 0;
  for (const key of await listKeysBelow(trx, maker)) {
    const grant = grantOf(key);
    const own = await findGrant(trx, key.newsletter_key, maker);
    if (own && mayMake(own, grant)) continue;
    if (keeper) {
      demandWithin(keeper, grant);
      if (key.created_by === maker) await setKeyMaker(trx, key.id, keeper.by);
      continue;
    }
    await revokeKeyRow(trx, key.id);
    const entry = { newsletter_id: key.newsletter_id, action: 'api_key.revoked', object_id: key.id };
    await recordAudit(trx, actor, entry);
    revoked += 1;
  }
  return revoked;
}

/** endKeysOf for a caller, who becomes the keeper with `keep_keys`. */
export const endKeys: EndKeys = (trx, maker, caller, { ip_address, keep_keys }) => {
  const { type, by } = caller;
  return endKeysOf(trx, maker, { actor: { type, by, ip_address }, keeper: keep_keys ? caller : undefined });
};

/** Throws `request_invalid` if somebody who leaves would keep keys. */
export function refuseToKeep(keep_keys: boolean): void {
  if (!keep_keys) return;
  throw new DomainError(
    'request_invalid',
    'keep_keys: you cannot keep keys of a newsletter that you leave. Ask another owner to remove you and to keep them.',
  );
}

async function findGrant(db: Database, newsletter_key: number, id: string): Promise<Grant | undefined> {
  const key = await findKeyGrant(db, newsletter_key, id);
  if (key) return grantOf(key);
  const person = await findMembershipOf(db, newsletter_key, id);
  if (person?.installation === 'write') return { ...ownersPowers, expiry_date: null };
  return person?.role ? { ...powersOf(roleSchema.parse(person.role)), expiry_date: null } : undefined;
}

function mayMake(own: Grant, wanted: Grant): boolean {
  return reaches(own.permissions, 'settings', 'write') && findExcess(own, wanted) === undefined;
}

type Row = { permissions: unknown; bounds: unknown; expiry_date: string | null };

function grantOf({ permissions, bounds, expiry_date }: Row): Grant {
  return {
    permissions: permissionsSchema.parse(permissions),
    bounds: boundsSchema.parse(bounds),
    expiry_date,
  };
}
