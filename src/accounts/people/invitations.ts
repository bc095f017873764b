import type { Selectable } from 'kysely';
import { z } from 'zod';
import { requestLetter } from '../../letters/request.ts';
import { personLinkAddress } from '../../links/people.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { Invitations } from '../../platform/database/schema.ts';
import { day_ms } from '../../platform/durations.ts';
import { domainError, found } from '../../platform/errors.ts';
import { asked, timestamp } from '../../platform/http/fields.ts';
import { newId } from '../../platform/ids.ts';
import { mailAddress, normalAddress } from '../../platform/mail/address.ts';
import type { Caller } from '../caller.ts';
import { type Role, roleSchema } from '../role.ts';
import { invitationCreateExample, invitationExample } from './examples.ts';
import { holdRights } from './makers.ts';
import { findMembership, putInvitation, updateInvitation } from './member-queries.ts';
import { demandRole } from './members.ts';
import { hasProvenAddress } from './person.ts';
import { findPersonByAddress } from './queries.ts';
import type { SignInContext } from './sign-in.ts';

export const invitationSchema = z
  .object({
    id: z.string(),
    email_address: z.string(),
    role: roleSchema,
    invited_by: z.string().nullable().describe('Id of the person or the API key'),
    creation_date: timestamp,
    expiry_date: timestamp.describe('One week after it was created'),
  })
  .meta({ id: 'Invitation', examples: [invitationExample] });

export const invitationCreate = z
  .object({
    email_address: mailAddress,
    role: roleSchema,
    send_mail: z
      .boolean()
      .default(true)
      .describe('False: nothing is mailed, and you pass on the `url` yourself'),
  })
  .meta(asked(invitationCreateExample));

const goodFor = 7 * day_ms;

type InviteContext = Pick<SignInContext, 'clock' | 'secret' | 'base_url'>;

/**
 * Invites somebody to work on the newsletter, by a link that works once. It replaces an earlier invitation for the same
 * address. Throws `forbidden` for a role with more rights than the caller, and `email_already_exists` for a member.
 */
export async function invite(
  db: Database,
  { clock, secret, base_url }: InviteContext,
  caller: Caller,
  { email_address, role, send_mail }: z.output<typeof invitationCreate>,
) {
  demandRole(caller, role);
  const now = clock();
  const normal_address = normalAddress(email_address);
  return inTransaction(db, async trx => {
    await holdRights(trx, caller);
    const known = await findPersonByAddress(trx, normal_address);
    if (known && (await findMembership(trx, known.key, caller.newsletter.key)))
      throw domainError(
        'email_already_exists',
        hasProvenAddress(known) ? 'people.works_here' : 'people.works_here_unproved',
        {
          address: email_address,
          id: known.id,
        },
      );
    const row = await putInvitation(trx, {
      id: newId(),
      newsletter_key: caller.newsletter.key,
      email_address,
      normal_address,
      role,
      invited_by: caller.by,
      creation_date: now.toISOString(),
      end_date: new Date(now.getTime() + goodFor).toISOString(),
    });
    if (send_mail) await requestLetter(trx, 'mail_invitation', row.id);
    const url = personLinkAddress(base_url, secret, { id: row.id, kind: 'invitation' });
    return { ...showInvitation(row), url };
  });
}

/**
 * Changes the role that the open invitation gives; it is then an invitation by the caller. Throws `not_found`, and `forbidden` for a role
 * with more rights than the caller.
 */
export async function changeInvitation(db: Database, caller: Caller, id: string, role: Role, now: Date) {
  demandRole(caller, role);
  return inTransaction(db, async trx => {
    await holdRights(trx, caller);
    const change = { role, invited_by: caller.by };
    return showInvitation(
      found(await updateInvitation(trx, caller.newsletter.key, id, change, now), 'open invitation'),
    );
  });
}

export function showInvitation({ end_date, role, ...row }: Selectable<Invitations>) {
  const { id, email_address, invited_by, creation_date } = row;
  return {
    id,
    email_address,
    role: roleSchema.parse(role),
    invited_by,
    creation_date,
    expiry_date: end_date,
  };
}
