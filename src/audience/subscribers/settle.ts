import { sql } from 'kysely';
import { recordEvents } from '../../journal/record.ts';
import { requestLetters, scheduleLetters } from '../../letters/request.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Standing } from '../../platform/database/schema.ts';
import { day_ms } from '../../platform/durations.ts';
import { columnsOf } from '../standing/columns.ts';
import { endedGift, endingGift } from '../standing/ends.ts';
import type { Grant } from '../standing/grant.ts';
import { grantsOf } from '../standing/queries.ts';
import { isEntitled } from '../standing/type.ts';
import { lockSubscribers, type SubscriberState } from './queries.ts';
import { changesOf } from './update.ts';

/** How long before the end of a gift or trial its reader is told. */
const notice_ms = 3 * day_ms;

type Person = { id: string; grants: readonly Grant[] };

/** Requests the mail before the end of each gift or trial that lasts longer than the notice. Repeating it changes nothing. */
async function announceEnds(trx: Database, people: readonly Person[], now: Date): Promise<void> {
  const due = people.flatMap(({ id, grants }) => {
    const end = endingGift(grants, now)?.end_date;
    const date = end === undefined ? Number.NaN : Date.parse(end) - notice_ms;
    return date > now.getTime() ? { subject: id, date: new Date(date).toISOString() } : [];
  });
  await scheduleLetters(trx, 'mail_ending', due);
}

/** Requests the mail to readers whose gift or trial has just ended. */
async function tellEnds(trx: Database, people: readonly Person[], now: Date): Promise<void> {
  const ended = people.filter(({ grants }) => endedGift(grants, now) !== undefined);
  await requestLetters(
    trx,
    'mail_ended',
    ended.map(({ id }) => id),
  );
}

/** Somebody whose standing has changed. */
export type Moved = { subscriber: SubscriberState; from: Standing };

/**
 * Updates the rows of these subscribers to what their grants say at `now`, and writes the events. A standing changes only here after a
 * grant has come, ended or been revoked; repeating the call changes nothing. Readers are mailed about the end of gifts and trials. Returns
 * those whose standing has changed.
 */
export async function settleStandings(
  trx: Database,
  newsletter_key: number,
  subscriber_keys: number[],
  now: Date,
): Promise<Moved[]> {
  const before = await lockSubscribers(trx, newsletter_key, subscriber_keys);
  const grants = await grantsOf(
    trx,
    before.map(({ key }) => key),
  );
  const wanted = before.map(one => ({
    key: one.key,
    catch_up_since: null,
    ...columnsOf(one, grants.get(one.key) ?? [], one.mail_state, now),
  }));
  const after = new Map((await writeStandings(trx, wanted, { notes_date: true })).map(one => [one.key, one]));
  const changed = before.flatMap(one => ({ former: one, subscriber: after.get(one.key) ?? one }));
  const moved = changed.filter(({ former, subscriber }) => former.standing !== subscriber.standing);
  await recordEvents(
    trx,
    newsletter_key,
    changed
      .filter(({ former, subscriber }) => former !== subscriber)
      .flatMap(({ former, subscriber }) => changesOf(former, subscriber)),
  );
  const withGrants = before.map(one => ({ ...one, grants: grants.get(one.key) ?? [] }));
  const lost = new Set(moved.filter(({ former }) => isEntitled(former)).map(({ former }) => former.key));
  await announceEnds(trx, withGrants, now);
  await tellEnds(
    trx,
    withGrants.filter(({ key }) => lost.has(key)),
    now,
  );
  return moved.map(({ former, subscriber }) => ({ subscriber, from: former.standing }));
}

/**
 * Updates the rows of subscribers who come from elsewhere to what their grants say at `now`. Nothing has happened to anybody, so there are
 * no events, no copies of earlier mail, and their dates stay.
 */
export async function copyStandings(
  trx: Database,
  newsletter_key: number,
  subscriber_keys: number[],
  now: Date,
): Promise<void> {
  const people = await lockSubscribers(trx, newsletter_key, subscriber_keys);
  const grants = await grantsOf(trx, subscriber_keys);
  const wanted = people.map(one => ({
    key: one.key,
    ...columnsOf(one, grants.get(one.key) ?? [], one.mail_state, now),
    catch_up_since: null,
  }));
  await writeStandings(trx, wanted, { notes_date: false });
  await announceEnds(
    trx,
    people.map(one => ({ ...one, grants: grants.get(one.key) ?? [] })),
    now,
  );
}

type Wanted = { key: number; catch_up_since: string | null } & Omit<
  ReturnType<typeof columnsOf>,
  'mail_state' | 'catch_up_since'
>;

/** Writes what grants decide into these rows. Returns those that now have other values; only their dates of modification change. */
async function writeStandings(
  trx: Database,
  wanted: Wanted[],
  { notes_date }: { notes_date: boolean },
): Promise<SubscriberState[]> {
  const { rows } = await sql<SubscriberState & { is_seen: boolean }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}) as one (key bigint, standing standing, type subscriber_type,
        next_look timestamptz, upgrade_date timestamptz, churn_date timestamptz, gift_subscription_end_date timestamptz,
        gift_subscription_message text, catch_up_since timestamptz)
      limit ${wanted.length} -- otherwise PostgreSQL expects a hundred, and reads all of a small table for one
    ), changed as materialized (
      select wanted.*, (subscribers.standing, subscribers.upgrade_date, subscribers.churn_date,
          subscribers.gift_subscription_end_date, subscribers.gift_subscription_message) is distinct from
        (wanted.standing, wanted.upgrade_date, wanted.churn_date, wanted.gift_subscription_end_date,
          wanted.gift_subscription_message) as is_seen
      from wanted join subscribers on subscribers.key = wanted.key
      where (subscribers.standing, subscribers.upgrade_date, subscribers.churn_date, subscribers.gift_subscription_end_date,
          subscribers.gift_subscription_message, subscribers.next_look) is distinct from
        (wanted.standing, wanted.upgrade_date, wanted.churn_date, wanted.gift_subscription_end_date,
          wanted.gift_subscription_message, wanted.next_look)
    )
    update subscribers set standing = changed.standing, type = changed.type, next_look = changed.next_look,
      upgrade_date = changed.upgrade_date, churn_date = changed.churn_date,
      gift_subscription_end_date = changed.gift_subscription_end_date,
      gift_subscription_message = changed.gift_subscription_message,
      catch_up_since = coalesce(changed.catch_up_since, subscribers.catch_up_since),
      modification_date = case when is_seen and ${notes_date} then now() else subscribers.modification_date end
    from changed where subscribers.key = changed.key
    returning subscribers.key, subscribers.id, subscribers.newsletter_key, subscribers.normal_address, subscribers.type,
      subscribers.mail_state, subscribers.standing, subscribers.tags, subscribers.confirmation_date, is_seen`.execute(
    trx,
  );
  return rows.filter(({ is_seen }) => is_seen);
}
