import { z } from 'zod';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, notFound } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { isId } from '../../platform/ids.ts';
import type { Caller } from '../caller.ts';
import { demandWithin } from '../grant.ts';
import { demand } from '../permissions.ts';
import { isHigher, ownersPowers, powersOf, type Role, roleSchema } from '../role.ts';
import { personExample } from './examples.ts';
import { endMade, grantOfRole, holdRights, refuseToKeep } from './makers.ts';
import { findMember, findOwners, type MemberRow, putMember, removeMember } from './member-queries.ts';
import { hasProvenAddress, hasTotp, roleOf } from './person.ts';
import { updatePersonRow } from './queries.ts';

/** Somebody who works on a newsletter, as their colleagues see them. */
export const personSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email_address: z.string().describe('Empty for an owner of the installation who has not set one'),
    email_confirmed: z
      .boolean()
      .describe('Whether a mailed link proved the address; owners of the installation need not prove it'),
    role: roleSchema,
    installation: z.boolean().describe('Whether they own the installation, and therefore every newsletter'),
    has_two_factors: z.boolean().describe('Whether they have a passkey or an authenticator app'),
    group: z
      .string()
      .nullable()
      .describe('The group that gives them the role, by OIDC_ROLES; null: somebody gave it here'),
    has_identity: z.boolean().describe('Whether they can sign in with an account elsewhere'),
    creation_date: timestamp,
    last_used_date: timestamp.nullable().describe('When they last used a session, to the minute'),
  })
  .meta({ id: 'Person', examples: [personExample] });

/** The description of `keep_keys`. */
export const keptKeys =
  'API keys that the person created and could no longer create stay valid, as if you had created them';

export const personUpdate = z
  .object({
    role: roleSchema.optional(),
    installation: z
      .boolean()
      .optional()
      .describe('Whether they own the installation; needs `installation: write`'),
    keep_keys: z.boolean().default(false).describe(keptKeys),
  })
  .meta({ examples: [{ role: 'editor' }] });

export function showPerson(row: MemberRow): z.output<typeof personSchema> {
  const { id, name, email_address, creation_date, last_used_date } = row;
  return {
    id,
    name,
    email_address,
    email_confirmed: hasProvenAddress(row),
    role: roleOf(row),
    installation: row.installation === 'write',
    has_two_factors: row.has_passkey || hasTotp(row),
    group: row.rule_role === row.role ? row.rule_group : null,
    has_identity: row.has_identity,
    creation_date,
    last_used_date,
  };
}

export async function memberOf(db: Database, newsletter_key: number, id: string): Promise<MemberRow> {
  const member = isId(id) ? await findMember(db, newsletter_key, id) : undefined;
  if (!member) throw notFound('person');
  return member;
}

/**
 * Changes what the person may do. Throws `not_found`, `forbidden` for rights beyond the caller's, for people with more rights than the
 * caller and for roles below the one that a group gives, and `last_owner` if nobody would be left who may do everything. Keys that the
 * person could no longer create are revoked, or with `keep_keys` become the caller's.
 */
export async function updateMember(
  db: Database,
  caller: Caller,
  id: string,
  { role, installation, keep_keys }: z.output<typeof personUpdate>,
  ip_address: string,
): Promise<MemberRow> {
  const newsletter_key = caller.newsletter.key;
  return inTransaction(db, async trx => {
    await holdRights(trx, caller);
    const before = await memberOf(trx, newsletter_key, id);
    refuseStronger(caller, before);
    if (role !== undefined) demandRole(caller, role);
    if (role !== undefined) refuseBelowGroup(before, role);
    if (installation !== undefined) demand(caller.permissions, 'installation', 'write');
    if (role !== undefined) await putMember(trx, before.key, newsletter_key, role);
    if (installation === false && before.role === null)
      await putMember(trx, before.key, newsletter_key, role ?? 'owner');
    if (installation !== undefined)
      await updatePersonRow(trx, before.key, { installation: installation ? 'write' : 'none' });
    await refuseOwnerless(trx, newsletter_key, before);
    await endMade(trx, id, caller, { ip_address, keep_keys });
    return memberOf(trx, newsletter_key, id);
  });
}

/**
 * Removes the person from the newsletter. What they scheduled still goes out, and keys end as in updateMember. Anyone may leave; removing
 * somebody else requires `settings: write`. Throws like updateMember, and `forbidden` for an owner of the installation, who belongs to
 * every newsletter.
 */
export async function removePerson(
  db: Database,
  caller: Caller,
  id: string,
  { keep_keys, ip_address }: { keep_keys: boolean; ip_address: string },
): Promise<void> {
  const newsletter_key = caller.newsletter.key;
  const isSelf = id === caller.by;
  if (isSelf) refuseToKeep(keep_keys);
  else demand(caller.permissions, 'settings', 'write');
  await inTransaction(db, async trx => {
    await holdRights(trx, caller);
    const before = await memberOf(trx, newsletter_key, id);
    if (before.installation === 'write') throw domainError('forbidden', 'people.owner_everywhere');
    if (!isSelf) refuseStronger(caller, before);
    await removeMember(trx, before.key, newsletter_key);
    await refuseOwnerless(trx, newsletter_key, before);
    await endMade(trx, id, caller, { ip_address, keep_keys });
  });
}

/** Throws `forbidden` unless the caller permanently has all rights of the role. */
export function demandRole(caller: Caller, role: Role): void {
  demandWithin(caller, grantOfRole(role));
}

function refuseStronger(caller: Caller, { installation, role }: MemberRow): void {
  const powers = installation === 'write' ? ownersPowers : powersOf(roleSchema.parse(role));
  // A key that expires may still remove what would outlast it.
  demandWithin({ ...caller, expiry_date: null }, { ...powers, expiry_date: null });
}

/** Throws `forbidden` for a lower role than a group gives, because the next sign-in would undo it. */
function refuseBelowGroup({ rule_role, rule_group }: MemberRow, role: Role): void {
  if (rule_role === null || rule_group === null || !isHigher(roleSchema.parse(rule_role), role)) return;
  throw domainError('forbidden', 'people.role_from_group', { role: rule_role, group: rule_group });
}

/** Throws `last_owner` if the newsletter, or the installation that `before` owned, has no owner left. */
async function refuseOwnerless(trx: Database, newsletter_key: number, before: MemberRow): Promise<void> {
  const owners = await findOwners(trx, newsletter_key);
  if (!owners.of_newsletter) throw domainError('last_owner', 'people.last_of_newsletter');
  if (before.installation === 'write' && !owners.of_installation)
    throw domainError('last_owner', 'people.last_of_installation');
}
