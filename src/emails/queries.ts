import { type Insertable, type RawBuilder, sql } from 'kysely';
import { servedStatuses } from '../audience/filter/statuses.ts';
import { findSequences } from '../audience/tags/uses.ts';
import type { Database } from '../platform/database/connect.ts';
import { prepare, runPrepared } from '../platform/database/prepared.ts';
import { rowsOf } from '../platform/database/rows.ts';
import { columns, type Emails } from '../platform/database/schema.ts';
import type { Email, EmailChanges } from './email.ts';

export const { find: findEmail, lock: lockEmail, remove: deleteEmailRow } = rowsOf('emails');

export async function insertEmail(trx: Database, row: Insertable<Emails>): Promise<Email> {
  const inserting = trx.insertInto('emails').values(row).returning(columns.emails);
  const [email] = await runPrepared(trx, inserting.compile());
  return email!;
}

/** Returns the id of the email's second try, unless there is none or it was deleted. */
export async function findSecondTry(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('emails')
    .select('id')
    .where('second_try_of', '=', id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst();
  return row?.id;
}

/** Returns those of these ids that belong to emails of the newsletter. */
export async function findEmailIds(
  db: Database,
  newsletter_key: number,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(row => row.id));
}

export async function updateEmailRow(trx: Database, key: number, changes: EmailChanges): Promise<Email> {
  return trx
    .updateTable('emails')
    .set({ ...changes, modification_date: sql`now()` })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the decision about `what` of this newsletter until the transaction ends. Waits for others that are deciding about it. */
export async function lockDecision(trx: Database, newsletter_key: number, what: string): Promise<void> {
  await lockDecisionStatement(trx, { subject: `${newsletter_key} ${what}` });
}

const lockDecisionStatement = prepare<{ subject: string }, object>(
  'lock_decision',
  ['subject'],
  ({ subject }) => sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 1))`,
);

/** Finds another email with the same content for the same people that has been or will be sent. */
export async function findDuplicate(
  trx: Database,
  email: Pick<
    Email,
    'newsletter_key' | 'subject' | 'body' | 'email_type' | 'included_tags' | 'excluded_tags' | 'filters'
  >,
  not_id: string | null,
) {
  return trx
    .selectFrom('emails')
    .select('id')
    .where('newsletter_key', '=', email.newsletter_key)
    .where(sql<boolean>`md5(subject) = md5(${email.subject})`)
    .where('subject', '=', email.subject)
    .where('body', '=', email.body)
    .where('email_type', '=', email.email_type)
    .where(
      sql<boolean>`included_tags @> ${email.included_tags}::int[] and included_tags <@ ${email.included_tags}::int[]`,
    )
    .where(
      sql<boolean>`excluded_tags @> ${email.excluded_tags}::int[] and excluded_tags <@ ${email.excluded_tags}::int[]`,
    )
    .where(
      sql<boolean>`filters is not distinct from ${email.filters && JSON.stringify(email.filters)}::jsonb`,
    )
    .where('status', 'in', ['about_to_send', 'scheduled', 'in_flight', 'errored', 'sent'])
    .where('source', '<>', 'automation')
    .where('id', 'is distinct from', not_id)
    .executeTakeFirst();
}

/** Returns those of these slugs that are in use. */
export async function findSlugs(
  trx: Database,
  newsletter_key: number,
  slugs: string[],
): Promise<Set<string>> {
  const rows = await findSlugsStatement(trx, { newsletter_key, slugs });
  return new Set(rows.map(row => row.slug));
}

const findSlugsStatement = prepare<{ newsletter_key: number; slugs: string[] }, { slug: string }>(
  'find_slugs',
  ['newsletter_key', 'slugs'],
  ({ newsletter_key, slugs }) => sql`
    -- Each is looked up, so that PostgreSQL cannot read all emails of the newsletter, whatever its statistics say.
    select wanted.slug from unnest(${slugs}::text[]) as wanted (slug)
    cross join lateral (
      select from emails
      where newsletter_key = ${newsletter_key} and status <> 'deleted' and emails.slug = wanted.slug
      limit 1
    ) email`,
);

/** Remembers the slug that the email gives up; a slug that is used again is removed from the old ones. */
export async function keepFormerSlug(
  trx: Database,
  { newsletter_key, key, slug }: Email,
  present: string,
): Promise<void> {
  await trx
    .deleteFrom('former_slugs')
    .where('newsletter_key', '=', newsletter_key)
    .where('slug', '=', present)
    .execute();
  await trx
    .insertInto('former_slugs')
    .values({ newsletter_key, slug, email_key: key })
    .onConflict(conflict => conflict.columns(['newsletter_key', 'slug']).doUpdateSet({ email_key: key }))
    .execute();
}

/** Whether any recipient may already have been handed to the mail server. */
export async function isHandedOver(db: Database, email_key: number): Promise<boolean> {
  const row = await db
    .selectFrom('delivery_chunks')
    .select('first_key')
    .where('email_key', '=', email_key)
    .where(
      sql<boolean>`(lease is not null or passes > 0 or accepted + temporary + permanent + uncertain + bounced + complained > 0)`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns how many people are in the email's ledger, whatever the status of their copies. */
export async function countPlanned(db: Database, email_key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(planned + accepted + temporary + permanent + uncertain + skipped + bounced + complained), 0)::int as count
    from delivery_chunks where email_key = ${email_key}`.execute(db);
  return rows[0]!.count;
}

/** Records how far the audience is frozen: up to this subscriber, and whether it is complete. */
export async function noteFrozen(
  trx: Database,
  key: number,
  frozen_up_to: number,
  audience_frozen: boolean,
): Promise<void> {
  await trx.updateTable('emails').set({ frozen_up_to, audience_frozen }).where('key', '=', key).execute();
}

/** Finds an email of the newsletter that is being sent or will be sent without a further request. */
export async function findUnsentEmail(trx: Database, newsletter_key: number) {
  return trx
    .selectFrom('emails')
    .select(['id', 'status'])
    .where('newsletter_key', '=', newsletter_key)
    .where('status', 'in', ['scheduled', 'about_to_send', 'in_flight'])
    .limit(1)
    .executeTakeFirst();
}

/** Lists the newsletter's emails that are still going out, for example retries. */
export async function listServed(
  db: Database,
  newsletter_key: number,
): Promise<Pick<Email, 'key' | 'status'>[]> {
  const { rows } = await sql<Pick<Email, 'key' | 'status'>>`
    select key, status from emails
    where newsletter_key = ${newsletter_key} and status in ${servedStatuses}
      and exists (select from delivery_chunks where email_key = emails.key and next_attempt_date is not null)
    order by key`.execute(db);
  return rows;
}

/** Finds the newsletter's oldest email. */
export async function findFirstEmail(db: Database, newsletter_key: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('emails')
    .select('key')
    .where('newsletter_key', '=', newsletter_key)
    .orderBy('creation_date')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

/**
 * Finds an email whose deliveries its newsletter no longer keeps: it is sent or deleted, and was completely served longer ago than
 * `delivery_months`. With `key`, only that email is considered.
 */
export async function findOutdated(db: Database, now: Date, key?: number): Promise<number | undefined> {
  const since = sql`${now.toISOString()}::timestamptz - make_interval(months => delivery_months)`;
  const { rows } = await sql<{ key: number }>`
    select emails.key from newsletters join emails on newsletter_key = newsletters.key
    where delivery_months is not null and emails.status in ('sent', 'deleted') and deliveries_dropped_date is null
      and emails.publish_date < ${since} and ${key === undefined ? sql`true` : sql`emails.key = ${key}`}
      and exists (select from delivery_chunks where email_key = emails.key)
      and not exists (
        select from delivery_chunks where email_key = emails.key
          and (greatest(served_date, added_date) >= ${since} or emails.status = 'sent' and next_attempt_date is not null)
      )
    order by emails.publish_date
    limit 1`.execute(db);
  return rows[0]?.key;
}

/** Returns the ids of the sequences that mail this email. */
export async function findSequencesThatMail(
  db: Database,
  { newsletter_key, key, id }: Pick<Email, 'newsletter_key' | 'key' | 'id'>,
): Promise<string[]> {
  // In addition, each passage has an email of its own, which the step does not name.
  return findSequences(
    db,
    newsletter_key,
    sql<boolean>`(steps @> ${JSON.stringify([{ email_id: id }])}::jsonb or exists (
      select from sequence_emails mailed
      where mailed.email_key = ${key} and mailed.sequence_key = sequences.key
        and steps @> jsonb_build_array(jsonb_build_object('id', step_id))))`,
  );
}

/** Locks the email's row until the transaction ends. */
export async function holdEmail(trx: Database, key: number): Promise<void> {
  await trx.selectFrom('emails').select('key').where('key', '=', key).forUpdate().execute();
}

/** Records that only the counts of the email's deliveries are kept from now on. */
export async function noteDropped(trx: Database, key: number, now: Date): Promise<void> {
  await trx
    .updateTable('emails')
    .set({ deliveries_dropped_date: now.toISOString(), dropping: true })
    .where('key', '=', key)
    .execute();
}

/** Finds an email whose deliveries are being deleted: only its counts are kept, but some rows still exist. */
export async function findDropping(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('emails')
    .select('key')
    .where('dropping', '=', sql<boolean>`true`)
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

export async function noteAllDropped(db: Database, key: number): Promise<void> {
  await db.updateTable('emails').set({ dropping: false }).where('key', '=', key).execute();
}

/** Among the newsletter's emails of which only counts are kept, and that match the condition, returns when the newest was sent. */
export async function lastDropped(
  db: Database,
  newsletter_key: number,
  emails: RawBuilder<boolean> = sql`true`,
): Promise<string | null> {
  const { rows } = await sql<{ date: string | null }>`
    select max(publish_date) as date from emails
    where newsletter_key = ${newsletter_key} and deliveries_dropped_date is not null and ${emails}`.execute(
    db,
  );
  return rows[0]!.date;
}
