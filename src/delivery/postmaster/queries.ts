import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { PostmasterAccess } from '../../platform/database/schema.ts';
import { fenceOpen } from '../../platform/fence/queries.ts';
import type { DomainFigures } from './read-domain.ts';

export type Access = Selectable<PostmasterAccess>;

/** How many days Gmail's figures are kept. */
export const figureDays = 120;

export async function findAccess(db: Database): Promise<Access | undefined> {
  return db.selectFrom('postmaster_access').selectAll().executeTakeFirst();
}

/** Keeps all other workers out until `until`. Returns the access if a reading is due and no worker has begun it. */
export async function leaseAccess(db: Database, now: Date, until: Date): Promise<Access | undefined> {
  const { rows } = await sql<Access>`
    update postmaster_access set next_fetch_date = ${until.toISOString()}
    where next_fetch_date <= ${now.toISOString()} and ${fenceOpen} returning *`.execute(db);
  return rows[0];
}

/** Notes that everything was read, unless another key was given meanwhile. */
export async function noteRead(db: Database, { key }: Access, now: Date, next: Date): Promise<void> {
  await db
    .updateTable('postmaster_access')
    .set({
      trouble: '',
      trouble_since: null,
      tries: 0,
      fetched_date: now.toISOString(),
      next_fetch_date: next.toISOString(),
    })
    .where('key', '=', key)
    .execute();
}

/** Notes why nothing could be read, and when the next try is due. */
export async function noteTrouble(
  db: Database,
  { key }: Access,
  trouble: string,
  now: Date,
  next: Date,
): Promise<void> {
  await sql`
    update postmaster_access set trouble = ${trouble}, trouble_since = coalesce(trouble_since, ${now.toISOString()}),
      tries = least(tries + 1, 100), next_fetch_date = ${next.toISOString()}
    where key = ${key}`.execute(db);
}

/** Lists the domains that newsletters send from, at most `most`. */
export async function listSenderDomains(db: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct lower(split_part(from_address, '@', -1)) as domain from newsletters
    where from_address <> '' order by domain limit ${most}`.execute(db);
  return rows.map(({ domain }) => domain);
}

/** Stores Gmail's figures about the domain; those of days that are known already are replaced. */
export async function storeFigures(
  trx: Database,
  domain: string,
  { source, days, identifiers, requirements }: DomainFigures,
  now: Date,
): Promise<void> {
  await noteDomain(trx, { domain, source, trouble: '', requirements: JSON.stringify(requirements) }, now);
  await sql`
    insert into postmaster_figures (domain, day, spam_rate, spf_rate, dkim_rate, dmarc_rate, error_rate)
    select ${domain}, day, spam_rate, spf_rate, dkim_rate, dmarc_rate, error_rate
    from jsonb_to_recordset(${JSON.stringify(days)}) as one (day date, spam_rate float8, spf_rate float8, dkim_rate float8,
      dmarc_rate float8, error_rate float8)
    on conflict (domain, day) do update set spam_rate = excluded.spam_rate, spf_rate = excluded.spf_rate,
      dkim_rate = excluded.dkim_rate, dmarc_rate = excluded.dmarc_rate, error_rate = excluded.error_rate`.execute(
    trx,
  );
  await sql`
    insert into postmaster_identifiers (domain, day, identifier, spam_rate)
    select distinct on (day, identifier) ${domain}, day, identifier, spam_rate
    from jsonb_to_recordset(${JSON.stringify(identifiers)}) as one (day date, identifier uuid, spam_rate float8)
    on conflict (domain, identifier, day) do update set spam_rate = excluded.spam_rate`.execute(trx);
}

/** Notes that Gmail has no figures of the domain for us. Earlier figures stay. */
export async function noteAbsent(db: Database, domain: string, trouble: string, now: Date): Promise<void> {
  await noteDomain(db, { domain, source: '', trouble, requirements: '[]' }, now);
}

async function noteDomain(
  db: Database,
  row: { domain: string; source: string; trouble: string; requirements: string },
  now: Date,
): Promise<void> {
  const { domain: _, ...known } = row;
  const values = { ...known, fetched_date: now.toISOString() };
  await db
    .insertInto('postmaster_domains')
    .values({ ...row, ...values })
    .onConflict(conflict => conflict.column('domain').doUpdateSet(values))
    .execute();
}

/** Deletes at most `limit` days from before that time. Returns how many. */
export async function prunePostmaster(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`day < ${before.toISOString()}::date`;
  return (
    (await deleteSome(db, 'postmaster_identifiers', old, limit)) ||
    (await deleteSome(db, 'postmaster_figures', old, limit))
  );
}
