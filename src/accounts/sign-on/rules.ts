import type { RoleRule } from '../../platform/config/sign-on.ts';
import { isHigher, type Role } from '../role.ts';

/** A role that a rule gives, and the claim and value that it follows from. */
export type RuledRole = { role: Role; group: string };

/**
 * Returns the highest role that the rules give in each newsletter, by its username; `*` is every newsletter. Pure.
 */
export function rolesFrom(
  rules: readonly RoleRule[],
  claims: Record<string, unknown>,
): ReadonlyMap<string, RuledRole> {
  const found = new Map<string, RuledRole>();
  for (const { claim, value, role, newsletter } of rules) {
    if (!hasValue(claims, claim, value)) continue;
    const present = found.get(newsletter);
    if (!present || isHigher(role, present.role)) found.set(newsletter, { role, group: `${claim}:${value}` });
  }
  return found;
}

/** Returns the role in one newsletter: the higher of its own and the one for every newsletter. */
export function roleIn(roles: ReadonlyMap<string, RuledRole>, username: string): RuledRole | undefined {
  const [own, everywhere] = [roles.get(username), roles.get('*')];
  return own && everywhere && isHigher(everywhere.role, own.role) ? everywhere : (own ?? everywhere);
}

/**
 * Whether the provider leaves out a claim of the rules because it is too long, and names another place instead (OpenID Connect Core
 * 1.0 §5.6.2), as Entra ID does for people in more than 200 groups. Then nothing is known about their groups.
 */
export function isLeftOut(rules: readonly RoleRule[], claims: Record<string, unknown>): boolean {
  const elsewhere = claims._claim_names;
  if (typeof elsewhere !== 'object' || elsewhere === null) return false;
  return rules.some(({ claim }) => !(claim in claims) && claim in elsewhere);
}

function hasValue(claims: Record<string, unknown>, claim: string, value: string): boolean {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : followPath(claims, claim);
  return Array.isArray(found) ? found.includes(value) : found === value;
}

/** Keycloak puts roles into objects: `realm_access.roles`. */
function followPath(claims: Record<string, unknown>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, part) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, part)
          ? (at as Record<string, unknown>)[part]
          : undefined,
      claims,
    );
}
