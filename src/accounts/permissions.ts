import { z } from 'zod';
import { DomainError } from '../platform/errors.ts';

export const areas = ['emails', 'sending', 'subscribers', 'automations', 'bulk_actions', 'settings'] as const;
export const levels = ['none', 'read', 'write'] as const;
export type Area = (typeof areas)[number];
export type Level = (typeof levels)[number];

/** What a key may do, area by area. What is not named is `none`. */
export const permissionsSchema = z.object(
  Object.fromEntries(areas.map(area => [area, z.enum(levels).default('none')])) as Record<
    Area,
    z.ZodDefault<z.ZodEnum<{ none: 'none'; read: 'read'; write: 'write' }>>
  >,
);
export type Permissions = z.output<typeof permissionsSchema>;

export const everything: Permissions = permissionsSchema.parse(
  Object.fromEntries(areas.map(area => [area, 'write'])),
);

/** Throws `forbidden`, naming what is missing, unless `permissions` reach `needed` in the area. */
export function demand(permissions: Permissions, area: Area, needed: Level): void {
  if (levels.indexOf(permissions[area]) >= levels.indexOf(needed)) return;
  throw new DomainError(
    'forbidden',
    `This key lacks the permission ${area}:${needed} (it has ${area}:${permissions[area]}).`,
  );
}
