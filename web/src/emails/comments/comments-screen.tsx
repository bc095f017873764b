import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChip } from '../../ui/chip.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { comments as said } from '../../words/comments.ts';
import { titleOf } from '../title.ts';
import styles from './comments-screen.module.css';
import { DeleteComment, ReplyForm } from './dialogs.tsx';
import { type Comment, commentStatuses, commentsQuery } from './queries.ts';
import { useModerate } from './use-moderate.ts';

/** What readers write: what waits, what is shown, what is spam, and why. */
export function CommentsScreen() {
  const here = useHere();
  const { status = 'pending' } = useSearch({ from: '/$newsletter/frame/settings/comments' });
  const navigate = useNavigate({ from: '/$newsletter/settings/comments' });
  const comments = useInfiniteQuery(commentsQuery(here, status));
  const rows = comments.data?.pages.flatMap(({ results }) => results);
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      <p className={styles.none}>{said.note}</p>
      <div className={styles.chips}>
        {commentStatuses.map(one => (
          <FilterChip
            key={one}
            on={status === one}
            onChange={() =>
              void navigate({ search: one === 'pending' ? {} : { status: one }, replace: true })
            }
          >
            {said.status[one]}
          </FilterChip>
        ))}
      </div>
      {comments.error && !rows ? (
        <Failure error={comments.error} retry={() => void comments.refetch()} />
      ) : !rows ? (
        <Skeleton lines={4} height="7rem" />
      ) : rows.length === 0 ? (
        <p className={styles.none}>{said.none[status]}</p>
      ) : (
        <ul className={styles.comments}>
          {rows.map(comment => (
            <CommentRow key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      <ShowMore list={comments} />
    </>
  );
}

function CommentRow({ comment }: { comment: Comment }) {
  const here = useHere();
  const params = { newsletter: here.newsletter.username };
  const { name, text, reasons, status, creation_date, subscriber, email } = comment;
  return (
    <li>
      <p className={styles.about}>
        <b dir="auto">{subscriber ? name || said.nobody : said.newsletter}</b>
        {subscriber && (
          <>
            {' · '}
            <Link to="/$newsletter/subscribers/$person" params={{ ...params, person: subscriber.id }}>
              {subscriber.email_address}
            </Link>
          </>
        )}
        {' · '}
        <Time at={creation_date} zone={here.newsletter.timezone} precise />
        {email && (
          <>
            {' · '}
            {said.below}{' '}
            <a href={`${email.absolute_url}#comment-${comment.id}`} target="_blank" rel="noreferrer">
              {titleOf(email)}
            </a>
          </>
        )}
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {status !== 'active' && reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(reason => (
            <li key={reason}>{said.reasons[reason]}</li>
          ))}
        </ul>
      )}
      <Acts comment={comment} />
    </li>
  );
}

function Acts({ comment }: { comment: Comment }) {
  const mayDecide = usePermission('subscribers', 'write');
  const [asks, setAsks] = useState<'reply' | 'delete'>();
  const moderate = useModerate(comment);
  if (!mayDecide) return null;
  const { status } = comment;
  const close = () => setAsks(undefined);
  return (
    <div className={styles.acts}>
      {status !== 'active' && (
        <Button
          look={status === 'pending' ? 'solid' : 'plain'}
          busy={moderate.isPending}
          onClick={() => moderate.mutate('active')}
        >
          {said.approve}
        </Button>
      )}
      {status !== 'spammy' && comment.subscriber && (
        <Button busy={moderate.isPending} onClick={() => moderate.mutate('spammy')}>
          {said.spam}
        </Button>
      )}
      {status === 'active' && <Button onClick={() => setAsks('reply')}>{said.reply}</Button>}
      <Button look="quiet" onClick={() => setAsks('delete')}>
        {said.remove}
      </Button>
      {asks === 'reply' && <ReplyForm comment={comment} onClose={close} />}
      {asks === 'delete' && <DeleteComment comment={comment} onClose={close} />}
    </div>
  );
}
