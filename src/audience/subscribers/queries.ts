import { type RawBuilder, sql, type Updateable } from 'kysely';
import { writeEventsOf } from '../../journal/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import { prepare, wholeRow } from '../../platform/database/prepared.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Subscribers } from '../../platform/database/schema.ts';
import { day_ms } from '../../platform/durations.ts';
import { isId } from '../../platform/ids.ts';
import { normalAddress, parseMailAddress } from '../../platform/mail/address.ts';
import { isMailed } from '../standing/type.ts';
import { fieldNames } from './fields.ts';
import type { Subscriber } from './subscriber.ts';

export const { update: updateSubscriberRow } = rowsOf('subscribers');

/** The columns that a new row sets; the others have defaults. */
const newColumns = [
  'id',
  'newsletter_key',
  'email_address',
  'normal_address',
  'type',
  'mail_state',
  'standing',
  'upgrade_date',
  'tags',
  ...fieldNames,
  'source',
  'form_id',
  'reminder_date',
  'unsubscription_date',
] as const satisfies (keyof Subscriber)[];

type NewSubscriber = Omit<Pick<Subscriber, (typeof newColumns)[number]>, 'metadata'> & {
  /** JSON. */
  metadata: string;
  /** Null means the time of the statement. */
  creation_date: string | null;
  event_id: string;
  /** Suppressions that the new consent lifts. */
  address_hashes: Buffer[];
};

/**
 * Inserts the subscriber, lifts the suppressions, and writes the event. If the newsletter has this address, nothing happens and no row is
 * returned.
 */
export const addSubscriber = prepare<NewSubscriber, Subscriber>(
  'add_subscriber',
  [...newColumns, 'creation_date', 'event_id', 'address_hashes'],
  given => sql`
    with added as (
      insert into subscribers (${sql.join(newColumns.map(sql.ref))}, creation_date)
      values (${sql.join(newColumns.map(name => given[name]))}, coalesce(${given.creation_date}::timestamptz, now()))
      on conflict on constraint subscribers_address_unique do nothing
      returning *
    ), lifted as (
      delete from suppressions
      where newsletter_key = ${given.newsletter_key} and address_hash = any(${given.address_hashes}::bytea[])
        and exists (select from added)
    ), ${writeEventsOf(
      given.newsletter_key,
      sql`select 'subscriber.created', id, jsonb_build_object('type', type, 'source', source)
        || case when type = 'paused' and mail_state = 'subscribed' then '{"mail_state": "subscribed"}' else '{}' end::jsonb from added`,
      sql`${given.event_id}::uuid`,
    )}
    select ${wholeRow('subscribers', 'added')} from added`,
);

/** Finds the subscriber with this id or address. */
export async function findSubscriber(
  db: Database,
  newsletter_key: number,
  word: string,
): Promise<Subscriber | undefined> {
  return selectSubscriber(db, newsletter_key, word)?.executeTakeFirst();
}

/** Like findSubscriber, and locks the row until the transaction ends. */
export async function lockSubscriber(
  trx: Database,
  newsletter_key: number,
  word: string,
): Promise<Subscriber | undefined> {
  return selectSubscriber(trx, newsletter_key, word)?.forUpdate().executeTakeFirst();
}

/**
 * Marks an `unactivated` subscriber to be reminded, if no reminder was requested in the last `days` days. Returns
 * whether it did.
 */
export async function noteReminder(trx: Database, key: number, now: Date, days: number): Promise<boolean> {
  const earliest = new Date(now.getTime() - days * day_ms).toISOString();
  const { numUpdatedRows } = await trx
    .updateTable('subscribers')
    .set({ reminder_date: now.toISOString() })
    .where('key', '=', key)
    .where('type', '=', 'unactivated')
    .where(({ eb, or }) => or([eb('reminder_date', 'is', null), eb('reminder_date', '<=', earliest)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that the person has unsubscribed or complained, whatever their type, unless nothing has changed since they last did. */
export async function noteLeft(trx: Database, key: number): Promise<void> {
  // The time at which the row is locked: a change that this statement waited for came before.
  await trx
    .updateTable('subscribers')
    .set({ left_date: sql`clock_timestamp()` })
    .where('key', '=', key)
    .where(sql<boolean>`coalesce(left_date < modification_date, true)`)
    .execute();
}

/** The columns that decisions about a subscriber need; without the metadata, which may be megabytes each. */
const stateColumns = [
  'key',
  'id',
  'newsletter_key',
  'normal_address',
  'type',
  'mail_state',
  'standing',
  'tags',
  'confirmation_date',
] as const;
export type SubscriberState = Pick<Subscriber, (typeof stateColumns)[number]>;

/**
 * Returns the subscribers with these keys that exist, in order, locked until the transaction ends. They are found by their keys (+ 0), and
 * never by an index of the newsletter, which contains everybody.
 */
export async function lockSubscribers(
  trx: Database,
  newsletter_key: number,
  keys: number[],
): Promise<SubscriberState[]> {
  return trx
    .selectFrom('subscribers')
    .select(stateColumns)
    .where(sql<boolean>`newsletter_key + 0 = ${newsletter_key}`)
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .orderBy('key')
    .forUpdate()
    .execute();
}

/** Applies the same change to all of them, in one statement. */
export async function updateSubscriberRows(
  trx: Database,
  keys: number[],
  changes: Updateable<Subscribers> | { [Column in keyof Subscribers]?: RawBuilder<unknown> },
): Promise<SubscriberState[]> {
  return trx
    .updateTable('subscribers')
    .set({ ...(changes as Updateable<Subscribers>), modification_date: sql`now()` })
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .returning(stateColumns)
    .execute();
}

export async function deleteSubscriberRows(trx: Database, keys: number[]): Promise<void> {
  await trx.deleteFrom('subscribers').where('key', '=', sql<number>`any(${keys}::bigint[])`).execute();
}

/** Remembers hashes of the addresses of deleted subscribers. */
export async function insertSuppressions(
  trx: Database,
  newsletter_key: number,
  address_hashes: Buffer[],
): Promise<void> {
  if (address_hashes.length === 0) return;
  await trx
    .insertInto('suppressions')
    .values(address_hashes.map(address_hash => ({ newsletter_key, address_hash, portable: true })))
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Those of these subscribers who exist, by key, and whether they get mail. */
export async function listMailed(
  db: Database,
  newsletter_key: number,
  keys: number[],
): Promise<Map<number, boolean>> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['key', 'mail_state', 'standing'])
    .where('newsletter_key', '=', newsletter_key)
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .execute();
  return new Map(rows.map(row => [row.key, isMailed(row)]));
}

function selectSubscriber(db: Database, newsletter_key: number, word: string) {
  const all = db.selectFrom('subscribers').selectAll().where('newsletter_key', '=', newsletter_key);
  if (isId(word)) return all.where('id', '=', word);
  const address = parseMailAddress(word);
  return address === null ? undefined : all.where('normal_address', '=', normalAddress(address));
}

/** Those of the subscribers whose standing must be found again, because the clock may have changed it. */
export async function listOverdue(db: Database, keys: number[], now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select('key')
    .where('key', '=', sql<number>`any(${keys}::bigint[])`)
    .where('next_look', '<=', now.toISOString())
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * Notes that the premium emails since this date have been looked at. If somebody has become entitled again meanwhile, their emails are
 * looked at again.
 */
export async function noteCaughtUp(
  trx: Database,
  { key, catch_up_since }: { key: number; catch_up_since: string },
): Promise<void> {
  await trx
    .updateTable('subscribers')
    .set({ catch_up_since: null })
    .where('key', '=', key)
    .where('catch_up_since', '=', catch_up_since)
    .execute();
}
