import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Passkeys } from '../../platform/database/schema.ts';

export type PasskeyRow = Selectable<Passkeys>;

export async function insertPasskey(db: Database, row: Insertable<Passkeys>): Promise<PasskeyRow> {
  return db.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Lists the person's passkeys, oldest first. */
export async function listPasskeys(db: Database, person_key: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('person_key', '=', person_key).orderBy('key').execute();
}

export async function findPasskey(db: Database, credential_id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential_id).executeTakeFirst();
}

export async function renamePasskeyRow(
  db: Database,
  person_key: number,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('person_key', '=', person_key)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskeyRow(db: Database, person_key: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('person_key', '=', person_key)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Records the authenticator's counter and the use. */
export async function notePasskeyUse(db: Database, key: number, counter: number, now: Date): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ counter, last_used_date: now.toISOString() })
    .where('key', '=', key)
    .execute();
}

/** Marks the challenge as answered. False if it already was. */
export async function noteChallenge(db: Database, hash: Buffer, until: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into used_challenges (hash, end_date) values (${hash}, ${until.toISOString()})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}
