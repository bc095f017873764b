import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Identities } from '../../platform/database/schema.ts';

export type IdentityRow = Selectable<Identities>;

export async function findIdentity(
  db: Database,
  issuer: string,
  subject: string,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Lists the person's identities, oldest first. */
export async function listIdentities(db: Database, person_key: number): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('person_key', '=', person_key)
    .orderBy('key')
    .execute();
}

export async function insertIdentity(db: Database, row: Insertable<Identities>): Promise<void> {
  await db.insertInto('identities').values(row).execute();
}

/** Records a sign-in, and the address that the provider gave. */
export async function noteIdentityUse(
  db: Database,
  key: number,
  email_address: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('identities')
    .set({ email_address, last_used_date: now.toISOString() })
    .where('key', '=', key)
    .execute();
}

/** Deletes one of the person's identities. False if there was none. */
export async function deleteIdentityRow(db: Database, person_key: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identities')
    .where('person_key', '=', person_key)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Makes first sign-ins wait for each other until the transaction ends, so that one account is created and linked once. */
export async function lockFirstSignIns(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first sign-ins', 61))`.execute(trx);
}
