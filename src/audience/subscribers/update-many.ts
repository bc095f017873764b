import { type RawBuilder, sql } from 'kysely';
import type { Newsletter } from '../../accounts/newsletter.ts';
import { recordEvents } from '../../journal/record.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { MailState, SubscriberType } from '../../platform/database/schema.ts';
import { found } from '../../platform/errors.ts';
import type { Secret } from '../../platform/secrets/signed-tokens.ts';
import {
  deleteSubscriberRows,
  insertSuppressions,
  lockSubscriber,
  lockSubscribers,
  type SubscriberState,
  updateSubscriberRows,
} from './queries.ts';
import { hashAddress } from './suppression.ts';
import { changesOf, mailChange, mostFields } from './update.ts';

/** Those of the named subscribers who exist, by key, as they were before; and those who were changed. */
export type Changed = { before: Map<number, SubscriberState>; changed: Set<number> };

/** Adds the `added` tags and removes the `removed` ones; subscribers for whom that changes nothing are left alone. */
export async function changeTags(
  trx: Database,
  newsletter_key: number,
  keys: number[],
  { added = [], removed = [] }: { added?: number[]; removed?: number[] },
): Promise<Changed> {
  const before = await lockSubscribers(trx, newsletter_key, keys);
  const wanting = before.filter(
    ({ tags }) => added.some(tag => !tags.includes(tag)) || removed.some(tag => tags.includes(tag)),
  );
  const tags = sql<number[]>`array(
    select tag from unnest(tags || ${added}::int[]) with ordinality as held (tag, place)
    where tag <> all(${removed}::int[])
    group by tag order by min(place))`;
  return updateAndTell(trx, before, wanting, { tags });
}

/** The change of metadata: replace it with an object, merge an object into it, or remove these keys. */
export type MetadataChange = { set: object } | { add: object } | { remove: string[] };

/** Changes the subscribers' metadata; those for whom that changes nothing are left alone. */
export async function changeMetadata(
  trx: Database,
  newsletter_key: number,
  keys: number[],
  change: MetadataChange,
): Promise<Changed> {
  const before = await lockSubscribers(trx, newsletter_key, keys);
  const metadata = metadataAfter(change);
  const wanting = await sql<{ key: number; fields: string[] }>`
    select key, array(
      select 'metadata.' || name from jsonb_object_keys(metadata || after) name
      where metadata -> name is distinct from after -> name
      order by name limit ${mostFields}) as fields
    from subscribers, lateral (select ${metadata} as after offset 0) changed
    where key = any(${before.map(({ key }) => key)}::bigint[]) and metadata is distinct from after`.execute(
    trx,
  );
  const fields = new Map(wanting.rows.map(row => [row.key, row.fields]));
  return updateAndTell(
    trx,
    before,
    before.filter(({ key }) => fields.has(key)),
    { metadata },
    fields,
  );
}

/** An expression: the metadata of a subscriber after the change. */
export function metadataAfter(change: MetadataChange): RawBuilder<string> {
  if ('set' in change) return sql`${JSON.stringify(change.set)}::jsonb`;
  if ('add' in change) return sql`metadata || ${JSON.stringify(change.add)}::jsonb`;
  return sql`metadata - ${change.remove}::text[]`;
}

/** Changes the state of the mail of the subscribers that `wanted` selects. The rest are left alone. */
export async function changeMailStates(
  trx: Database,
  newsletter_key: number,
  keys: number[],
  mail_state: MailState,
  wanted: (before: SubscriberType) => boolean,
): Promise<Changed> {
  const before = await lockSubscribers(trx, newsletter_key, keys);
  const wanting = before.filter(subscriber => wanted(subscriber.type));
  const changed = new Set<number>();
  for (const group of Map.groupBy(wanting, one => `${one.mail_state} ${one.standing}`).values()) {
    const { confirmation_date, ...columns } = mailChange(
      { ...group[0]!, confirmation_date: null },
      mail_state,
    );
    const changes = { ...columns, ...(confirmation_date !== null && { confirmation_date }) };
    for (const key of (await updateAndTell(trx, before, group, changes)).changed) changed.add(key);
  }
  return { before: byKey(before), changed };
}

/** Deletes the data of these people and keeps a hash of each address. Returns the keys of those who existed. */
export async function deleteSubscribers(
  trx: Database,
  newsletter: Newsletter,
  keys: number[],
  secret: Secret,
): Promise<Set<number>> {
  const subscribers = await lockSubscribers(trx, newsletter.key, keys);
  const present = subscribers.map(({ key }) => key);
  await deleteSubscriberRows(trx, present);
  await insertSuppressions(
    trx,
    newsletter.key,
    subscribers.map(({ normal_address }) => hashAddress(secret, newsletter, normal_address)[0]),
  );
  await recordEvents(
    trx,
    newsletter.key,
    // With this number the ledger, which outlives the person, can still be queried for the id.
    subscribers.map(({ id, key, type, mail_state }) => ({
      event_type: 'subscriber.deleted',
      subscriber_id: id,
      data: { secondary_id: key, type, ...(type === 'paused' && { mail_state }) },
    })),
  );
  return new Set(present);
}

/** Like deleteSubscribers, for one subscriber by id or address. Returns the id. Throws `not_found`. */
export async function deleteSubscriber(
  db: Database,
  newsletter: Newsletter,
  word: string,
  secret: Secret,
): Promise<string> {
  return inTransaction(db, async trx => {
    const subscriber = found(await lockSubscriber(trx, newsletter.key, word), 'subscriber');
    await deleteSubscribers(trx, newsletter, [subscriber.key], secret);
    return subscriber.id;
  });
}

/** Runs one statement for all of `wanting`, then writes the events that a PATCH of each would have written; `fields` are by subscriber. */
export async function updateAndTell(
  trx: Database,
  before: SubscriberState[],
  wanting: SubscriberState[],
  changes: Parameters<typeof updateSubscriberRows>[2],
  fields?: Map<number, string[]>,
): Promise<Changed> {
  const former = byKey(before);
  const after = await updateSubscriberRows(
    trx,
    wanting.map(({ key }) => key),
    changes,
  );
  const events = after.flatMap(subscriber =>
    changesOf(former.get(subscriber.key)!, subscriber, fields?.get(subscriber.key)),
  );
  const newsletter_key = before[0]?.newsletter_key;
  if (newsletter_key !== undefined) await recordEvents(trx, newsletter_key, events);
  return { before: former, changed: new Set(after.map(({ key }) => key)) };
}

function byKey(subscribers: SubscriberState[]): Map<number, SubscriberState> {
  return new Map(subscribers.map(subscriber => [subscriber.key, subscriber]));
}
