import { type RawBuilder, sql } from 'kysely';
import { recordEvents } from '../../journal/record.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { MailState } from '../../platform/database/schema.ts';
import { mailStates } from '../standing/type.ts';
import { lockSubscribers, type SubscriberState, updateSubscriberRow } from './queries.ts';
import { type FormerType, goneTypes } from './subscriber.ts';
import { changesOf, returnTo } from './update.ts';

/**
 * The result for one subscriber: former values were restored, or the subscriber was skipped, because they have changed, unsubscribed or
 * complained since.
 */
export type Restored = 'restored' | 'changed' | 'left';

/** The values to restore: `rows` selects (key, date, former) as `former.ts` noted it, for these subscribers. */
export type Remembered = {
  newsletter_key: number;
  keys: number[];
  rows: RawBuilder<unknown>;
  undone_id: string;
};

/** The former state, without `mail_state` if an earlier version noted it. */
type Former = FormerType & { unsubscription_date: string | null; unsubscription_reason: string };

/**
 * Takes back tags that were added, or gives back tags that were removed. Only the tags in `present` still exist. A subscriber counts as
 * changed if one of these tags has come or gone since.
 */
export async function restoreTags(
  trx: Database,
  remembered: Remembered,
  { action, present }: { action: 'add' | 'remove'; present: number[] },
): Promise<Map<number, Restored>> {
  const before = await lockRemembered(trx, remembered);
  const { rows } = await sql<SubscriberState>`
    with wanted as materialized (
      select key, array(
        select tag::int from jsonb_array_elements_text(former) tag where tag::int = any(${present}::int[])) as tags
      from (${remembered.rows}) remembered
    )
    update subscribers set modification_date = now(), tags = ${
      action === 'add'
        ? sql`array(
          select tag from unnest(subscribers.tags) with ordinality as held (tag, place)
          where tag <> all(wanted.tags) order by place)`
        : sql`subscribers.tags || wanted.tags`
    }
    from wanted where ${ofRemembered(remembered)} and wanted.tags <> '{}'
      and ${action === 'add' ? sql`subscribers.tags @> wanted.tags` : sql`not subscribers.tags && wanted.tags`}
    returning ${state}`.execute(trx);
  return settle(trx, remembered, before, rows);
}

/**
 * Gives people the former state of their mail, if it is still `mail_state` and has not changed since, and they have not left on their own.
 * Their entitlement stays as it is.
 */
export async function restoreMailStates(
  trx: Database,
  remembered: Remembered,
  { mail_state }: { mail_state: MailState },
): Promise<Map<number, Restored>> {
  const before = await lockRemembered(trx, remembered);
  const { rows: found } = await sql<{ key: number; former: Former; has_left: boolean }>`
    select subscribers.key, former, coalesce(left_date >= date, false) as has_left
    from (${remembered.rows}) wanted join subscribers on subscribers.key = wanted.key
    where ${ofRemembered(remembered)} and mail_state = ${mail_state} and not exists (
      select from events
      where subscriber_id = subscribers.id and event_type = 'subscriber.type.changed' and events.creation_date > wanted.date
        and (data ->> 'from' = any(${mailWords}::text[]) or data ->> 'to' = any(${mailWords}::text[]))
    )`.execute(trx);
  const comesBack = ({ former }: { former: Former }) => !goneTypes.includes(former.type);
  const left = found.filter(one => one.has_left && comesBack(one));
  const former = found.filter(one => !left.includes(one)).map(one => ({ key: one.key, ...one.former }));
  const rows: SubscriberState[] = [];
  for (const { key, type, mail_state, ...columns } of former)
    rows.push(
      await updateSubscriberRow(trx, key, {
        ...(await returnTo(trx, before.get(key)!, { type, ...(mail_state && { mail_state }) })),
        confirmation_date: before.get(key)!.confirmation_date, // this confirms nothing
        ...columns,
      }),
    );
  const results = await settle(trx, remembered, before, rows);
  for (const { key } of left) results.set(key, 'left');
  return results;
}

/** Restores the values of changed metadata keys, if none of these keys has changed since. */
export async function restoreMetadata(trx: Database, remembered: Remembered): Promise<Map<number, Restored>> {
  const before = await lockRemembered(trx, remembered);
  const { rows } = await sql<SubscriberState>`
    with wanted as materialized (
      select key, former -> 'before' as before, former -> 'after' as after from (${remembered.rows}) remembered
    )
    update subscribers set modification_date = now(),
      metadata = (metadata - array(select jsonb_object_keys(after))) || before
    from wanted where ${ofRemembered(remembered)} and not exists (
      select from jsonb_object_keys(before || after) name where metadata -> name is distinct from after -> name)
    returning ${state}`.execute(trx);
  return settle(trx, remembered, before, rows);
}

const state = sql`subscribers.key, subscribers.id, subscribers.newsletter_key, subscribers.normal_address,
  subscribers.type, subscribers.mail_state, subscribers.standing, subscribers.tags, subscribers.confirmation_date`;

function ofRemembered({ newsletter_key }: Remembered): RawBuilder<boolean> {
  return sql`subscribers.key = wanted.key and subscribers.newsletter_key = ${newsletter_key}`;
}

/** Types that tell the state of somebody's mail, not their entitlement. */
const mailWords = mailStates.filter(name => name !== 'subscribed');

async function lockRemembered(trx: Database, { newsletter_key, keys }: Remembered) {
  const locked = await lockSubscribers(trx, newsletter_key, keys);
  return new Map(locked.map(subscriber => [subscriber.key, subscriber]));
}

/** Events that say what changed. The others ask for a reaction: a welcome, a farewell, a payment. */
const noted = ['subscriber.updated', 'subscriber.type.changed', 'subscriber.tags.changed'];

/** Records the restored values in the journal, without telling webhooks. */
async function settle(
  trx: Database,
  { newsletter_key, undone_id }: Remembered,
  before: Map<number, SubscriberState>,
  after: SubscriberState[],
): Promise<Map<number, Restored>> {
  const events = after
    .flatMap(subscriber => changesOf(before.get(subscriber.key)!, subscriber))
    .filter(({ event_type }) => noted.includes(event_type))
    .map(event => ({ ...event, data: { ...event.data, undone_bulk_action_id: undone_id } }));
  await recordEvents(trx, newsletter_key, events, { are_announced: false });
  const restored = new Set(after.map(({ key }) => key));
  return new Map([...before.keys()].map(key => [key, restored.has(key) ? 'restored' : 'changed']));
}
