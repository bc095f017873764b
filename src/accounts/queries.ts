import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../platform/database/connect.ts';
import { prepare, wholeRow } from '../platform/database/prepared.ts';
import type { Newsletters } from '../platform/database/schema.ts';
import type { Page } from '../platform/http/query.ts';
import { readPage } from '../platform/http/read-page.ts';
import type { Newsletter } from './newsletter.ts';

/** Inserts the newsletter and its tenant, which owns its rows. */
export async function insertNewsletter(trx: Database, row: Insertable<Newsletters>): Promise<Newsletter> {
  const newsletter = await trx
    .insertInto('newsletters')
    .values(asJson(row))
    .returningAll()
    .executeTakeFirstOrThrow();
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
    .set({ ...asJson(changes), modification_date: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes lists as JSON, because the driver would write them as PostgreSQL's arrays and the columns are JSON. */
function asJson<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  ) as Row;
}

/** Keeps the domain at which readers have found the newsletter until now, so that links to it still lead to the newsletter. */
export async function keepFormerDomain(
  trx: Database,
  { key, served_domain }: Pick<Newsletter, 'key' | 'served_domain'>,
): Promise<void> {
  await sql`
    insert into former_domains (domain, newsletter_key)
    select ${served_domain}, ${key} where ${served_domain} <> ''
    on conflict (domain) do update set newsletter_key = excluded.newsletter_key`.execute(trx);
}

/** From now on, readers find the newsletter at its domain, or, if that is empty, at the installation's own address. */
export async function setServedDomain(trx: Database, key: number, served_domain: string): Promise<void> {
  await sql`
    with taken as (delete from former_domains where domain = ${served_domain})
    update newsletters set served_domain = ${served_domain}, modification_date = now() where key = ${key}`.execute(
    trx,
  );
}

/** Readers find no newsletter at a domain until it is checked again: this database may be a copy. */
export async function leaveDomains(trx: Database): Promise<void> {
  await sql`update newsletters set served_domain = '' where served_domain <> ''`.execute(trx);
}

/** Stores the newsletter's warm-up plan; null: none. `modification_date` stays, because what is mailed stays the same. */
export async function setWarmUp(trx: Database, key: number, warm_up: object | null): Promise<void> {
  await trx
    .updateTable('newsletters')
    .set({ warm_up: warm_up && JSON.stringify(warm_up) })
    .where('key', '=', key)
    .execute();
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

/** Keeps further keys, encrypted, that addresses of erased people are hashed with. */
export async function addSuppressionKeys(trx: Database, key: number, keys: Buffer[]): Promise<void> {
  await sql`
    update newsletters set suppression_keys = suppression_keys || ${keys}::bytea[] where key = ${key}`.execute(
    trx,
  );
}

/** Locks the newsletter until the transaction ends, so that its contents can be counted; additions stay possible. */
export async function holdNewsletter(trx: Database, key: number): Promise<void> {
  await trx.selectFrom('newsletters').select('key').where('key', '=', key).forNoKeyUpdate().execute();
}

/** Deletes the newsletter and the few rows that make it work: keys, tags, snippets, webhooks, automations. */
export async function deleteNewsletterRow(trx: Database, key: number): Promise<void> {
  await trx.deleteFrom('newsletters').where('key', '=', key).execute();
}

/** Finds a deleted newsletter whose rows still exist. */
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

/** Finds the newsletter with this internal key, unless it was deleted. */
export async function findNewsletterByKey(
  db: Database,
  newsletter_key: number,
): Promise<Newsletter | undefined> {
  return (await findByKey(db, { newsletter_key }))[0];
}

/** Finds the newsletter of a row. */
export async function findNewsletterOf(
  db: Database,
  { newsletter_key }: { newsletter_key: number },
): Promise<Newsletter> {
  return (await findNewsletterByKey(db, newsletter_key))!;
}

const findByKey = prepare<{ newsletter_key: number }, Newsletter>(
  'find_newsletter_by_key',
  ['newsletter_key'],
  ({ newsletter_key }) =>
    sql`select ${wholeRow('newsletters')} from newsletters where key = ${newsletter_key}`,
);

/** Whether bounces of a newsletter's mail come to this domain, written as in its settings. */
export async function hasBounceDomain(db: Database, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletters')
    .select('key')
    .where('bounce_domain', '=', domain)
    .where('bounce_domain', '<>', sql.lit(''))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function listNewsletters(db: Database): Promise<Newsletter[]> {
  return db.selectFrom('newsletters').selectAll().orderBy('key').execute();
}

/** Returns a page of all newsletters, the one with the key `first`, if any, before the others, and their total. */
export async function listNewslettersFrom(db: Database, first: number | null, page: Page) {
  const first_of_all = sql`key is distinct from ${first}`;
  return readPage(db.selectFrom('newsletters').selectAll().orderBy(first_of_all).orderBy('key'), page);
}

/** Lists the newsletters that this one names and that name it, by name. */
export async function listSisters(
  db: Database,
  { id, sister_newsletters }: Pick<Newsletter, 'id' | 'sister_newsletters'>,
): Promise<Newsletter[]> {
  if (sister_newsletters.length === 0) return [];
  return db
    .selectFrom('newsletters')
    .selectAll()
    .where('id', '=', sql<string>`any(${sister_newsletters}::uuid[])`)
    .where('id', '<>', id)
    .where(sql<boolean>`sister_newsletters ? ${id}::text`)
    .orderBy('name')
    .execute();
}

/** Returns a page of the newsletters that the person belongs to, oldest first, and their number. */
export async function listNewslettersOf(db: Database, person_key: number, page: Page) {
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
  return readPage(own.selectAll().orderBy('key'), page);
}

export async function findNewsletterById(db: Database, id: string): Promise<Newsletter | undefined> {
  return db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the newsletters with these usernames, or all of them if `*` is among them. */
export async function listNewsletterNames(
  db: Database,
  usernames: readonly string[],
): Promise<Pick<Newsletter, 'key' | 'id' | 'username'>[]> {
  const named = db.selectFrom('newsletters').select(['key', 'id', 'username']).orderBy('key');
  return usernames.includes('*') ? named.execute() : named.where('username', 'in', usernames).execute();
}
