import type { Newsletter } from '../accounts/newsletter.ts';
import { type Comment, longest } from '../audience/comments/comment.ts';
import { deleteComment, findComment, writeMute } from '../audience/comments/queries.ts';
import { writeComment } from '../audience/comments/write.ts';
import type { readerOf } from '../audience/readers/sessions.ts';
import type { Email } from '../emails/email.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import type { Attempts } from '../platform/http/attempts.ts';
import { lettersOf, lineOf, textOf } from '../platform/http/words.ts';
import type { Words } from '../platform/languages/catalogue.ts';
import { isGated } from './content.ts';

export type Reader = NonNullable<Awaited<ReturnType<typeof readerOf>>>;
/** Where somebody comments. */
export type Place = { newsletter: Newsletter; email: Email & { published_date: string } };
/** The state that the page shows after an act, and the comment that the reader replies to. */
export type Done = { state?: string; parent?: Comment | undefined };

type ActContext = {
  db: Database;
  clock: Clock;
  /** How often one reader may write within an hour. */
  comment_attempts: Attempts;
};
type Act = (
  context: ActContext,
  place: Place & { reader: Reader; words: Words },
  form: URLSearchParams,
) => Promise<Done>;

/** The acts of the page's forms, by the name that each form sends. */
export const acts: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['comment', comment],
  [
    'delete',
    async ({ db }, { newsletter, reader }, form) => {
      const comment = await findComment(db, newsletter.key, form.get('comment') ?? '');
      if (comment?.subscriber_key === reader.key) await deleteComment(db, comment.key);
      return { state: 'deleted' };
    },
  ],
  [
    'mute',
    async ({ db }, { reader }) => {
      await writeMute(db, reader.key, true);
      return { state: 'muted' };
    },
  ],
  [
    'unmute',
    async ({ db }, { reader }) => {
      await writeMute(db, reader.key, false);
      return { state: 'unmuted' };
    },
  ],
]);

async function comment(
  { db, clock, comment_attempts }: ActContext,
  { newsletter, email, reader, words }: Parameters<Act>[1],
  form: URLSearchParams,
): Promise<Done> {
  if (!mayWrite(email, reader)) return {};
  const parent = await findParent(db, { newsletter, email }, form.get('parent') ?? '');
  const text = textOf(form.get('text'), longest.text).trim();
  if (text === '') return { state: 'empty', parent };
  if (!comment_attempts.take(reader.id))
    throw new DomainError('rate_limited', words.say('failure.too_many_why'));
  // Bots that fill in the hidden field are told that their comment waits.
  if ((form.get('website') ?? '') !== '') return { state: 'pending' };
  const typed = lineOf(form.get('name') ?? '', longest.name);
  // Nobody else may use the newsletter's name, because mails about comments identify the writer only by name.
  const own = [newsletter.name, newsletter.from_name].map(lettersOf).filter(Boolean);
  const name = own.includes(lettersOf(typed)) ? '' : typed;
  const writing = { newsletter, email, subscriber: reader, parent, name, text };
  const written = await writeComment(db, writing, { is_trusted: false, now: clock() });
  return { state: written?.status === 'active' ? 'active' : 'pending' };
}

/** Finds the comment with this id, if it is shown below the email. */
export async function findParent(
  db: Database,
  { newsletter, email }: Place,
  id: string,
): Promise<Comment | undefined> {
  const parent = await findComment(db, newsletter.key, id);
  return parent?.email_key === email.key && parent.status === 'active' ? parent : undefined;
}

/** Whether the reader may comment: they must be able to read the whole email, and pay if only paying readers may comment. */
export function mayWrite(email: Email, { entitled_as }: Reader): boolean {
  if (isGated(email, entitled_as ?? 'public')) return false;
  return email.commenting_mode === 'enabled' || entitled_as === 'paying';
}
