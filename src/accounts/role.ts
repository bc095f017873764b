import { z } from 'zod';
import { roleNames } from '../platform/role-names.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { type Bounds, boundsSchema, noBounds } from './bounds.ts';
import { everything, everythingEverywhere, type Permissions, permissionsSchema } from './permissions.ts';

export const roleSchema = z
  .enum(roleNames, sentence('input.one_of', { values: roleNames.join(', ') }))
  .describe(
    'What a person may do in a newsletter. owner: everything. editor: writes, sends, and sees subscribers. writer: drafts; what a writer sends waits for the approval of an owner or editor. viewer: reads, without addresses.',
  );
export type Role = z.output<typeof roleSchema>;

/** A role is what a key with these permissions and bounds may do. */
type Powers = { permissions: Permissions; bounds: Bounds };

const powers: Record<Role, Powers> = {
  owner: { permissions: everything, bounds: noBounds },
  editor: { permissions: { ...everything, settings: 'read', payments: 'read' }, bounds: noBounds },
  writer: {
    permissions: permissionsSchema.parse({
      emails: 'write',
      sending: 'write',
      automations: 'read',
      settings: 'read',
    }),
    bounds: boundsSchema.parse({ needs_approval: true }),
  },
  viewer: {
    permissions: permissionsSchema.parse({ emails: 'read', automations: 'read', settings: 'read' }),
    bounds: noBounds,
  },
};

export function powersOf(role: Role): Powers {
  return powers[role];
}

/** Returns whether the first role has more rights than the second one. */
export function isHigher(one: Role, other: Role): boolean {
  return roleNames.indexOf(one) < roleNames.indexOf(other);
}

/** The powers of an owner of the installation, in every newsletter. */
export const ownersPowers: Powers = { permissions: everythingEverywhere, bounds: noBounds };
