import { type Actor, recordAudit } from '../../journal/audit/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { boundsSchema } from '../bounds.ts';
import type { Caller } from '../caller.ts';
import { demandWithin, findExcess, type Grant } from '../grant.ts';
import { revokeKeyRow, setKeyMaker } from '../key-queries.ts';
import type { EndMade, HoldRights } from '../keys.ts';
import { permissionsSchema, reaches } from '../permissions.ts';
import { holdNewsletter } from '../queries.ts';
import { ownersPowers, powersOf, type Role, roleSchema } from '../role.ts';
import { findKeyGrant, holdMakers, listInvitationsBy, listKeysBelow } from './maker-queries.ts';
import { deleteInvitation, findMembershipOf } from './member-queries.ts';

/**
 * Whether the maker of something with this grant, an invitation or a key, could still make it: a valid key, or a person who belongs to the
 * newsletter, that may change its settings and do all that is granted.
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

/**
 * The caller who ends the rights of a maker, the one who keeps the keys, and whether rights end even for what the maker could still make.
 */
type Ending = { actor: Actor; keeper?: Caller | undefined; all?: boolean };

/**
 * Ends what `maker`, a person or a key, has left behind and could no longer make: deletes its open invitations, and revokes the
 * valid keys that it created, directly or through other keys. With a `keeper` the keys stay, and become the keeper's. Required in
 * the transaction in which the maker loses rights. Returns the number of keys revoked. Throws `forbidden` for a keeper with
 * fewer rights than a key.
 */
export async function endMadeBy(
  trx: Database,
  maker: string,
  { actor, keeper, all = false }: Ending,
): Promise<number> {
  for (const { id, newsletter_key, role } of await listInvitationsBy(trx, maker)) {
    const wanted = grantOfRole(roleSchema.parse(role));
    if (all || !(await couldStillMake(trx, newsletter_key, maker, wanted)))
      await deleteInvitation(trx, newsletter_key, id);
  }
  let revoked = 0;
  for (const key of await listKeysBelow(trx, maker)) {
    const grant = grantOf(key);
    if (!all && (await couldStillMake(trx, key.newsletter_key, maker, grant))) continue;
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

/** endMadeBy for a caller, who becomes the keeper with `keep_keys`. */
export const endMade: EndMade = (trx, maker, caller, { ip_address, keep_keys }) => {
  const { type, by } = caller;
  return endMadeBy(trx, maker, { actor: { type, by, ip_address }, keeper: keep_keys ? caller : undefined });
};

/**
 * Holds the caller's rights until the transaction ends. Required in a transaction that grants something, because whatever ends
 * a maker's rights also ends what they made, and must not miss what they are making. Throws `forbidden` if the caller has fewer
 * rights than when the request began.
 */
export const holdRights: HoldRights = async (trx, caller) => {
  await holdNewsletter(trx, caller.newsletter.key);
  await holdMakers(trx, caller.by);
  const own = await findGrant(trx, caller.newsletter.key, caller.by);
  if (own && findExcess(own, caller) === undefined) return;
  throw domainError('forbidden', 'people.rights_lost');
};

/** Throws `request_invalid` if somebody who leaves would keep keys. */
export function refuseToKeep(keep_keys: boolean): void {
  if (!keep_keys) return;
  throw domainError('request_invalid', 'people.keys_not_kept');
}

async function findGrant(db: Database, newsletter_key: number, id: string): Promise<Grant | undefined> {
  const key = await findKeyGrant(db, newsletter_key, id);
  if (key) return grantOf(key);
  const person = await findMembershipOf(db, newsletter_key, id);
  if (person?.installation === 'write') return { ...ownersPowers, expiry_date: null };
  return person?.role ? grantOfRole(roleSchema.parse(person.role)) : undefined;
}

/** All that somebody with this role may do. */
export function grantOfRole(role: Role): Grant {
  return { ...powersOf(role), expiry_date: null };
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
