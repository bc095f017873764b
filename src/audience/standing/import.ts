import { type RawBuilder, sql } from 'kysely';

/**
 * A statement, or part of one: inserts grants that come from elsewhere. `rows` selects their columns by these names, and those whose
 * source and reference are taken are left out. Returns (subscriber_key).
 */
export function insertImportedGrants(newsletter_key: number, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = sql`id, subscriber_key, kind, state, source, reference, start_date, end_date, grace_until, message, created_by,
    creation_date, revoked_date, revoked_by, revoked_reason, is_void`;
  return sql`
    insert into grants (newsletter_key, ${columns})
    select ${newsletter_key}::int, ${columns} from (${rows}) wanted
    on conflict on constraint grants_reference_unique do nothing
    returning subscriber_key`;
}

/**
 * The same for new grants that an import brings: `rows` selects (subscriber_key, reference, plan), a plan being a kind, state, start,
 * end and message as JSON.
 */
export function insertImportedPlans(newsletter_key: number, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return insertImportedGrants(
    newsletter_key,
    sql`
      select gen_random_uuid() as id, subscriber_key, (plan ->> 'kind')::grant_kind as kind,
        (plan ->> 'state')::grant_state as state, 'import' as source, reference,
        (plan ->> 'start_date')::timestamptz as start_date, (plan ->> 'end_date')::timestamptz as end_date,
        null::timestamptz as grace_until,
        plan ->> 'message' as message, '' as created_by, now() as creation_date, null::timestamptz as revoked_date,
        null::text as revoked_by, '' as revoked_reason, false as is_void
      from (${rows}) planned`,
  );
}

/** A statement, or part of one: deletes grants of imports. `rows` selects (subscriber_key, reference). Returns (subscriber_key). */
export function deleteImportedPlans(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    delete from grants using (${rows}) unwanted
    where grants.subscriber_key = unwanted.subscriber_key and source = 'import' and grants.reference = unwanted.reference
    returning grants.subscriber_key`;
}
