import { type Insertable, sql } from 'kysely';
import type { LinkPurpose } from '../../links/readers.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { ReaderLinks } from '../../platform/database/schema.ts';
import { countReferrals } from '../referrals/queries.ts';
import type { Grant } from '../standing/grant.ts';
import type { ReaderLink } from './link.ts';

export async function insertLink(trx: Database, row: Insertable<ReaderLinks>): Promise<void> {
  await trx.insertInto('reader_links').values(row).execute();
}

/** Returns how many links of this kind the subscriber has been mailed since then. */
export async function countLinks(
  trx: Database,
  subscriber_key: number,
  purpose: LinkPurpose,
  since: Date,
): Promise<number> {
  const { count } = await trx
    .selectFrom('reader_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subscriber_key', '=', subscriber_key)
    .where('purpose', '=', purpose)
    .where('creation_date', '>', since.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds the link, and the id of its subscriber. */
export async function findLink(
  db: Database,
  id: string,
): Promise<(ReaderLink & { subscriber_id: string }) | undefined> {
  const row = await db
    .selectFrom('reader_links')
    .innerJoin('subscribers', 'subscribers.key', 'reader_links.subscriber_key')
    .selectAll('reader_links')
    .select('subscribers.id as subscriber_id')
    .where('reader_links.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as LinkPurpose };
}

/** Marks the link as used. False if it was used before: of two concurrent calls, only one returns true. */
export async function noteUse(trx: Database, key: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('reader_links')
    .set({ used_date: now.toISOString() })
    .where('key', '=', key)
    .where('used_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes at most `limit` links from before that time, when none of them can be valid. Returns how many. */
export async function pruneLinks(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'reader_links', sql`creation_date < ${before.toISOString()}`, limit);
}

/** Returns the facts that decide whether the subscriber may be signed in. */
export async function findReader(db: Database, newsletter_key: number, subscriber_id: string) {
  return db
    .selectFrom('subscribers')
    .select(['key', 'id', 'email_address', 'locale', 'normal_address', 'mail_state', 'standing'])
    .where('id', '=', subscriber_id)
    .where('newsletter_key', '=', newsletter_key)
    .executeTakeFirst();
}

export async function listConsents(db: Database, subscriber_key: number) {
  return db
    .selectFrom('consents')
    .select(['date', 'ip_address', 'page_url', 'form_text'])
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('key')
    .execute();
}

/** Lists the subscriber's answers to surveys, oldest first. */
export async function listAnswers(db: Database, subscriber_key: number) {
  return db
    .selectFrom('survey_responses')
    .innerJoin('surveys', 'surveys.key', 'survey_responses.survey_key')
    .select([
      'question',
      'chosen',
      'text',
      'survey_responses.creation_date',
      'survey_responses.modification_date',
    ])
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('survey_responses.key')
    .execute();
}

/** Lists the subscriber's comments below emails, oldest first. */
export async function listCommentsOf(db: Database, subscriber_key: number) {
  return db
    .selectFrom('comments')
    .innerJoin('emails', 'emails.key', 'comments.email_key')
    .select(['emails.id as email_id', 'name', 'text', 'comments.status', 'comments.creation_date'])
    .where('subscriber_key', '=', subscriber_key)
    .orderBy(sql`comments.key + 0`)
    .limit(10_000)
    .execute();
}

/** Lists the subscriber's replies to the newsletter, oldest first. Mail that came from another address may be somebody else's. */
export async function listRepliesOf(db: Database, subscriber_key: number) {
  return db
    .selectFrom('replies')
    .leftJoin('emails', 'emails.key', 'replies.email_key')
    .select(['emails.id as email_id', 'replies.subject', 'text', 'replies.creation_date'])
    .where('subscriber_key', '=', subscriber_key)
    .where('sender', '<>', 'other_address')
    .orderBy('replies.key')
    .limit(10_000)
    .execute();
}

/** Returns how somebody brought the subscriber, and how many people the subscriber has brought. Names nobody. */
export async function findReferralsOf(db: Database, subscriber_key: number) {
  const brought = await db
    .selectFrom('referrals')
    .select(['creation_date', 'settled_date', 'refusal', 'networks'])
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirst();
  return { was_brought: brought ?? null, has_brought: await countReferrals(db, subscriber_key) };
}

/** Lists the sequences that the subscriber went through, and what each of their steps did, oldest first. */
export async function listPassages(db: Database, subscriber_key: number) {
  const { rows } = await sql<object>`
    select name, run.status, run.reason, entered_date, completed_date,
      coalesce((
        select jsonb_agg(jsonb_build_object('result', result, 'reason', step.reason,
          'date', to_char(date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by date)
        from sequence_steps step where run_key = run.key), '[]') as steps
    from sequence_runs run join sequences on sequences.key = sequence_key
    where subscriber_key = ${subscriber_key} order by run.key`.execute(db);
  return rows;
}

/** Lists the emails that the subscriber received, newest first. */
export async function listReceived(db: Database, subscriber_key: number, newsletter_key: number) {
  return db
    .selectFrom('deliveries')
    .innerJoin('emails', 'emails.key', 'deliveries.email_key')
    .select([
      'emails.id as email_id',
      'emails.subject',
      'deliveries.status',
      'deliveries.status_date',
      'deliveries.open_date',
      'deliveries.click_date',
      'deliveries.unsubscription_date',
      'deliveries.complaint_date',
    ])
    .where('emails.newsletter_key', '=', newsletter_key)
    .where('deliveries.subscriber_key', '=', subscriber_key)
    .where('deliveries_dropped_date', 'is', null)
    .orderBy('emails.key', 'desc')
    .limit(10_000)
    .execute();
}

/** Single opens and clicks of the subscriber, newest first, with the address that was clicked. */
export async function listHits(db: Database, subscriber_key: number) {
  return db
    .selectFrom('hits')
    .innerJoin('emails', 'emails.key', 'hits.email_key')
    .leftJoin('email_links', link =>
      link
        .onRef('email_links.email_key', '=', 'hits.email_key')
        .onRef('email_links.number', '=', 'hits.link_number'),
    )
    .select([
      'emails.id as email_id',
      'hits.kind',
      'email_links.url',
      'hits.date',
      'hits.agent',
      'hits.network',
      'hits.verdict',
    ])
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('hits.date', 'desc')
    .limit(10_000)
    .execute();
}

export async function listEventsOf(db: Database, subscriber_id: string) {
  return db
    .selectFrom('events')
    .select(['event_type', 'creation_date', 'data'])
    .where('subscriber_id', '=', subscriber_id)
    .orderBy(sql`key + 0`)
    .limit(10_000)
    .execute();
}

/** Lists the tags that subscribers may choose themselves. */
export async function listTopics(db: Database, newsletter_key: number) {
  return db
    .selectFrom('tags')
    .select(['key', 'id', 'name', 'public_description'])
    .where('newsletter_key', '=', newsletter_key)
    .where('subscriber_editable', '=', true)
    .orderBy('name')
    .limit(200)
    .execute();
}

/** Finds the grant with this id, and the id of its subscriber. */
export async function findGiven(
  db: Database,
  id: string,
): Promise<{ grant: Grant; subscriber_id: string } | undefined> {
  const row = await db
    .selectFrom('grants')
    .innerJoin('subscribers', 'subscribers.key', 'grants.subscriber_key')
    .selectAll('grants')
    .select('subscribers.id as subscriber_id')
    .where('grants.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { subscriber_id, ...grant } = row;
  return { grant, subscriber_id };
}
