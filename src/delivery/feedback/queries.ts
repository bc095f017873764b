import { type Insertable, sql } from 'kysely';
import type { Kind } from '../../engines/bounces/patterns/pattern.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import type { Feedback as FeedbackRow } from '../../platform/database/schema.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import type { NotTaken } from '../domain-reports/take.ts';
import type { DeliveryName } from '../ledger/late-evidence.ts';
import { type Feedback, type FeedbackFilters, kinds } from './feedback.ts';

/** The most reports of each kind that are kept for one delivery. */
const keptOfKind = 5;
/** The most reports without a delivery that are kept. */
const keptUnassigned = 10_000;

/** The reason why something was rejected. */
export type RefusalReason =
  | NotTaken
  | 'forged_return_path'
  | 'expired_return_path'
  | 'forged_signature'
  | 'too_many_unassigned';

/** Whether this report has been received before. */
export async function isKnownReport(trx: Database, report_hash: Buffer): Promise<boolean> {
  const row = await trx
    .selectFrom('feedback')
    .select('key')
    .where('report_hash', '=', report_hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the reports about mail to this subscriber, newest first. */
export async function listReportsOf(db: Database, subscriber_key: number) {
  return db
    .selectFrom('feedback')
    .leftJoin('emails', 'emails.key', 'feedback.email_key')
    .select([
      'emails.id as email_id',
      'feedback.kind',
      'feedback.status',
      'feedback.reason',
      'feedback.recipient',
      'feedback.creation_date',
    ])
    .where('feedback.subscriber_key', '=', subscriber_key)
    .orderBy('feedback.key', 'desc')
    .limit(10_000)
    .execute();
}

/** Returns the address from which the email of a delivery is sent; undefined if there is no such email. */
export async function findSender(db: Database, delivery: DeliveryName): Promise<string | undefined> {
  const email = 'email_key' in delivery ? delivery.email_key : delivery.email_id;
  const row = await db
    .selectFrom('emails')
    .innerJoin('newsletters', 'newsletters.key', 'emails.newsletter_key')
    .select('newsletters.from_address')
    .where('email_key' in delivery ? 'emails.key' : 'emails.id', '=', email)
    .executeTakeFirst();
  return row?.from_address;
}

/** Stores a report about a delivery that the transaction has locked. */
export async function insertFeedback(trx: Database, row: Insertable<FeedbackRow>): Promise<void> {
  const { kept } = await trx
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('email_key', '=', row.email_key!)
    .where('subscriber_key', 'is not distinct from', row.subscriber_key ?? null)
    .where('kind', '=', row.kind)
    .executeTakeFirstOrThrow();
  if (kept < keptOfKind) await trx.insertInto('feedback').values(row).execute();
}

/** Stores a report that matches no delivery, once. Returns false if there are too many. */
export async function insertUnassigned(trx: Database, row: Insertable<FeedbackRow>): Promise<boolean> {
  const { kept } = await trx
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('email_key', 'is', null)
    .executeTakeFirstOrThrow();
  if (kept >= keptUnassigned) return false;
  await trx
    .insertInto('feedback')
    .values(row)
    .onConflict(conflict => conflict.column('report_hash').doNothing())
    .execute();
  return true;
}

/** Deletes at most `limit` reports from before that time that matched no delivery. Returns how many. */
export async function pruneFeedback(db: Database, before: Date, limit: number): Promise<number> {
  const old = sql`email_key is null and creation_date < ${before.toISOString()}`;
  return deleteSome(db, 'feedback', old, limit);
}

/** Counts a rejection. */
export async function countRefusal(db: Database, reason: RefusalReason, now: Date): Promise<void> {
  await db
    .insertInto('feedback_refusals')
    .values({ reason, total: 1, last_date: now.toISOString() })
    .onConflict(conflict =>
      conflict
        .column('reason')
        .doUpdateSet({ total: sql`feedback_refusals.total + 1`, last_date: now.toISOString() }),
    )
    .execute();
}

export async function listRefusals(
  db: Database,
): Promise<{ reason: string; total: number; last_date: string }[]> {
  return db.selectFrom('feedback_refusals').selectAll().orderBy('reason').execute();
}

/**
 * Lists a page of the newsletter's feedback, newest first, and its total. Reports that match no delivery are included only if the
 * installation has a single newsletter, because they can belong to no other.
 */
export async function listFeedback(
  db: Database,
  newsletter_key: number,
  filters: FeedbackFilters,
): Promise<{ results: Feedback[]; count: number }> {
  const { email_id, subscriber_id, kind, domain, page, page_size } = filters;
  let all = db
    .selectFrom('feedback')
    .leftJoin('emails', 'emails.key', 'feedback.email_key')
    .leftJoin('subscribers', 'subscribers.key', 'feedback.subscriber_key')
    .where(({ eb, or, and }) =>
      or([
        eb('feedback.newsletter_key', '=', newsletter_key),
        and([
          eb('feedback.newsletter_key', 'is', null),
          sql<boolean>`(select count(*) from newsletters) = 1`,
        ]),
      ]),
    );
  if (email_id !== undefined) all = all.where('emails.id', '=', isId(email_id) ? email_id : null);
  if (subscriber_id !== undefined)
    all = all.where('subscribers.id', '=', isId(subscriber_id) ? subscriber_id : null);
  if (kind) {
    const known = kinds.filter(word => kind.includes(word));
    all = all.where('feedback.kind', '=', sql<Kind>`any(${known}::feedback_kind[])`);
  }
  if (domain) {
    const domains = domain.map(name => name.toLowerCase());
    all = all.where(
      sql<boolean>`coalesce(subscribers.domain, lower(split_part(recipient, '@', 2))) = any(${domains}::text[])`,
    );
  }
  return readPage(
    all
      .select(['feedback.id', 'kind', 'feedback.status', 'reason', 'recipient', 'pattern'])
      .select([
        'feedback.source',
        'identified_by',
        'emails.id as email_id',
        'subscribers.id as subscriber_id',
        'subscribers.email_address',
        'subscribers.type as subscriber_type',
        effect.as('effect'),
      ])
      .select('feedback.creation_date')
      .orderBy('feedback.key', 'desc'),
    { page, page_size },
  );
}

/** The type that the subscriber got in the transaction of the report, which wrote both events at the same time. */
const effect = sql<Feedback['effect']>`(
  select changed.data ->> 'to' from events told
  join events changed on changed.subscriber_id = told.subscriber_id and changed.creation_date = told.creation_date
    and changed.event_type = 'subscriber.type.changed'
  where told.subscriber_id = subscribers.id and told.email_id = emails.id
    and changed.data ->> 'to' in ('undeliverable', 'complained')
    and case kind when 'complaint' then told.event_type = 'subscriber.complained'
      else told.event_type = 'subscriber.bounced' and told.data ->> 'kind' = kind::text end
  limit 1)`;

/** Deletes at most `limit` reports of the newsletter and returns how many. */
export async function removeFeedback(db: Database, newsletter_key: number, limit: number): Promise<number> {
  return deleteSome(db, 'feedback', sql`newsletter_key = ${newsletter_key}`, limit);
}
