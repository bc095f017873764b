import { DomainError } from '../platform/errors.ts';
import { type Bounds, exceededBounds } from './bounds.ts';
import { areas, type Permissions, reaches } from './permissions.ts';

/** What a key is good for, within which bounds, and until when; null is for ever. */
export type Grant = { permissions: Permissions; bounds: Bounds; expiry_date: string | null };

/**
 * Throws `forbidden`, naming what is too much, unless all of `wanted` is within `own`: no further area, no wider bound, and no longer life.
 * A key makes only keys that pass this, so that nobody gains anything by making one.
 */
export function demandWithin(own: Grant, wanted: Grant): void {
  for (const area of areas) {
    const level = wanted.permissions[area];
    if (!reaches(own.permissions, area, level))
      throw new DomainError(
        'forbidden',
        `permissions: a key cannot grant ${area}:${level} when it has ${area}:${own.permissions[area]} itself. Use a key that has it, or: postrider key create`,
      );
  }
  const [bound] = exceededBounds(own.bounds, wanted.bounds);
  if (bound)
    throw new DomainError(
      'forbidden',
      `bounds.${bound}: a key cannot make one with wider bounds, and this one has ${JSON.stringify(own.bounds[bound])}. Leave it out, or use less.`,
    );
  if (own.expiry_date === null) return;
  if (wanted.expiry_date === null || Date.parse(wanted.expiry_date) > Date.parse(own.expiry_date))
    throw new DomainError(
      'forbidden',
      `expiry_date: a key cannot make one that outlives it, and this one expires at ${own.expiry_date}. Use that date or an earlier one.`,
    );
}
