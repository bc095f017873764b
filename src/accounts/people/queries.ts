import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { People, SignInLinks } from '../../platform/database/schema.ts';
import type { Newsletter } from '../newsletter.ts';
import { findNewsletterById } from '../queries.ts';
import type { Person } from './person.ts';

/** Of a row of `people`. */
export const hasPasskey = sql<boolean>`exists (select from passkeys where person_key = people.key)`;

/** Of a row of `people`. */
export const hasIdentity = sql<boolean>`exists (select from identities where person_key = people.key)`;

function selectPeople(db: Database) {
  return db
    .selectFrom('people')
    .selectAll('people')
    .select([hasPasskey.as('has_passkey'), hasIdentity.as('has_identity')]);
}

export async function findPersonByKey(db: Database, key: number): Promise<Person | undefined> {
  return selectPeople(db).where('people.key', '=', key).executeTakeFirst();
}

/** Finds the person with this address, given in its normal form. */
export async function findPersonByAddress(db: Database, normal_address: string): Promise<Person | undefined> {
  return selectPeople(db).where('normal_address', '=', normal_address).executeTakeFirst();
}

/** Lists the owners of the installation, first one first. */
export async function listInstallationOwners(db: Database): Promise<Person[]> {
  return selectPeople(db).where('installation', '=', 'write').orderBy('people.key').execute();
}

/** Locks the owners of the installation, so that all of them stay owners until the transaction ends. */
export async function lockInstallationOwners(trx: Database): Promise<{ key: number }[]> {
  return trx
    .selectFrom('people')
    .select('key')
    .where('installation', '=', 'write')
    .orderBy('key')
    .forNoKeyUpdate()
    .execute();
}

export async function insertPerson(db: Database, row: Insertable<People>): Promise<{ key: number }> {
  return db.insertInto('people').values(row).returning('key').executeTakeFirstOrThrow();
}

/** Locks the person until the end of the transaction. */
export async function lockPerson(trx: Database, key: number): Promise<Person | undefined> {
  return selectPeople(trx).where('people.key', '=', key).forNoKeyUpdate().executeTakeFirst();
}

export async function updatePersonRow(db: Database, key: number, changes: Updateable<People>): Promise<void> {
  await db
    .updateTable('people')
    .set({ ...changes, modification_date: sql`now()` })
    .where('key', '=', key)
    .execute();
}

/** Lists the newsletters that the person may choose, oldest first. */
export async function listPlaces(db: Database, { key, installation }: Pick<Person, 'key' | 'installation'>) {
  return db
    .selectFrom('newsletters')
    .leftJoin('members', join =>
      join
        .onRef('members.newsletter_key', '=', 'newsletters.key')
        .on('members.person_key', '=', key)
        .on('members.removal_date', 'is', null),
    )
    .select(['newsletters.id', 'username', 'name', 'role'])
    .where(({ or, eb, lit }) => or([eb('role', 'is not', null), lit(installation === 'write')]))
    .orderBy('newsletters.key')
    .execute();
}

export async function insertLink(db: Database, row: Insertable<SignInLinks>): Promise<void> {
  await db.insertInto('sign_in_links').values(row).execute();
}

/** Finds an open link: neither used nor expired, and the person still has the address that it was mailed to. */
export async function findLink(db: Database, id: string, now: Date) {
  return db
    .selectFrom('sign_in_links')
    .innerJoin('people', 'people.key', 'sign_in_links.person_key')
    .selectAll('sign_in_links')
    .where('sign_in_links.id', '=', id)
    .where('used_date', 'is', null)
    .where('end_date', '>', now.toISOString())
    .where(({ eb, or }) =>
      or([
        eb('sign_in_links.normal_address', 'is', null),
        eb('sign_in_links.normal_address', '=', eb.ref('people.normal_address')),
      ]),
    )
    .executeTakeFirst();
}

/** Marks the link as used. False if it already was or has expired. */
export async function useLinkRow(db: Database, id: string, now: Date): Promise<boolean> {
  return isUsed(db, 'sign_in_links', id, now);
}

/** Finds an open invitation with its newsletter's names. */
export async function findInvitation(db: Database, id: string, now: Date) {
  return db
    .selectFrom('invitations')
    .innerJoin('newsletters', 'newsletters.key', 'invitations.newsletter_key')
    .selectAll('invitations')
    .select(['newsletters.name as newsletter_name', 'newsletters.id as newsletter_id'])
    .where('invitations.id', '=', id)
    .where('used_date', 'is', null)
    .where('end_date', '>', now.toISOString())
    .executeTakeFirst();
}

/** Marks the invitation as used. False if it already was or has expired. */
export async function useInvitationRow(db: Database, id: string, now: Date): Promise<boolean> {
  return isUsed(db, 'invitations', id, now);
}

async function isUsed(
  db: Database,
  table: 'sign_in_links' | 'invitations',
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set used_date = ${now.toISOString()}
    where id = ${id} and used_date is null and end_date > ${now.toISOString()}
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Removes everything the person could sign in with, sessions and open links included. The account and its newsletters stay.
 */
export async function deleteCredentials(trx: Database, person_key: number): Promise<void> {
  // First, so that nobody adds a way to sign in, or a session, between these statements.
  await lockPerson(trx, person_key);
  for (const table of ['sessions', 'passkeys', 'identities', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('person_key', '=', person_key).execute();
  await updatePersonRow(trx, person_key, { password_hash: '', totp_secret: '', totp_date: null });
  await deleteLinks(trx, person_key);
}

/** Ends the links that would sign the person in. Required in the transaction that changes how they sign in. */
export async function deleteLinks(trx: Database, person_key: number): Promise<void> {
  await trx.deleteFrom('sign_in_links').where('person_key', '=', person_key).execute();
}

export async function deleteInvitationsTo(trx: Database, normal_address: string | null): Promise<void> {
  await trx.deleteFrom('invitations').where('normal_address', '=', normal_address).execute();
}

/** Finds the newsletter that the person's mails are sent for: their oldest one. */
export async function findMailingNewsletter(db: Database, person: Person): Promise<Newsletter | undefined> {
  const [first] = await listPlaces(db, person);
  return first && findNewsletterById(db, first.id);
}
