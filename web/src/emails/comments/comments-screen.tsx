import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { useAct } from '../../accounts/use-act.ts';
import written from '../../accounts/written.module.css';
import { AnswerDialog, DeleteDialog, Views, WrittenList } from '../../accounts/written.tsx';
import { limits } from '../../platform/limits.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { comments as said } from '../../words/comments.ts';
import { titleOf } from '../title.ts';
import styles from './comments-screen.module.css';
import { type Comment, commentStatuses, commentsQuery } from './queries.ts';

/** Lists readers' comments: those that wait, those that are shown, and spam, with the reasons. */
export function CommentsScreen() {
  const here = useHere();
  const { status = 'pending' } = useSearch({ from: '/$newsletter/frame/settings/comments' });
  const navigate = useNavigate({ from: '/$newsletter/settings/comments' });
  const comments = useInfiniteQuery(commentsQuery(here, status));
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      <p className={written.note}>{said.note}</p>
      <Views
        views={commentStatuses}
        names={said.status}
        chosen={status}
        onChange={one => void navigate({ search: one === 'pending' ? {} : { status: one }, replace: true })}
      />
      <WrittenList list={comments} height="7rem" none={said.none[status]}>
        {comment => <CommentRow key={comment.id} comment={comment} />}
      </WrittenList>
    </>
  );
}

function CommentRow({ comment }: { comment: Comment }) {
  const here = useHere();
  const params = { newsletter: here.newsletter.username };
  const { name, text, reasons, status, creation_date, subscriber, email } = comment;
  return (
    <li>
      <p className={written.about}>
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
      <p className={written.text} dir="auto">
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
  const { api } = useHere();
  const { id, status } = comment;
  const params = { id };
  const moderate = useAct(
    (status: 'active' | 'spammy') => api.patch('/v1/comments/{id}', { params, body: { status } }),
    status => (status === 'active' ? said.approved : said.marked),
  );
  if (!mayDecide) return null;
  const close = () => setAsks(undefined);
  return (
    <div className={written.acts}>
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
      {asks === 'reply' && (
        <AnswerDialog
          said={{
            title: said.reply_title,
            text: said.reply_text,
            hint: said.reply_hint,
            act: said.reply_act,
            done: said.replied,
          }}
          rows={5}
          maxLength={limits.comments.text}
          send={text => api.post('/v1/comments', { body: { parent_id: id, text } })}
          onClose={close}
        />
      )}
      {asks === 'delete' && (
        <DeleteDialog said={said} run={() => api.delete('/v1/comments/{id}', { params })} onClose={close} />
      )}
    </div>
  );
}
