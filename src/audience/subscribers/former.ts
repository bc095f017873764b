import { type RawBuilder, sql } from 'kysely';
import type { SubscriberType } from '../../platform/database/schema.ts';
import { type MetadataChange, metadataAfter } from './update-many.ts';

// Expressions over `subscribers`: the values that a change is about to replace, as JSON, or null for somebody whom it does not change.

type Former = RawBuilder<unknown>;

/** Returns the tags that the change adds or removes, as a list of their keys. */
export function formerTags(tags: number[], action: 'add' | 'remove'): Former {
  const common = action === 'add' ? sql`except` : sql`intersect`;
  return sql`nullif(
    to_jsonb(array(select unnest(${tags}::int[]) ${common} select unnest(subscribers.tags))), '[]')`;
}

/** Returns the columns that change with the state of somebody's mail; null for those whose type is not one of `types`. */
export function formerMailState(types: SubscriberType[]): Former {
  return sql`case when type = any(${types}::subscriber_type[]) then jsonb_build_object(
    'type', type, 'mail_state', mail_state, 'unsubscription_date', unsubscription_date,
    'unsubscription_reason', unsubscription_reason) end`;
}

/** Returns the values `before` and `after` of the keys that the change touches; a key that is missing there was or will be absent. */
export function formerMetadata(change: MetadataChange): Former {
  const after = metadataAfter(change);
  const differing = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`(
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${one}) where value is distinct from ${other} -> key)`;
  return sql`case when metadata is distinct from ${after} then jsonb_build_object(
    'before', ${differing(sql`metadata`, after)}, 'after', ${differing(after, sql`metadata`)}) end`;
}
