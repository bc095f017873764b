import { type Actor, recordAudit } from '../../journal/audit/record.ts';
import type { RoleRule } from '../../platform/config/sign-on.ts';
import type { Database } from '../../platform/database/connect.ts';
import { endMadeBy } from '../people/makers.ts';
import { removeMember } from '../people/member-queries.ts';
import {
  hasOtherOwner,
  listRuledMemberships,
  lockMembership,
  putRuledMember,
  type RuledMembership,
} from '../people/ruled-member-queries.ts';
import { holdNewsletter, listNewsletterNames } from '../queries.ts';
import { isHigher, type Role, roleSchema } from '../role.ts';
import { isLeftOut, type RuledRole, roleIn, rolesFrom } from './rules.ts';

type Follower = { key: number; id: string };
type Change = { newsletter_key: number; newsletter_id: string; wanted: RuledRole | undefined };

/**
 * Gives the person the roles that follow from their groups now, and withdraws those that followed before. Roles that somebody gave here
 * stay; of two, the higher one counts. The last owner of a newsletter stays its owner. Keys and invitations that the person could no longer
 * make end. Returns false if the provider did not say which groups the person has; then nothing changes.
 */
export async function followRoles(
  trx: Database,
  { key, id }: Follower,
  {
    rules,
    claims,
    ip_address,
  }: { rules: readonly RoleRule[]; claims: Record<string, unknown>; ip_address: string },
): Promise<boolean> {
  if (isLeftOut(rules, claims)) return false;
  const actor: Actor = { type: 'person', by: id, ip_address };
  let hasLost = false;
  // A few, in the order of their keys, so that two sign-ins never wait for each other.
  for (const change of await planChanges(trx, key, rolesFrom(rules, claims))) {
    await holdNewsletter(trx, change.newsletter_key);
    if (await perform(trx, { key, id }, change, actor)) hasLost = true;
  }
  if (hasLost) await endMadeBy(trx, id, { actor });
  return true;
}

/** Returns what differs between the roles that follow now and those on record. */
async function planChanges(
  trx: Database,
  person_key: number,
  roles: ReadonlyMap<string, RuledRole>,
): Promise<Change[]> {
  const ruled = new Map((await listRuledMemberships(trx, person_key)).map(row => [row.newsletter_key, row]));
  const named = roles.size === 0 ? [] : await listNewsletterNames(trx, [...roles.keys()]);
  const gained = named.flatMap(({ key, id, username }) => {
    const wanted = roleIn(roles, username);
    const present = ruled.get(key);
    ruled.delete(key);
    const isSame = present?.rule_role === wanted?.role && present?.rule_group === wanted?.group;
    return isSame ? [] : [{ newsletter_key: key, newsletter_id: id, wanted }];
  });
  const lost = [...ruled.values()].map(({ newsletter_key, newsletter_id }) => ({
    newsletter_key,
    newsletter_id,
    wanted: undefined,
  }));
  return [...gained, ...lost].sort((one, other) => one.newsletter_key - other.newsletter_key);
}

/** Returns whether the person has lost rights. */
async function perform(
  trx: Database,
  { key, id }: Follower,
  { newsletter_key, newsletter_id, wanted }: Change,
  actor: Actor,
): Promise<boolean> {
  const present = await lockMembership(trx, key, newsletter_key);
  const before = present ? roleSchema.parse(present.role) : undefined;
  const own = ownRole(present);
  const after = higher(own, wanted?.role);
  const group = wanted?.group ?? present?.rule_group ?? '';
  const record = ({ action, details }: { action: string; details: Record<string, string> }) =>
    recordAudit(trx, actor, { newsletter_id, action, object_id: id, details: { ...details, group } });
  if (before === 'owner' && after !== 'owner' && !(await hasOtherOwner(trx, newsletter_key, key))) {
    await record({ action: 'person.role_kept', details: { role: before } });
    return false;
  }
  if (after === undefined) await removeMember(trx, key, newsletter_key);
  else
    await putRuledMember(trx, key, newsletter_key, {
      role: after,
      rule_role: wanted?.role ?? null,
      rule_group: wanted?.group ?? null,
      own_role: wanted && own ? own : null,
    });
  if (after === before) return false;
  if (after === undefined) await record({ action: 'person.removed', details: { former: before ?? '' } });
  else await record({ action: 'person.role_changed', details: { role: after, former: before ?? '' } });
  return before !== undefined && (after === undefined || isHigher(before, after));
}

/** Returns the role that somebody gave the person here; undefined if they have only one that follows from a group, or none. */
function ownRole(present: RuledMembership | undefined): Role | undefined {
  const own = present?.rule_role === null ? present.role : present?.own_role;
  return own ? roleSchema.parse(own) : undefined;
}

function higher(one: Role | undefined, other: Role | undefined): Role | undefined {
  return one && other ? (isHigher(other, one) ? other : one) : (one ?? other);
}
