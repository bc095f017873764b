import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { deleteSome } from '../platform/database/delete-some.ts';
import type { ApiKeys, IdempotencyKeys, Newsletters } from '../platform/database/schema.ts';
import type { Newsletter } from './newsletter.ts';
import { powersOf, roleSchema } from './role.ts';

/** Inserts the newsletter and its tenant, which owns its rows. */
export async function insertNewsletter(trx: Database, row: Insertable<Newsletters>): Promise<Newsletter> {
  const newsletter = await trx.insertInto('newsletters').values(row).returningAll().executeTakeFirstOrThrow();
  await trx.insertInto('tenants').values({ key: newsletter.key }).execute();
  return newsletter;
}

export async function updateNewsletterRow(
  db: Database,
  key: number,
  changes: Updateable<Newsletters>,
): Promise<Newsletter> {
  return db
    .updateTable('newsletters')
    .set({ ...changes, modification_date: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the newsletter against changes until the transaction ends; for a `deletion`, against additions as well. */
export async function lockNewsletter(
  trx: Database,
  key: number,
  before: 'change' | 'deletion',
): Promise<Newsletter | undefined> {
  const row = trx.selectFrom('newsletters').selectAll().where('key', '=', key);
  if (before === 'deletion')
    await trx.selectFrom('tenants').select('key').where('key', '=', key).forUpdate().execute();
  return (before === 'deletion' ? row.forUpdate() : row.forNoKeyUpdate()).executeTakeFirst();
}

/** Locks the newsletter until the transaction ends, so that its contents can be counted; additions stay possible. */
export async function holdNewsletter(trx: Database, key: number): Promise<void> {
  await trx.selectFrom('newsletters').select('key').where('key', '=', key).forNoKeyUpdate().execute();
}

/** One of its emails that is being sent or will be sent without further request. */
export async function findUnsentEmail(trx: Database, key: number) {
  return trx
    .selectFrom('emails')
    .select(['id', 'status'])
    .where('newsletter_key', '=', key)
    .where('status', 'in', ['scheduled', 'about_to_send', 'in_flight'])
    .limit(1)
    .executeTakeFirst();
}

/** Deletes the newsletter and the few rows that make it work: keys, tags, snippets, webhooks, automations. */
export async function deleteNewsletterRow(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('newsletters').where('key', '=', key).execute();
}

/** A deleted newsletter whose rows still exist. */
export async function findDeletedTenant(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('key')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('newsletters').whereRef('newsletters.key', '=', 'tenants.key'))),
    )
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

export async function deleteTenantRow(db: Database, key: number): Promise<void> {
  await db.deleteFrom('tenants').where('key', '=', key).execute();
}

export async function findNewsletterByUsername(
  db: Database,
  username: string,
): Promise<Newsletter | undefined> {
  return db
    .selectFrom('newsletters')
    .selectAll()
    .where('username', '=', username.toLowerCase())
    .executeTakeFirst();
}

/** The newsletter of a row. */
export async function findNewsletterOf(
  db: Database,
  { newsletter_key }: { newsletter_key: number },
): Promise<Newsletter> {
  return db.selectFrom('newsletters').selectAll().where('key', '=', newsletter_key).executeTakeFirstOrThrow();
}

export async function listNewsletters(db: Database): Promise<Newsletter[]> {
  return db.selectFrom('newsletters').selectAll().orderBy('key').execute();
}

/** A page of all newsletters, the one with the key `first`, if any, before the others, and their total. */
export async function listNewslettersFrom(
  db: Database,
  first: number | null,
  { page, page_size }: { page: number; page_size: number },
) {
  const results = await db
    .selectFrom('newsletters')
    .selectAll()
    .orderBy(sql`key is distinct from ${first}`)
    .orderBy('key')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { count } = await db
    .selectFrom('newsletters')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { results, count };
}

/** A page of the newsletters that the person belongs to, oldest first, and their number. */
export async function listNewslettersOf(
  db: Database,
  person_key: number,
  { page, page_size }: { page: number; page_size: number },
) {
  const own = db
    .selectFrom('newsletters')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('members')
          .select('role')
          .whereRef('newsletter_key', '=', 'newsletters.key')
          .where('person_key', '=', person_key)
          .where('removal_date', 'is', null),
      ),
    );
  const results = await own
    .selectAll()
    .orderBy('key')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { results, count };
}

export async function findNewsletterById(db: Database, id: string): Promise<Newsletter | undefined> {
  return db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertKey(db: Database, row: Insertable<ApiKeys>) {
  return db.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

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
    .select(
      sql<boolean>`coalesce(api_keys.last_used_date > now() - interval '1 minute', false)`.as(
        'used_in_this_minute',
      ),
    )
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst();
}

/** Records that the key was used now. Does not wait if somebody else is changing its row. */
export async function noteKeyUse(db: Database, key: number): Promise<void> {
  await sql`
    update api_keys set last_used_date = now()
    where key = (select key from api_keys where key = ${key} for no key update skip locked)`.execute(db);
}

/**
 * The bounds of the key with this id, or of the person's role in the newsletter, valid or not. With `held`, the key is
 * locked until `db`'s transaction ends; people need no lock.
 */
export async function findBounds(
  db: Database,
  newsletter_key: number,
  id: string,
  { held }: { held: boolean },
): Promise<{ key: number | null; bounds: unknown } | undefined> {
  const row = db.selectFrom('api_keys').select(['key', 'bounds']).where('id', '=', id);
  const found = await (held ? row.forNoKeyUpdate() : row).executeTakeFirst();
  if (found) return found;
  const member = await db
    .selectFrom('people')
    .innerJoin('members', 'members.person_key', 'people.key')
    .select('role')
    .where('people.id', '=', id)
    .where('newsletter_key', '=', newsletter_key)
    .where('installation', '=', 'none')
    .executeTakeFirst();
  return member && { key: null, bounds: powersOf(roleSchema.parse(member.role)).bounds };
}

/** The verified addresses of the people who work on the newsletter, each in its normal form. */
export async function listAddressesOfPeople(db: Database, newsletter_key: number): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .leftJoin('members', join =>
      join.onRef('person_key', '=', 'people.key').on('newsletter_key', '=', newsletter_key),
    )
    .select('normal_address')
    .where('confirmation_date', 'is not', null)
    .where(sql<boolean>`(installation <> 'none' or (role is not null and removal_date is null))`)
    .execute();
  return rows.flatMap(({ normal_address }) => normal_address ?? []);
}

const shownOfKeys = [
  'id',
  'name',
  'permissions',
  'bounds',
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

/** A page of the newsletter's keys, oldest first, and their total. */
export async function listKeysOf(
  db: Database,
  newsletter_key: number,
  { page, page_size }: { page: number; page_size: number },
) {
  const own = db.selectFrom('api_keys').where('newsletter_key', '=', newsletter_key);
  const results = await own
    .select(shownOfKeys)
    .orderBy('key')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { results, count };
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

/** The caller that used an idempotency key. */
export type Repeated = { newsletter_key: number; caller: string; idempotency_key: string };

/** Claims the idempotency key for this transaction. False if another request has claimed it. */
export async function lockIdempotencyKey(
  trx: Database,
  { newsletter_key, caller, idempotency_key }: Repeated,
): Promise<boolean> {
  const result = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${newsletter_key} ${caller} ${idempotency_key}`}, 0)) as locked`.execute(
    trx,
  );
  return result.rows[0]!.locked;
}

export async function findAnswered(trx: Database, { newsletter_key, caller, idempotency_key }: Repeated) {
  return trx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('caller', '=', caller)
    .where('idempotency_key', '=', idempotency_key)
    .where('creation_date', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirst();
}

export async function recordAnswer(trx: Database, row: Insertable<IdempotencyKeys>): Promise<void> {
  await trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['newsletter_key', 'caller', 'idempotency_key'])
        .doUpdateSet({ ...row, creation_date: sql`now()` }),
    )
    .execute();
}

/** Deletes at most `limit` responses from before that time. Returns how many. */
export async function pruneAnswers(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`creation_date < ${before.toISOString()}`;
  return deleteSome(db, 'idempotency_keys', ['newsletter_key', 'caller', 'idempotency_key'], old, limit);
}
