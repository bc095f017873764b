import { type RawBuilder, sql } from 'kysely';

/**
 * Part of a `from`, as `events`: the few entries of the journal about these people, emails or automations. They are looked up by their
 * index (offset 0): otherwise PostgreSQL may read all of the newsletter's journal, and does so when its statistics are old.
 */
export function journalOf(
  whom: 'subscriber_id' | 'email_id' | 'automation_id',
  ids: readonly string[],
): RawBuilder<unknown> {
  return sql`(select * from events where ${sql.ref(whom)} = any(${ids}::uuid[]) offset 0) events`;
}
