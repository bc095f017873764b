import { DomainError } from '../platform/errors.ts';
import { type Bounds, exceededBounds } from './bounds.ts';
import { areas, type Permissions, reaches } from './permissions.ts';

/** What a key may do, within which bounds, and until when (null: no expiry). */
export type Grant = { permissions: Permissions; bounds: Bounds; expiry_date: string | null };

/**
 * Throws `forbidden`, naming the excess, unless all of `wanted` is within `own`: no further area, no wider bound, no
 * later expiry. Every new key must pass this check, so nobody gains anything by creating one.
 */
export function demandWithin(own: Grant, wanted: Grant): void {
  const excess = findExcess(own, wanted);
  if (excess !== undefined) throw new DomainError('forbidden', excess);
}

/** The part of `wanted` that exceeds `own`, as the detail of a refusal; undefined if nothing does. */
export function findExcess(own: Grant, wanted: Grant): string | undefined {
  for (const area of areas) {
    const level = wanted.permissions[area];
    if (!reaches(own.permissions, area, level))
      return `permissions: this key has ${area}:${own.permissions[area]}, so it cannot grant ${area}:${level}. Use a key that has this permission, or run: postrider key create`;
  }
  const [bound] = exceededBounds(own.bounds, wanted.bounds);
  if (bound)
    return `bounds.${bound}: a key cannot exceed the bounds of the key that creates it, which has ${JSON.stringify(own.bounds[bound])}. Omit the bound, or use a tighter one.`;
  if (own.expiry_date === null) return undefined;
  return wanted.expiry_date === null || Date.parse(wanted.expiry_date) > Date.parse(own.expiry_date)
    ? `expiry_date: a key cannot outlive the key that creates it, which expires at ${own.expiry_date}. Use that date or an earlier one.`
    : undefined;
}
