import { z } from 'zod';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { notFound } from '../../platform/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { isId } from '../../platform/ids.ts';
import type { SignedIn } from '../authenticate.ts';
import { identityExample } from './examples.ts';
import { deleteIdentityRow, type IdentityRow } from './identity-queries.ts';
import { demandOwnProof, lockMe } from './me.ts';
import { deleteLinks, lockPerson } from './queries.ts';
import { endSessionsElsewhere } from './session-queries.ts';

/** An account elsewhere with which a person signs in. */
export const identitySchema = z
  .object({
    id: z.string(),
    issuer: z
      .string()
      .describe('The provider (OIDC_ISSUER), or `header` for what a proxy says (AUTH_HEADER)'),
    subject: z.string().describe('The provider’s id of the person. It alone decides who they are'),
    email_address: z
      .string()
      .describe('The address that the provider gave at the last sign-in. It decides nothing'),
    creation_date: timestamp,
    last_used_date: timestamp,
  })
  .meta({ id: 'Identity', examples: [identityExample] });

export function showIdentity({ key, person_key, ...identity }: IdentityRow): z.output<typeof identitySchema> {
  return identity;
}

/** Disconnects one of the signed-in person's own accounts elsewhere. Throws `sign_in_again`, `not_found`. */
export async function removeOwnIdentity(
  { db, clock }: { db: Database; clock: () => Date },
  signed_in: SignedIn,
  id: string,
): Promise<void> {
  await demandOwnProof(db, signed_in, clock());
  await inTransaction(db, async trx => {
    await lockMe(trx, signed_in);
    await disconnect(trx, signed_in.person_key, id, signed_in.session_id);
  });
}

/** Disconnects an account elsewhere from a person. Throws `not_found`. */
export async function removeIdentity(db: Database, person_key: number, id: string): Promise<void> {
  await inTransaction(db, async trx => {
    await lockPerson(trx, person_key);
    await disconnect(trx, person_key, id);
  });
}

/** Disconnects the account elsewhere, and ends the sessions that began with it, except the one in which somebody does this. */
async function disconnect(trx: Database, person_key: number, id: string, except?: string): Promise<void> {
  const deleted = isId(id) && (await deleteIdentityRow(trx, person_key, id));
  if (!deleted) throw notFound('identity');
  await endSessionsElsewhere(trx, person_key, except);
  await deleteLinks(trx, person_key);
}
