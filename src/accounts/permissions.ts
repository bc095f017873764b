import { z } from 'zod';
import { domainError } from '../platform/errors.ts';

const newsletterAreas = [
  'emails',
  'sending',
  'subscribers',
  'automations',
  'bulk_actions',
  'payments',
  'settings',
] as const;
/**
 * `installation` covers what belongs to no newsletter: metrics, mail without a newsletter, and access to other
 * newsletters.
 */
export const areas = [...newsletterAreas, 'installation'] as const;
export const levels = ['none', 'read', 'write'] as const;
export type Area = (typeof areas)[number];
export type Level = (typeof levels)[number];

/** The permissions of a key, area by area. Omitted areas are `none`. */
export const permissionsSchema = z.object(
  Object.fromEntries(areas.map(area => [area, z.enum(levels).default('none')])) as Record<
    Area,
    z.ZodDefault<z.ZodEnum<{ none: 'none'; read: 'read'; write: 'write' }>>
  >,
);
export type Permissions = z.output<typeof permissionsSchema>;

/** All permissions in one newsletter. */
export const everything: Permissions = permissionsSchema.parse(
  Object.fromEntries(newsletterAreas.map(area => [area, 'write'])),
);

/** All permissions in the installation: those of its owner. */
export const everythingEverywhere: Permissions = { ...everything, installation: 'write' };

/** Whether `permissions` reach the level `needed` in the area. */
export function reaches(permissions: Permissions, area: Area, needed: Level): boolean {
  return levels.indexOf(permissions[area]) >= levels.indexOf(needed);
}

/** Throws `forbidden`, naming what is missing, unless `permissions` reach `needed` in the area. */
export function demand(permissions: Permissions, area: Area, needed: Level): void {
  if (reaches(permissions, area, needed)) return;
  throw domainError('forbidden', 'people.permission_missing', { area, needed, present: permissions[area] });
}

/** Whether `permissions` suffice to read the copies that readers get, as in the built-in inbox. */
export function seesMail(permissions: Permissions): boolean {
  return reaches(permissions, 'emails', 'read') && reaches(permissions, 'subscribers', 'read');
}
