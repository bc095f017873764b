import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { fieldNames } from './fields.ts';
import type { Subscriber } from './subscriber.ts';

/** The columns that an import changes for people who exist. */
export const importedColumns = [
  'type',
  'mail_state',
  'standing',
  'tags',
  // No file says how often somebody wants mail.
  ...fieldNames.filter(name => name !== 'frequency'),
  'confirmation_date',
  'unsubscription_date',
  'unsubscription_reason',
] as const satisfies (keyof Subscriber)[];

/** The columns that an import sets only for new people. */
const firstColumns = [
  'key',
  'id',
  'email_address',
  'normal_address',
  'creation_date',
  'reminder_date',
] as const satisfies (keyof Subscriber)[];

/** The constraint that PostgreSQL names when somebody is already a subscriber (23505). */
export const addressConstraint = 'subscribers_address_unique';

/**
 * Returns keys for `count` new subscribers, in order. No two calls share a range: the keys of one are all greater than those of any other,
 * even if they run at once.
 */
export async function reserveKeys(db: Database, count: number): Promise<number[]> {
  return inTransaction(db, async trx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('keys of subscribers', 0))`.execute(trx);
    const { rows } = await sql<{ keys: number[] }>`
      select array(select nextval(sequence::regclass) from generate_series(1, ${count}::int)) as keys
      from pg_get_serial_sequence('subscribers', 'key') sequence`.execute(trx);
    return rows[0]!.keys;
  });
}

/**
 * A statement, or part of one: inserts the people whom an import brings, in the order of `rows`. `rows` selects the columns of a subscriber
 * by their names, and the `key` from `reserveKeys`. Fails with `addressConstraint` if somebody exists.
 */
export function insertImported(newsletter_key: number, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = names([...firstColumns, ...importedColumns]);
  return sql`
    insert into subscribers (newsletter_key, source, ${columns}) overriding system value
    select ${newsletter_key}::int, 'import', ${columns} from (${rows}) wanted`;
}

/** The same for people who exist: `rows` selects their `key`, and their new values. Returns (key, modification_date). */
export function updateImported(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update subscribers
    set ${sql.join(importedColumns.map(name => sql`${sql.ref(name)} = wanted.${sql.ref(name)}`))}, modification_date = now()
    from (${rows}) wanted where subscribers.key = wanted.key
    returning subscribers.key, subscribers.modification_date`;
}

/** Returns the values that `updateImported` changes, as one JSON object of the row `name`. */
export function formerValues(name: string): RawBuilder<unknown> {
  return sql`jsonb_build_object(${sql.join(
    importedColumns.flatMap(column => [sql.lit(column), sql.ref(`${name}.${column}`)]),
  )})`;
}

/** Earlier versions noted the state of mail only as the type. */
const formerMail = sql`coalesce(former.mail_state,
  case when former.type::text = any(enum_range(null::mail_state)::text[]) then former.type::text else 'subscribed' end::mail_state)`;

/** Rows for `updateImported` that restore people's `formerValues`. `rows` selects (key, before). */
export function formerRows(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select wanted.key, former.type, ${formerMail} as mail_state,
      case when ${formerMail} = 'subscribed' then former.type::text else coalesce(former.standing::text, 'regular') end::standing as standing,
      array(select tag::int from jsonb_array_elements_text(former.tags) tag) as tags, former.metadata, former.notes,
      former.referrer_url, former.utm_campaign, former.utm_medium, former.utm_source, former.ip_address, former.locale,
      former.confirmation_date, former.unsubscription_date, former.unsubscription_reason
    from (${rows}) wanted
    cross join lateral jsonb_to_record(wanted.before) as former (
      type subscriber_type, mail_state mail_state, standing standing, tags jsonb, metadata jsonb, notes text, referrer_url text,
      utm_campaign text, utm_medium text, utm_source text, ip_address text, locale text, confirmation_date timestamptz,
      unsubscription_date timestamptz, unsubscription_reason text)`;
}

/** People whom a batch of an import created: with keys in this range, and unchanged since this date. */
export type ImportedBatch = {
  newsletter_key: number;
  first_key: number;
  last_key: number;
  date: string;
};

const isUntouched = (date: string) =>
  sql`modification_date = ${date} and last_open_date is null and last_click_date is null`;

/**
 * A statement, or part of one: deletes those of a batch whom nobody has changed since and who have not opened or clicked anything, and
 * returns (key, id, type). Their addresses are not remembered, so that they can be imported again.
 */
export function deleteUntouched(batch: ImportedBatch): RawBuilder<unknown> {
  return sql`delete from subscribers where ${ofBatch(batch)} and ${isUntouched(batch.date)} returning key, id, type`;
}

/** Selects (key, reason) for those of a batch who remain. */
export function selectTouched(batch: ImportedBatch): RawBuilder<unknown> {
  return sql`
    select key, case when modification_date = ${batch.date} then ${sentence('lines.read_since')}
      else ${sentence('lines.changed_since')} end as reason
    from subscribers where ${ofBatch(batch)} and not (${isUntouched(batch.date)})`;
}

function ofBatch({ newsletter_key, first_key, last_key }: ImportedBatch): RawBuilder<unknown> {
  return sql`newsletter_key = ${newsletter_key} and key between ${first_key} and ${last_key} and source = 'import'`;
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map(name => sql.ref(name)));
}
