import type { Newsletter } from '../../accounts/newsletter.ts';
import type { Email } from '../../emails/email.ts';
import { recordEvent } from '../../journal/record.ts';
import { requestLetters, scheduleLetters } from '../../letters/request.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { hour_ms } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { lockSubscriber } from '../subscribers/queries.ts';
import { type Comment, judge, longest, type Status } from './comment.ts';
import {
  findCommentById,
  findKnown,
  insertComment,
  listOthersInThread,
  noteShown,
  updateStatus,
} from './queries.ts';

/** A writer and the email below which they write. `parent` is a comment of the same email. */
export type Writing = {
  newsletter: Pick<Newsletter, 'key' | 'id' | 'comment_notices'>;
  email: Pick<Email, 'key' | 'id'>;
  /** Undefined: the newsletter itself. */
  subscriber?: { key: number; id: string } | undefined;
  parent?: Comment | undefined;
  name: string;
  text: string;
};

/**
 * Adds a comment. One by the newsletter itself, or by a program (`is_trusted`), appears at once; one by a reader appears at once if no rule
 * objects. Undefined if the reader is gone.
 */
export async function writeComment(
  db: Database,
  { newsletter, email, subscriber, parent, name, text }: Writing,
  { is_trusted, now }: { is_trusted: boolean; now: Date },
): Promise<Comment | undefined> {
  return inTransaction(db, async trx => {
    // If one person writes several comments at the same time, each sees the one before it.
    if (subscriber && !(await lockSubscriber(trx, newsletter.key, subscriber.id))) return undefined;
    const said = text.slice(0, longest.text);
    const judged =
      is_trusted || !subscriber
        ? { status: 'active' as const, reasons: [] }
        : judge(said, await findKnown(trx, newsletter.key, subscriber.key, said));
    const id = newId();
    await insertComment(trx, {
      id,
      newsletter_key: newsletter.key,
      email_key: email.key,
      subscriber_key: subscriber?.key ?? null,
      thread_key: parent ? (parent.thread_key ?? parent.key) : null,
      name: name.slice(0, longest.name),
      text: said,
      ...judged,
    });
    const comment = (await findCommentById(trx, id))!;
    if (subscriber && !is_trusted && newsletter.comment_notices && judged.status !== 'spammy')
      await scheduleLetters(trx, 'tell_comments', [{ subject: newsletter.id, date: endOfHour(now) }]);
    await announceIfShown(trx, comment, { subscriber_id: subscriber?.id, email_id: email.id });
    return comment;
  });
}

/** One mail to the newsletter tells of all comments of an hour. */
function endOfHour(now: Date): string {
  return new Date(Math.ceil((now.getTime() + 1) / hour_ms) * hour_ms).toISOString();
}

/** Moves the comment to this status. When it appears for the first time, the others in its thread are told. */
export async function moderate(
  trx: Database,
  comment: Comment,
  status: Status,
  about: { subscriber_id: string | undefined; email_id: string },
): Promise<void> {
  if (await updateStatus(trx, comment.key, status)) await announceIfShown(trx, comment, about);
}

/** Tells the journal and the others in the thread of a comment that appears for the first time. */
async function announceIfShown(
  trx: Database,
  comment: Comment,
  { subscriber_id, email_id }: { subscriber_id: string | undefined; email_id: string },
): Promise<void> {
  if (!(await noteShown(trx, comment.key))) return;
  if (subscriber_id !== undefined)
    await recordEvent(trx, comment.newsletter_key, {
      event_type: 'subscriber.commented',
      subscriber_id,
      email_id,
      data: { comment_id: comment.id },
    });
  const others = await listOthersInThread(trx, comment);
  await requestLetters(
    trx,
    'mail_comment',
    others.map(id => `${comment.id} ${id}`),
  );
}
