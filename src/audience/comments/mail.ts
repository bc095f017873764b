import { findNewsletterById } from '../../accounts/queries.ts';
import { ownerNotice } from '../../domains/mail-owner.ts';
import { archiveAddress, readershipOf } from '../../emails/email.ts';
import { themeOf } from '../../engines/rendering/look.ts';
import type { Printer } from '../../letters/letter.ts';
import { mutesAddress } from '../../links/comments.ts';
import { readersAddress } from '../../links/site.ts';
import { hour_ms } from '../../platform/durations.ts';
import { counted } from '../../platform/sentences/counted.ts';
import { compileMail, type LetterContext, printLetter } from '../opt-in/letter.ts';
import { findAsked } from '../opt-in/queries.ts';
import { valuesOfReader } from '../readers/values.ts';
import { isEntitled, isMailed } from '../standing/type.ts';
import { countNew, findShownComment, isMuted } from './queries.ts';

/**
 * Prints the letter that tells a reader of a comment in a thread where they have written, if the comment is still shown and they may still
 * read the email and still want to know. The one-click link ends these letters and nothing else.
 */
export function openCommentMails(context: LetterContext): Printer {
  const { db, theme, secret, base_url, clock } = context;
  return async ({ subject }) => {
    const [comment_id = '', reader_id = ''] = subject.split(' ');
    const comment = await findShownComment(db, comment_id);
    const asked = comment && (await findAsked(db, reader_id));
    if (!asked || !isMailed(asked.subscriber) || (await isMuted(db, asked.subscriber.key))) return undefined;
    const { newsletter, subscriber } = asked;
    if (readershipOf(comment) === 'paying' && !isEntitled(subscriber)) return undefined;
    const stop = mutesAddress(readersAddress(base_url, newsletter), secret, subscriber.id);
    const letter = {
      to: subscriber.email_address,
      message_id: `comment.${comment.id}.${subscriber.id}`,
      values: {
        ...(await valuesOfReader(context, { subscriber, newsletter })),
        unsubscribe_url: stop,
        confirm_url: `${archiveAddress(base_url, newsletter, comment)}#comment-${comment.id}`,
        comment: {
          name: comment.subscriber_key === null ? newsletter.name : comment.name,
          text: comment.text,
        },
      },
      one_click_url: stop,
    };
    const compiled = compileMail(themeOf(theme, null, newsletter, subscriber.locale), 'comment');
    const source = printLetter(compiled, newsletter, base_url, letter, clock());
    return {
      newsletter,
      mail: { to: letter.to, source, about: { mail: 'comment', subscriber: subscriber.id } },
    };
  };
}

/** Prints the letter that tells the newsletter of the comments of an hour, if the newsletter still wants to know. */
export function printNewComments({ db, clock, base_url }: LetterContext): Printer {
  return async ({ subject: newsletter_id, creation_date }) => {
    const newsletter = await findNewsletterById(db, newsletter_id);
    if (!newsletter?.comment_notices) return undefined;
    const since = new Date(Date.parse(creation_date) - hour_ms).toISOString();
    const { pending, fresh } = await countNew(db, newsletter.key, since);
    if (pending + fresh === 0) return undefined;
    const waiting = `${counted(pending, 'comment')} on ${newsletter.name} ${pending === 1 ? 'waits' : 'wait'} for your approval`;
    const notice = {
      about: 'comments',
      subject: pending > 0 ? waiting : `${counted(fresh, 'new comment')} on ${newsletter.name}`,
      paragraphs: [
        ...(pending > 0 ? [`${waiting}. Readers do not see them until then.`] : []),
        ...(fresh > 0 ? [`${counted(fresh, 'comment')} appeared within the last hour.`] : []),
        { url: `${base_url}/dashboard/${newsletter.username}/settings/comments` },
        'You get this mail at most once an hour. You can turn it off in the settings of the newsletter.',
      ],
    };
    return ownerNotice(newsletter, notice, clock());
  };
}
