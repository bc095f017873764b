import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { Sessions } from '../../platform/database/schema.ts';
import type { Person } from './person.ts';
import { findPersonByKey } from './queries.ts';

export type SessionRow = Selectable<Sessions>;
export type Session = SessionRow & { person: Person };

export async function insertSession(db: Database, row: Insertable<Sessions>): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** Finds the session with this token, current or previous, and its person. */
export async function findSession(db: Database, hash: Buffer): Promise<Session | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where(({ or, eb }) => or([eb('hash', '=', hash), eb('former_hash', '=', hash)]))
    .executeTakeFirst();
  const person = session && (await findPersonByKey(db, session.person_key));
  return session && person && { ...session, person };
}

/** Replaces the session's token. False if another process was first. */
export async function rotateToken(
  db: Database,
  { key, hash, former_hash }: SessionRow,
  next: Buffer,
  { keeps_former, now }: { keeps_former: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      hash: next,
      former_hash: keeps_former ? former_hash : hash,
      former_end_date: null,
      rotation_date: now.toISOString(),
    })
    .where('key', '=', key)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records that the browser has the newer token: the previous one is valid until `until`. */
export async function noteTokenShown(db: Database, key: number, until: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ former_end_date: until.toISOString() })
    .where('key', '=', key)
    .where('former_end_date', 'is', null)
    .execute();
}

export async function noteSessionUse(
  db: Database,
  key: number,
  now: Date,
  ip_address: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_date: now.toISOString(), ip_address })
    .where('key', '=', key)
    .execute();
}

export async function endSessionRow(db: Database, which: { hash: Buffer } | { id: string }): Promise<void> {
  const [[column, value]] = Object.entries(which) as [[keyof SessionRow, string | Buffer]];
  await db.deleteFrom('sessions').where(column, '=', value).execute();
}

/** When this session's person last proved who they are. */
export async function findOwnSession(db: Database, id: string) {
  return db.selectFrom('sessions').select('proof_date').where('id', '=', id).executeTakeFirst();
}

/** Lists the person's open sessions that do not wait for a code, last used first. */
export async function listSessions(db: Database, person_key: number, now: Date, idle: number) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('person_key', '=', person_key)
    .where('second_factor_due', '=', false)
    .where('end_date', '>', now.toISOString())
    .where('last_used_date', '>', new Date(now.getTime() - idle).toISOString())
    .orderBy('last_used_date', 'desc')
    .execute();
}

/** Ends one of the person's sessions, or all except one. Returns how many. */
export async function endSessions(
  db: Database,
  person_key: number,
  which: { id?: string; except?: string },
): Promise<number> {
  let sessions = db.deleteFrom('sessions').where('person_key', '=', person_key);
  if (which.id !== undefined) sessions = sessions.where('id', '=', which.id);
  if (which.except !== undefined) sessions = sessions.where('id', '<>', which.except);
  const { numDeletedRows } = await sessions.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes at most `limit` sessions that ended or were last used before this time. Returns how many. */
export async function pruneSessions(db: Database, before: Date, limit: number): Promise<number> {
  const ended = sql`least(end_date, last_used_date) < ${before.toISOString()}`;
  return deleteSome(db, 'sessions', ended, limit);
}

/** Deletes at most `limit` sign-in links that expired before this time. Returns how many. */
export async function pruneSignInLinks(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'sign_in_links', sql`end_date < ${before.toISOString()}`, limit);
}

/** Deletes at most `limit` challenges that expired before this time. Returns how many. */
export async function pruneChallenges(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'used_challenges', sql`end_date < ${before.toISOString()}`, limit);
}

/** Ends the sessions that the person began with an account elsewhere, except for one. */
export async function endSessionsElsewhere(
  db: Database,
  person_key: number,
  except: string | undefined,
): Promise<void> {
  let sessions = db
    .deleteFrom('sessions')
    .where('person_key', '=', person_key)
    .where('method', 'in', ['sign_on', 'header']);
  if (except !== undefined) sessions = sessions.where('id', '<>', except);
  await sessions.execute();
}
