import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { SubscriberType } from '../../platform/database/schema.ts';

/** A subscriber's values, current or valid until `until_date`. */
export type SubscriberVersion = {
  until_date: string | null;
  email_address: string;
  type: SubscriberType;
  tags: number[];
  metadata: Record<string, unknown>;
};

/**
 * Records that copies that depend on these values of the newsletter's readers are being made: `type`, `tags`, `metadata` or `metadata.KEY`.
 * From then on a trigger keeps the previous value whenever one of these, or an address, changes. Must be repeated at least every hour while
 * copies are made.
 */
export async function noteValuesRead(db: Database, newsletter_key: number, names: string[]): Promise<void> {
  await sql`
    insert into values_read (newsletter_key, names, print_date) values (${newsletter_key}, ${names}::text[], now())
    on conflict (newsletter_key) do update
    set print_date = now(), names = array(select unnest(values_read.names) union select unnest(excluded.names) order by 1)
    where values_read.print_date < now() - interval '10 minutes' or not values_read.names @> excluded.names`.execute(
    db,
  );
}

/** Lists the subscriber's values now and since this date, oldest first. */
export async function listVersions(
  db: Database,
  subscriber_key: number,
  since: string,
): Promise<SubscriberVersion[]> {
  const { rows } = await sql<SubscriberVersion>`
    select until_date, email_address, type, coalesce(tags, '{}') as tags, metadata
    from subscriber_versions where subscriber_key = ${subscriber_key} and until_date >= ${since}
    union all
    select null, email_address, type, tags, metadata from subscribers where key = ${subscriber_key}
    order by until_date nulls last`.execute(db);
  return rows;
}

/** Lists the subscriber's earlier values, as far as they are kept, oldest first. Values that no email has used are not kept. */
export async function listFormerValues(db: Database, subscriber_key: number) {
  return db
    .selectFrom('subscriber_versions')
    .select(['until_date', 'email_address', 'type', 'tags', 'metadata'])
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('until_date')
    .execute();
}

/** Deletes at most `limit` earlier values that no delivery needs any more because of `delivery_months`. */
export async function pruneVersions(db: Database, now: Date, limit: number): Promise<number> {
  // Values are kept a month longer, because the last recipient of an email may have been served long after the first.
  const date = sql`${now.toISOString()}::timestamptz`;
  const outdated = sql`
    until_date < (select ${date} - make_interval(months => min(delivery_months) + 1) from newsletters) and exists (
    select from subscribers join newsletters on newsletters.key = newsletter_key
    where subscribers.key = subscriber_key
      and until_date < ${date} - make_interval(months => delivery_months + 1))`;
  return deleteSome(db, 'subscriber_versions', outdated, limit);
}
