import { type RawBuilder, sql } from 'kysely';
import type { Email } from '../../emails/email.ts';
import { checked } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { isId } from '../../platform/ids.ts';
import type { Comment, Known, Listed, Reason, Status } from './comment.ts';

/** When a comment is deleted, each comment below it begins its own thread. */
export const { find: findComment, remove: deleteComment } = rowsOf('comments');

/** Returns the facts that decide about a comment with this text by this reader. */
export async function findKnown(
  trx: Database,
  newsletter_key: number,
  subscriber_key: number,
  text: string,
): Promise<Known> {
  const { rows } = await sql<Known>`
    select
      exists (select from comments where subscriber_key = ${subscriber_key} and status = 'active') as has_active,
      exists (select from comments where subscriber_key = ${subscriber_key} and status = 'spammy') as has_spam,
      exists (
        select from comments
        where newsletter_key = ${newsletter_key} and md5(text) = md5(${text}::text) and text = ${text}
          and creation_date > now() - interval '30 days'
      ) as is_repeated`.execute(trx);
  return rows[0]!;
}

type New = Pick<
  Comment,
  'id' | 'newsletter_key' | 'email_key' | 'subscriber_key' | 'thread_key' | 'name' | 'text'
> & {
  status: Status;
  reasons: Reason[];
};

export async function insertComment(trx: Database, row: New): Promise<void> {
  await trx.insertInto('comments').values(row).execute();
}

/** Moves the comment to this status, and returns whether the status has changed. The reasons of the rules stay. */
export async function updateStatus(trx: Database, key: number, status: Status): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ status, modification_date: sql`now()` })
    .where('key', '=', key)
    .where('status', '<>', status)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that an active comment is shown. Returns false if it was shown before, or is not active: of several calls, one returns true. */
export async function noteShown(trx: Database, key: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ shown_date: sql`now()` })
    .where('key', '=', key)
    .where('status', '=', 'active')
    .where('shown_date', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findCommentById(db: Database, id: string): Promise<Comment | undefined> {
  return db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the comment with this id, if it is shown, with its email's slug and readership. */
export async function findShownComment(
  db: Database,
  id: string,
): Promise<(Comment & Pick<Email, 'email_type' | 'archival_mode'> & { slug: string }) | undefined> {
  const row = await db
    .selectFrom('comments')
    .innerJoin('emails', 'emails.key', 'comments.email_key')
    .selectAll('comments')
    .select(['emails.slug', 'email_type', 'archival_mode'])
    .where('comments.id', '=', id)
    .where('comments.status', '=', 'active')
    .where('commenting_mode', '<>', 'disabled')
    .executeTakeFirst();
  return row?.slug ? { ...row, slug: row.slug } : undefined;
}

/** Lists the ids of the readers in the thread whose comments are shown, except for its writer and those who want no mail. */
export async function listOthersInThread(trx: Database, comment: Comment): Promise<string[]> {
  const { key, thread_key, subscriber_key } = comment;
  if (thread_key === null) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct subscribers.id
    from comments join subscribers on subscribers.key = subscriber_key
    where (comments.key = ${thread_key} or thread_key = ${thread_key}) and comments.key <> ${key} and status = 'active'
      and subscriber_key is distinct from ${subscriber_key}
      and not exists (select from comment_mutes mute where mute.subscriber_key = subscribers.key)`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

export async function isMuted(db: Database, subscriber_key: number): Promise<boolean> {
  const row = await db
    .selectFrom('comment_mutes')
    .select('subscriber_key')
    .where('subscriber_key', '=', subscriber_key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets whether the reader wants mail about comments. */
export async function writeMute(trx: Database, subscriber_key: number, is_muted: boolean): Promise<void> {
  if (!is_muted) await trx.deleteFrom('comment_mutes').where('subscriber_key', '=', subscriber_key).execute();
  else
    await trx
      .insertInto('comment_mutes')
      .values({ subscriber_key })
      .onConflict(conflict => conflict.doNothing())
      .execute();
}

/** Returns how many comments wait for approval. */
export async function countPending(db: Database, newsletter_key: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('newsletter_key', '=', newsletter_key)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns how many comments wait for approval, and how many have come since this date. */
export async function countNew(
  db: Database,
  newsletter_key: number,
  since: string,
): Promise<{ pending: number; fresh: number }> {
  const { rows } = await sql<{ pending: number; fresh: number }>`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'active' and creation_date >= ${since})::int as fresh
    from comments
    where newsletter_key = ${newsletter_key} and subscriber_key is not null and status in ('pending', 'active')
      and (status = 'pending' or creation_date >= ${since})`.execute(db);
  return rows[0]!;
}

/** Lists the reader's comments below an email, latest first. */
export async function listOwn(
  db: Database,
  email_key: number,
  subscriber_key: number,
): Promise<Pick<Comment, 'id' | 'text' | 'status'>[]> {
  return db
    .selectFrom('comments')
    .select(['id', 'text', 'status'])
    .where('email_key', '=', email_key)
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('key', 'desc')
    .limit(50)
    .execute();
}

/** Finds the name under which the reader commented last; empty: none. */
export async function findLastName(db: Database, subscriber_key: number): Promise<string> {
  const row = await db
    .selectFrom('comments')
    .select('name')
    .where('subscriber_key', '=', subscriber_key)
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.name ?? '';
}

/** How many comments a page shows. */
export const mostShown = 200;

export type ShownComment = Pick<Comment, 'key' | 'id' | 'thread_key' | 'name' | 'text' | 'creation_date'> & {
  is_by_newsletter: boolean;
};

/** Lists the latest comments that are shown below an email, oldest first. */
export async function listShown(db: Database, email_key: number): Promise<ShownComment[]> {
  const { rows } = await sql<ShownComment>`
    select key, id, thread_key, name, text, creation_date, subscriber_key is null as is_by_newsletter
    from comments where email_key = ${email_key} and status = 'active' order by key desc limit ${mostShown}`.execute(
    db,
  );
  return rows.reverse();
}

export type CommentFilters = {
  id?: string;
  email_id?: string[] | undefined;
  subscriber_id?: string[] | undefined;
  parent_id?: string[] | undefined;
  status?: string[] | undefined;
};

/** Returns a page of the newsletter's comments, latest first or, `ascending`, oldest first. */
export async function listComments(
  db: Database,
  newsletter_key: number,
  filters: CommentFilters,
  { page, page_size, ascending = false }: { page: number; page_size: number; ascending?: boolean },
): Promise<{ results: Listed[]; count: number }> {
  const { rows } = await sql<Listed & { count: number }>`
    select comment.id, comment.name, comment.text, comment.status, comment.reasons, comment.shown_date,
      comment.creation_date, comment.modification_date, emails.id as email_id, subscribers.id as subscriber_id,
      thread.id as parent_id, count(*) over () as count
    from comments comment
    -- One by one: otherwise everybody, and the comments of all newsletters, may be read.
    cross join lateral (select id from emails where key = comment.email_key limit 1) emails
    left join lateral (select id from subscribers where key = comment.subscriber_key limit 1) subscribers on true
    left join lateral (select id from comments where key = comment.thread_key limit 1) thread on true
    where ${sql.join(conditionsOf(newsletter_key, filters), sql` and `)}
    order by comment.key + 0 ${ascending ? sql`asc` : sql`desc`} limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  );
  // A page after the last one has no row that holds the total.
  if (rows.length === 0 && page > 1) {
    const { count } = await listComments(db, newsletter_key, filters, { page: 1, page_size: 1 });
    return { results: [], count };
  }
  return { results: rows.map(({ count: _, ...row }) => row as Listed), count: Number(rows[0]?.count ?? 0) };
}

function conditionsOf(
  newsletter_key: number,
  { id, status, ...filters }: CommentFilters,
): RawBuilder<unknown>[] {
  const named = (column: string, table: string, ids: string[] | undefined) =>
    ids &&
    sql`${sql.ref(column)} = any(array(select key from ${sql.table(table)} where id = any(${ids.filter(isId)}::uuid[])))`;
  return [
    id === undefined
      ? sql`comment.newsletter_key = ${newsletter_key}`
      : sql`comment.id = any(${[id].filter(isId)}::uuid[]) and ${checked('comment.newsletter_key', newsletter_key)}`,
    named('comment.email_key', 'emails', filters.email_id),
    named('comment.subscriber_key', 'subscribers', filters.subscriber_id),
    named('comment.thread_key', 'comments', filters.parent_id),
    status && sql`comment.status::text = any(${status}::text[])`,
  ].filter(condition => condition !== undefined) as RawBuilder<unknown>[];
}
