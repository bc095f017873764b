import { DomainError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type Bounds, exceededBounds } from './bounds.ts';
import { areas, type Permissions, reaches } from './permissions.ts';

/** The permissions of a key, its bounds, and its expiry (null: none). */
export type Grant = { permissions: Permissions; bounds: Bounds; expiry_date: string | null };

/**
 * Throws `forbidden`, naming the excess, unless all of `wanted` is within `own`: no additional area, no wider bound, no later expiry. Every
 * new key must pass this check, so nobody gains anything by creating one.
 */
export function demandWithin(own: Grant, wanted: Grant): void {
  const excess = findExcess(own, wanted);
  if (excess !== undefined) throw new DomainError('forbidden', excess);
}

/** Finds the part of `wanted` that exceeds `own`, as the detail of a refusal; undefined if nothing does. */
export function findExcess(own: Grant, wanted: Grant): string | undefined {
  for (const area of areas) {
    const level = wanted.permissions[area];
    if (!reaches(own.permissions, area, level))
      return sentence('people.grant_exceeds', { area, own: own.permissions[area], level });
  }
  const [bound] = exceededBounds(own.bounds, wanted.bounds);
  if (bound) return sentence('people.bound_exceeds', { bound, value: JSON.stringify(own.bounds[bound]) });
  if (own.expiry_date === null) return undefined;
  return wanted.expiry_date === null || Date.parse(wanted.expiry_date) > Date.parse(own.expiry_date)
    ? sentence('people.key_outlives', { date: own.expiry_date })
    : undefined;
}
