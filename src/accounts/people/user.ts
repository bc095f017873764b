import { z } from 'zod';
import { domainError } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { mailAddress } from '../../platform/mail/address.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { type Level, levels } from '../permissions.ts';
import { powersOf, type Role, roleSchema } from '../role.ts';
import type { showInvitation } from './invitations.ts';
import type { MemberRow } from './member-queries.ts';
import { roleOf } from './person.ts';

const areas = [
  'subscriber',
  'email',
  'sending',
  'styling',
  'administrivia',
  'automations',
  'surveys',
  'forms',
] as const;
type Areas = Record<(typeof areas)[number], Level>;

const level = z.enum(levels, sentence('input.one_of', { values: levels.join(', ') }));
const shownAreas = Object.fromEntries(areas.map(area => [area, level])) as Record<
  (typeof areas)[number],
  typeof level
>;
const givenAreas = Object.fromEntries(areas.map(area => [area, level.default('none')])) as Record<
  (typeof areas)[number],
  z.ZodDefault<typeof level>
>;
const permissions = z
  .object(givenAreas)
  .describe('The person gets the role with most rights that has no more than these; omitted areas are none');

const example = {
  id: '019a2c60-1f0e-7a51-8c3d-5b7e9d2f4a10',
  email_address: 'nell@lowwater.example',
  name: 'Nell Marsh',
  permissions: {
    subscriber: 'write' as const,
    email: 'write' as const,
    sending: 'write' as const,
    styling: 'read' as const,
    administrivia: 'read' as const,
    automations: 'write' as const,
    surveys: 'write' as const,
    forms: 'read' as const,
  },
  role: 'editor' as const,
  status: 'accepted' as const,
  creation_date: '2026-11-02T08:15:00.000Z',
  last_logged_in: '2026-11-20T09:03:00.000Z',
};

/** Somebody who works on a newsletter or is invited to, as other clients know them. */
export const userSchema = z
  .object({
    id: z.string().describe('The id of the person, or of the invitation while it is open'),
    email_address: z.string(),
    name: z.string().describe('Empty for an invitation'),
    permissions: z.object(shownAreas).describe('What their role allows'),
    role: roleSchema,
    status: z
      .enum(['pending', 'accepted', 'owner'])
      .describe('pending: invited. owner: an owner of the newsletter. accepted: everybody else'),
    creation_date: timestamp,
    last_logged_in: timestamp.nullable().describe('When they last used a session, to the minute'),
  })
  .meta({ id: 'User', examples: [example] });
export type User = z.output<typeof userSchema>;

export const userUpdate = z
  .object({ permissions })
  .meta({ examples: [{ permissions: example.permissions }] });
export const userCreate = userUpdate
  .extend({ email_address: mailAddress })
  .meta({ examples: [{ permissions: example.permissions, email_address: example.email_address }] });

/** Shows a person of the newsletter as a user. */
export function userOf(row: MemberRow): User {
  const { id, email_address, name, creation_date, last_used_date } = row;
  const role = roleOf(row);
  return {
    id,
    email_address,
    name,
    permissions: areasOf(role),
    role,
    status: role === 'owner' ? 'owner' : 'accepted',
    creation_date,
    last_logged_in: last_used_date,
  };
}

/** Shows an open invitation as a user. */
export function invitedUser(invitation: ReturnType<typeof showInvitation>): User {
  const { id, email_address, role, creation_date } = invitation;
  return {
    id,
    email_address,
    name: '',
    permissions: areasOf(role),
    role,
    status: 'pending',
    creation_date,
    last_logged_in: null,
  };
}

/** Returns the role with most rights that has no more than these. Throws `request_invalid` if every role has more. */
export function roleWithin(given: Areas): Role {
  const role = roleSchema.options.find(role => isWithin(areasOf(role), given));
  if (role) return role;
  const least = areasOf('viewer');
  const needed = areas.filter(area => least[area] !== 'none').map(area => `${area}: ${least[area]}`);
  throw domainError('request_invalid', 'people.no_role_within', { needed: needed.join(', ') });
}

function isWithin(role: Areas, given: Areas): boolean {
  return areas.every(area => levels.indexOf(role[area]) <= levels.indexOf(given[area]));
}

/** Returns what the role allows, area by area. What somebody may only send with an approval counts as not sending. */
function areasOf(role: Role): Areas {
  const { permissions, bounds } = powersOf(role);
  const { subscribers, emails, settings, automations } = permissions;
  return {
    subscriber: subscribers,
    email: emails,
    sending: bounds.needs_approval ? 'none' : permissions.sending,
    styling: settings,
    administrivia: settings,
    automations,
    surveys: lower(emails, subscribers),
    forms: settings,
  };
}

function lower(one: Level, other: Level): Level {
  return levels[Math.min(levels.indexOf(one), levels.indexOf(other))]!;
}
