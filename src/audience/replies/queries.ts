import { type Insertable, type RawBuilder, sql } from 'kysely';
import { checked } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteSome } from '../../platform/database/delete-some.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { Replies, ReplyAnswers } from '../../platform/database/schema.ts';
import type { Page } from '../../platform/http/query.ts';
import { readPage } from '../../platform/http/read-page.ts';
import { isId } from '../../platform/ids.ts';
import type { Answer, Listed, Reply } from './reply.ts';

export const {
  find: findReply,
  lock: lockReply,
  update: updateReplyRow,
  remove: deleteReply,
} = rowsOf('replies');

/** Stores the reply, unless it is already stored. Returns whether it is new. */
export async function insertOnce(trx: Database, row: Insertable<Replies>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('replies')
    .values(row)
    .onConflict(conflict => conflict.columns(['newsletter_key', 'report_hash']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function isKnownReply(
  trx: Database,
  newsletter_key: number,
  report_hash: Buffer,
): Promise<boolean> {
  const row = await trx
    .selectFrom('replies')
    .select('key')
    .where('newsletter_key', '=', newsletter_key)
    .where('report_hash', '=', report_hash)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether at least this many mails have come from this address within the last hour, or, if the address is null, from all strangers
 * together.
 */
export async function hasManyFrom(
  trx: Database,
  {
    newsletter_key,
    normal_address,
    now,
  }: { newsletter_key: number; normal_address: string | null; now: Date },
  most: number,
): Promise<boolean> {
  const recent = trx
    .selectFrom('replies')
    .select('key')
    .where('newsletter_key', '=', newsletter_key)
    .where('creation_date', '>', sql<string>`${now.toISOString()}::timestamptz - interval '1 hour'`)
    .offset(most - 1)
    .limit(1);
  const found =
    normal_address === null
      ? recent.where('subscriber_key', 'is', null)
      : recent.where('normal_address', '=', normal_address);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The subject of a mail: a copy of an email and its recipient, as far as they still exist. */
export type About = {
  email_key: number | null;
  email_id: string | null;
  person: { key: number; id: string } | null;
  normal_address: string;
};

/** Finds the subject and the writer of the reply that this answer of ours answered. */
export async function findAnswered(
  trx: Database,
  newsletter_key: number,
  answer_id: string,
): Promise<About | undefined> {
  const row = await trx
    .selectFrom('reply_answers')
    .innerJoin('replies', 'replies.key', 'reply_key')
    .leftJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .leftJoin('emails', 'emails.key', 'email_key')
    .select(['email_key', 'emails.id as email_id', 'subscriber_key', 'subscribers.id as subscriber_id'])
    .select('replies.normal_address')
    .where('reply_answers.id', '=', answer_id)
    .where('replies.newsletter_key', '=', newsletter_key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { email_key, email_id, subscriber_key, subscriber_id, normal_address } = row;
  const person =
    subscriber_key === null || subscriber_id === null ? null : { key: subscriber_key, id: subscriber_id };
  return { email_key, email_id, person, normal_address };
}

export type ReplyFilters = {
  id?: string;
  email_id?: string[] | undefined;
  subscriber_id?: string[] | undefined;
  status?: string[] | undefined;
  from_address?: string | undefined;
  is_automatic?: boolean | '' | undefined;
  is_answered?: boolean | '' | undefined;
};

/** Returns a page of the newsletter's replies, latest first or, `ascending`, oldest first. */
export async function listReplies(
  db: Database,
  newsletter_key: number,
  filters: ReplyFilters,
  { ascending = false, ...page }: Page & { ascending?: boolean },
): Promise<{ results: Listed[]; count: number }> {
  const { id, status, from_address, is_automatic, is_answered } = filters;
  const named = (table: 'emails' | 'subscribers', ids: string[]) =>
    sql<number>`any(array(select key from ${sql.table(table)} named
      where ${checked('named.newsletter_key', newsletter_key)} and named.id = any(${ids.filter(isId)}::uuid[])))`;
  let all = db
    .selectFrom('replies')
    .leftJoin('emails', 'emails.key', 'email_key')
    .leftJoin('subscribers', 'subscribers.key', 'subscriber_key')
    .where(
      id === undefined
        ? sql<boolean>`replies.newsletter_key = ${newsletter_key}`
        : sql<boolean>`replies.id = ${isId(id) ? id : null} and ${checked('replies.newsletter_key', newsletter_key)}`,
    );
  if (filters.email_id) all = all.where('email_key', '=', named('emails', filters.email_id));
  if (filters.subscriber_id)
    all = all.where('subscriber_key', '=', named('subscribers', filters.subscriber_id));
  if (status) all = all.where(sql<boolean>`replies.status::text = any(${status}::text[])`);
  if (from_address !== undefined)
    all = all.where('replies.normal_address', '=', from_address.trim().toLowerCase());
  if (typeof is_automatic === 'boolean') all = all.where('is_automatic', '=', is_automatic);
  if (typeof is_answered === 'boolean') all = all.where('answered_date', is_answered ? 'is not' : 'is', null);
  const { results, count } = await readPage(
    all
      .select(['replies.id', 'from_address', 'from_name', 'sender', 'is_authentic', 'is_automatic'])
      .select(['replies.status', 'replies.subject', 'text', 'is_cut', 'files', 'answered_date'])
      .select(['replies.creation_date', 'emails.id as email_id', 'subscribers.id as subscriber_id'])
      .select(answers.as('answers'))
      .orderBy('replies.key', ascending ? 'asc' : 'desc'),
    page,
  );
  return { results, count };
}

/** An answer without a letter and without an outcome was being handed over when the program ended. */
const outcomeOf = sql`coalesce(outcome, case when exists (
  select from letters where kind = 'mail_answer' and subject = answer.id::text) then 'waiting' else 'uncertain' end)`;

const answers: RawBuilder<Answer[]> = sql<Answer[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', answer.id, 'text', answer.text, 'outcome', ${outcomeOf},
    'creation_date', to_char(answer.creation_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by answer.key)
  from reply_answers answer where reply_key = replies.key), '[]')`;

export async function insertAnswer(trx: Database, row: Insertable<ReplyAnswers>): Promise<void> {
  await trx.insertInto('reply_answers').values(row).execute();
}

/** Finds the data from which an answer is printed; undefined if the answer is gone. */
export async function findAnswer(
  db: Database,
  id: string,
): Promise<{ text: string; outcome: string | null; reply: Reply } | undefined> {
  const answer = await db
    .selectFrom('reply_answers')
    .select(['text', 'outcome', 'reply_key'])
    .where('id', '=', id)
    .executeTakeFirst();
  const reply =
    answer &&
    (await db.selectFrom('replies').selectAll().where('key', '=', answer.reply_key).executeTakeFirst());
  return reply && { text: answer.text, outcome: answer.outcome, reply };
}

export async function findReplyById(db: Database, id: string): Promise<Reply | undefined> {
  return db.selectFrom('replies').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Notes the mail server's outcome of the answer. */
export async function noteOutcome(db: Database, id: string, outcome: 'accepted' | 'refused'): Promise<void> {
  await db.updateTable('reply_answers').set({ outcome }).where('id', '=', id).execute();
}

/** Returns how many replies of people are unread. */
export async function countUnread(db: Database, newsletter_key: number): Promise<number> {
  const { count } = await db
    .selectFrom('replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('newsletter_key', '=', newsletter_key)
    .where('is_automatic', '=', false)
    .where('status', '=', 'unread')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes at most `limit` automatic replies from before that time. Returns how many. */
export async function pruneAutomatic(db: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(db, 'replies', sql`is_automatic and creation_date < ${before.toISOString()}`, limit);
}

/** Deletes the mails that came from this address, including those from before it subscribed. */
export async function eraseFrom(
  trx: Database,
  newsletter_key: number,
  normal_address: string,
): Promise<void> {
  await trx
    .deleteFrom('replies')
    .where('newsletter_key', '=', newsletter_key)
    .where('normal_address', '=', normal_address)
    .execute();
}
