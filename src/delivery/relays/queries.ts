import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Relays } from '../../platform/database/schema.ts';
import { hour_ms } from '../../platform/durations.ts';
import { isId, newId } from '../../platform/ids.ts';
import { domainOf } from '../../platform/mail/address.ts';
import { relaysFor } from '../../platform/mail/smtp/choices.ts';

export type RelayRow = Selectable<Relays>;
/** A relay with the newsletters that it names and that still exist. */
export type Relay = RelayRow & { newsletter_keys: number[] };

/** For how many hours the offers that a relay announced are taken as valid. */
const believedHours = 24;

/** Lists the relays in use, those of SMTP_URL first. */
export async function listRelays(db: Database): Promise<Relay[]> {
  const { rows } = await sql<Relay>`
    select relays.*, named.keys as newsletter_keys, named.ids as newsletter_ids
    from relays
    cross join lateral (
      select coalesce(array_agg(key order by key), '{}') as keys, coalesce(array_agg(id order by key), '{}') as ids
      from newsletters where id = any(newsletter_ids)
    ) named
    where removal_date is null order by is_of_settings desc, relays.key`.execute(db);
  return rows;
}

/** Lists the relays that take the newsletter's mail. */
export async function listRelaysOf(
  db: Database,
  { key, from_address }: { key: number; from_address: string },
): Promise<Relay[]> {
  return relaysFor(await listRelays(db), { key, domain: domainOf(from_address) });
}

export async function findRelay(db: Database, id: string): Promise<Relay | undefined> {
  if (!isId(id)) return undefined;
  return (await listRelays(db)).find(relay => relay.id === id);
}

/** Finds the relay in use that has this mail service, which reports to the relay's own address. */
export async function findReporting(
  db: Database,
  id: string,
  service: string,
): Promise<RelayRow | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('relays')
    .selectAll()
    .where('id', '=', id)
    .where('report_service', '=', service)
    .where('removal_date', 'is', null)
    .executeTakeFirst();
}

/** Keeps all relays from being changed until the transaction ends, so that their number and their settings can be checked. */
export async function lockRelays(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('relays', 0))`.execute(trx);
}

export async function insertRelay(trx: Database, row: Insertable<Relays>): Promise<void> {
  await trx.insertInto('relays').values(row).execute();
}

/** Changes settings of the relay, and clears its trouble, which came from the earlier settings. */
export async function updateRelay(trx: Database, key: number, changes: Updateable<Relays>): Promise<void> {
  await trx
    .updateTable('relays')
    .set({ ...changes, trouble: null, trouble_since: null, modification_date: sql`now()` })
    .where('key', '=', key)
    .execute();
}

/** Takes the relay out of use. Its records in the ledger stay; its password, and the address for its reports, do not. */
export async function removeRelay(trx: Database, key: number): Promise<void> {
  await trx
    .updateTable('relays')
    .set({
      removal_date: sql`now()`,
      login_name: '',
      password: '',
      report_service: null,
      report_secret: '',
      trouble: null,
      trouble_since: null,
    })
    .where('key', '=', key)
    .execute();
}

/** Lists the given ids that belong to no newsletter. */
export async function listStrangers(db: Database, newsletter_ids: string[]): Promise<string[]> {
  const ids = newsletter_ids.filter(isId);
  const known = await db
    .selectFrom('newsletters')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return newsletter_ids.filter(id => !known.some(newsletter => newsletter.id === id.toLowerCase()));
}

/**
 * Stores the relays of SMTP_URL, by host:port, and takes all earlier ones out of use. Returns their keys. A known relay gets no new key,
 * because there are only 32,767.
 */
export async function noteSettings(db: Database, names: string[]): Promise<Map<string, number>> {
  const given = [...new Set(names)];
  const ids = given.map(() => newId());
  const { rows } = await sql<{ name: string; key: number }>`
    with gone as (
      update relays set removal_date = now(), trouble = null, trouble_since = null
      where is_of_settings and removal_date is null and name <> all(${given}::text[])
    ), known as (
      update relays set removal_date = null, seen_date = case when removal_date is null then seen_date end
      where is_of_settings and name = any(${given}::text[])
      returning name, key
    ), added as (
      insert into relays (id, name, is_of_settings, is_default)
      select id, name, true, true from unnest(${ids}::uuid[], ${given}::text[]) as given (id, name)
      where name not in (select name from known)
      on conflict (name) where is_of_settings do update set removal_date = null
      returning name, key
    )
    select name, key from known union all select name, key from added`.execute(db);
  return new Map(rows.map(({ name, key }) => [name, key]));
}

// What a connection reports does not change the settings.
const version = sql<string>`coalesce((
  select string_agg(concat(key, ' ', extract(epoch from modification_date)), ',' order by key) from relays
  where not is_of_settings and removal_date is null
), '')`;

/** Reads a value that changes whenever the settings of relays do. */
export async function readRelaysVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`select ${version} as version`.execute(db);
  return rows[0]!.version;
}

/** Returns the condition that the settings of relays have changed since this version. */
export function relaysVersion(known: RawBuilder<string>): RawBuilder<unknown> {
  return sql`${version} <> ${known}::text`;
}

/** Stores what the relay offers, after a connection to it has been opened. */
export async function noteOffers(
  db: Database,
  key: number,
  { smtputf8, size_limit }: { smtputf8: boolean; size_limit: number | null },
): Promise<void> {
  await sql`
    update relays
    set smtputf8 = ${smtputf8}, size_limit = ${size_limit}, seen_date = now(), trouble = null, trouble_since = null
    where key = ${key}`.execute(db);
}

/** Stores why no connection to the relay can be opened. */
export async function noteRelayTrouble(db: Database, key: number, trouble: string): Promise<void> {
  await sql`
    update relays set trouble = ${trouble}, trouble_since = coalesce(trouble_since, now())
    where key = ${key} and removal_date is null`.execute(db);
}

/** Whether the offers that the relay announced still count. */
export function isBelieved({ seen_date }: Pick<Relay, 'seen_date'>, now: number): boolean {
  return seen_date !== null && Date.parse(seen_date) > now - believedHours * hour_ms;
}
