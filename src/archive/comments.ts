import { listShown, type ShownComment } from '../audience/comments/queries.ts';
import type { Email } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Words } from '../platform/languages/catalogue.ts';

type Shown = {
  id: string;
  name: string;
  shown_name: string;
  by_newsletter: boolean;
  text: string;
  date: string;
  day: string;
  may_reply: boolean;
  replies: Shown[];
};

/** Returns the comments below an email's page, as threads, oldest first; undefined if readers cannot comment on it. */
export async function threadsOf(
  db: Database,
  newsletter: { name: string; timezone: string },
  { key, commenting_mode }: Pick<Email, 'key' | 'commenting_mode'>,
  words: Words,
): Promise<{ threads: Shown[]; count: number } | undefined> {
  if (commenting_mode === 'disabled') return undefined;
  const comments = await listShown(db, key);
  const nobody = words.say('comments.nobody');
  const show = (comment: ShownComment): Shown => ({
    id: comment.id,
    name: comment.name,
    shown_name: comment.is_by_newsletter ? newsletter.name : comment.name || nobody,
    by_newsletter: comment.is_by_newsletter,
    text: comment.text,
    date: comment.creation_date,
    day: words.date(comment.creation_date, newsletter.timezone),
    may_reply: true,
    replies: [],
  });
  const threads = new Map<number, Shown>();
  const listed: Shown[] = [];
  for (const comment of comments) {
    const shown = show(comment);
    const thread = comment.thread_key === null ? undefined : threads.get(comment.thread_key);
    if (thread) thread.replies.push({ ...shown, may_reply: false });
    else {
      threads.set(comment.thread_key ?? comment.key, shown);
      listed.push(shown);
    }
  }
  return { threads: listed, count: comments.length };
}
