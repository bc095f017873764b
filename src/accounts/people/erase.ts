import { recordAudit } from '../../journal/audit/record.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError } from '../../platform/errors.ts';
import { endMadeBy } from './makers.ts';
import { leaveEverything } from './member-queries.ts';
import {
  deleteCredentials,
  deleteInvitationsTo,
  findPersonByKey,
  lockInstallationOwners,
  updatePersonRow,
} from './queries.ts';
import type { Session } from './session-queries.ts';
import { demandProof } from './sessions.ts';

/**
 * Erases the account of the person whose session this is: name, address, every way to sign in, and their place in every newsletter. An
 * empty row stays, because what they scheduled goes out within the bounds of the role they had. Their keys and open invitations end. Throws
 * `sign_in_again`, and `last_owner` for the only owner of the installation.
 */
export async function erasePerson(
  { db, clock }: { db: Database; clock: Clock },
  session: Session,
  ip_address: string,
): Promise<void> {
  demandProof(session, clock());
  await inTransaction(db, async trx => {
    const owners = await lockInstallationOwners(trx);
    const me = await findPersonByKey(trx, session.person_key);
    if (!me) return;
    if (me.installation === 'write' && owners.every(({ key }) => key === me.key))
      throw domainError('last_owner', 'people.you_last_owner');
    await recordAudit(
      trx,
      { type: 'person', by: me.id, ip_address },
      { newsletter_id: null, action: 'person.erased', object_id: me.id },
    );
    await leaveEverything(trx, me.key);
    await deleteInvitationsTo(trx, me.normal_address);
    await deleteCredentials(trx, me.key);
    await updatePersonRow(trx, me.key, {
      name: '',
      email_address: '',
      language: '',
      normal_address: null,
      confirmation_date: null,
      installation: 'none',
    });
    await endMadeBy(trx, me.id, { actor: { type: 'person', by: me.id, ip_address } });
  });
}
