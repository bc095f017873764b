import { type Insertable, sql } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { prepare } from '../platform/database/prepared.ts';
import type { ApiKeys } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { readPage } from '../platform/http/read-page.ts';

export async function insertKey(db: Database, row: Insertable<ApiKeys>) {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Changes with every change of the key or of its newsletter. */
const version = sql<string>`concat(api_keys.xmin, ' ', newsletters.xmin)`;
const used_in_this_minute = sql<boolean>`coalesce(api_keys.last_used_date > now() - interval '1 minute', false)`;

export type KeyState = {
  api_key_key: number;
  version: string;
  expiry_date: string | null;
  revocation_date: string | null;
  used_in_this_minute: boolean;
};

/** The state of a key, which is read for every request. */
export const findKeyState = prepare<{ hash: Buffer }, KeyState>(
  'find_key_state',
  ['hash'],
  ({ hash }) => sql`
    select api_keys.key as api_key_key, expiry_date, revocation_date, ${version} as version,
      ${used_in_this_minute} as used_in_this_minute
    from api_keys join newsletters on newsletters.key = api_keys.newsletter_key
    where hash = ${hash}`,
);

export async function findKeyByHash(db: Database, hash: Buffer) {
  return db
    .selectFrom('api_keys')
    .innerJoin('newsletters', 'newsletters.key', 'api_keys.newsletter_key')
    .selectAll('newsletters')
    .select([
      'api_keys.key as api_key_key',
      'api_keys.id as api_key_id',
      'api_keys.name as api_key_name',
      'api_keys.permissions',
      'api_keys.bounds',
      'api_keys.expiry_date',
      'api_keys.revocation_date',
    ])
    .select(version.as('version'))
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst();
}

/** Records that the key was used now. Does not wait if somebody else is changing its row. */
export async function noteKeyUse(db: Database, key: number): Promise<void> {
  await sql`
    update api_keys set last_used_date = now()
    where key = (select key from api_keys where key = ${key} for no key update skip locked)`.execute(db);
}

/** Finds the person's role in the newsletter, even if they have left; undefined for an owner of the installation, and for anybody else. */
export async function findRole(
  db: Database,
  newsletter_key: number,
  person_id: string,
): Promise<string | undefined> {
  const member = await db
    .selectFrom('people')
    .innerJoin('members', 'members.person_key', 'people.key')
    .select('role')
    .where('people.id', '=', person_id)
    .where('newsletter_key', '=', newsletter_key)
    .where('installation', '=', 'none')
    .executeTakeFirst();
  return member?.role;
}

/** Lists the verified addresses of the people who work on the newsletter, each in its normal form. */
export async function listAddressesOfPeople(db: Database, newsletter_key: number): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .leftJoin('members', join =>
      join.onRef('person_key', '=', 'people.key').on('newsletter_key', '=', newsletter_key),
    )
    .select('normal_address')
    .where(
      sql<boolean>`(installation <> 'none' or (confirmation_date is not null and role is not null and removal_date is null))`,
    )
    .execute();
  return rows.flatMap(({ normal_address }) => normal_address ?? []);
}

const shownOfKeys = [
  'id',
  'name',
  'permissions',
  'bounds',
  'created_by',
  'creation_date',
  'expiry_date',
  'revocation_date',
  'last_used_date',
] as const;

export async function findKey(db: Database, newsletter_key: number, id: string) {
  return db
    .selectFrom('api_keys')
    .select(shownOfKeys)
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns a page of the newsletter's keys, oldest first, and their total. */
export async function listKeysOf(db: Database, newsletter_key: number, page: Page) {
  const own = db.selectFrom('api_keys').where('newsletter_key', '=', newsletter_key);
  return readPage(own.select(shownOfKeys).orderBy('key'), page);
}

/** Every key of every newsletter, with the newsletter's username. */
export async function listKeys(db: Database) {
  return db
    .selectFrom('api_keys')
    .innerJoin('newsletters', 'newsletters.key', 'api_keys.newsletter_key')
    .selectAll('api_keys')
    .select('newsletters.username')
    .orderBy('api_keys.key')
    .execute();
}

/** Revokes the key; returns whether it was valid before. */
export async function revokeKeyRow(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revocation_date: sql`now()` })
    .where('id', '=', id)
    .where('revocation_date', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Makes the person or key with this id the maker of the key. */
export async function setKeyMaker(trx: Database, id: string, created_by: string): Promise<void> {
  await trx.updateTable('api_keys').set({ created_by }).where('id', '=', id).execute();
}
