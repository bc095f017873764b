import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Invitations } from '../../platform/database/schema.ts';
import { roleSchema } from '../role.ts';
import { couldStillMake, grantOfRole } from './makers.ts';
import { listInvitations } from './member-queries.ts';
import { findInvitation } from './queries.ts';

/**
 * Finds the invitation, if it can be accepted: it is neither used nor expired nor withdrawn, and whoever made it could still make it.
 * Undefined otherwise.
 */
export async function findOpenInvitation(db: Database, id: string, now: Date) {
  const invitation = await findInvitation(db, id, now);
  return invitation && (await isStillMeant(db, invitation)) ? invitation : undefined;
}

/** Lists the invitations to the newsletter that can be accepted, oldest first. */
export async function listOpenInvitations(db: Database, newsletter_key: number, now: Date) {
  const open = [];
  for (const invitation of await listInvitations(db, newsletter_key, now))
    if (await isStillMeant(db, invitation)) open.push(invitation);
  return open;
}

function isStillMeant(
  db: Database,
  { newsletter_key, invited_by, role }: Selectable<Invitations>,
): Promise<boolean> {
  return couldStillMake(db, newsletter_key, invited_by, grantOfRole(roleSchema.parse(role)));
}
