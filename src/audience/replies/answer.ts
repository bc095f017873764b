import type { Caller } from '../../accounts/caller.ts';
import { requestLetter } from '../../letters/request.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { domainError, found } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAnswer, lockReply, updateReplyRow } from './queries.ts';

/**
 * Answers a reply: the mail goes out once, from the outbox. Returns the id of the answer. Throws `not_found`, and `status_invalid` for a
 * reply that a program wrote, so that two programs never write to each other.
 */
export async function answerReply(
  db: Database,
  { newsletter, by }: Pick<Caller, 'newsletter' | 'by'>,
  reply_id: string,
  text: string,
): Promise<string> {
  return inTransaction(db, async trx => {
    const reply = found(await lockReply(trx, newsletter.key, reply_id), 'reply');
    if (reply.is_automatic) throw domainError('status_invalid', 'audience.automatic_reply');
    if (reply.from_address === '') throw domainError('status_invalid', 'audience.reply_from_nobody');
    const id = newId();
    await insertAnswer(trx, { id, reply_key: reply.key, text, written_by: by });
    await updateReplyRow(trx, reply.key, {
      answered_date: new Date().toISOString(),
      status: reply.status === 'unread' ? 'read' : reply.status,
    });
    await requestLetter(trx, 'mail_answer', id);
    return id;
  });
}
