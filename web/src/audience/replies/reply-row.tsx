import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import written from '../../accounts/written.module.css';
import { AnswerDialog, DeleteDialog } from '../../accounts/written.tsx';
import { titleOf } from '../../emails/title.ts';
import { limits } from '../../platform/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { replies as said } from '../../words/replies.ts';
import type { Reply } from './queries.ts';
import styles from './replies-screen.module.css';
import { useChange, useUnsubscribe } from './use-change.ts';

/** Shows a reply with what is known of its sender, the answers to it, and the actions. */
export function ReplyRow({ reply, isConversation }: { reply: Reply; isConversation: boolean }) {
  const { subject, text, quoted, is_cut, files, answers } = reply;
  return (
    <li>
      <Head reply={reply} isConversation={isConversation} />
      <h2 className={styles.subject} dir="auto">
        {subject || said.no_subject}
      </h2>
      <p className={written.text} dir="auto">
        {text}
      </p>
      {quoted && (
        <details className={styles.quoted}>
          <summary>{said.quoted}</summary>
          <p className={written.text} dir="auto">
            {quoted}
          </p>
        </details>
      )}
      {is_cut && <p className={written.about}>{said.cut}</p>}
      {files.length > 0 && (
        <p className={written.about}>
          {said.files} <bdi>{files.map(({ name }) => name || said.file).join(', ')}</bdi>
        </p>
      )}
      {answers.map(answer => (
        <Answer key={answer.id} answer={answer} />
      ))}
      <Acts reply={reply} />
    </li>
  );
}

function Head({ reply, isConversation }: { reply: Reply; isConversation: boolean }) {
  const here = useHere();
  const params = { newsletter: here.newsletter.username };
  const { from_name, from_address, sender, subscriber, email, creation_date, is_authentic } = reply;
  const known = [
    said.senders[sender],
    is_authentic === null ? '' : is_authentic ? said.authentic : said.forged,
  ].filter(Boolean);
  return (
    <>
      <p className={written.about}>
        {from_name && <b dir="auto">{from_name}</b>} <bdi>{from_address || said.nobody}</bdi>
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
            {said.about}{' '}
            <Link to="/$newsletter/emails/$email/sending" params={{ ...params, email: email.id }}>
              {titleOf(email)}
            </Link>
          </>
        )}
        {!isConversation && from_address && (
          <>
            {' · '}
            <Link to="/$newsletter/settings/replies" params={params} search={{ with: from_address }}>
              {said.whole}
            </Link>
          </>
        )}
      </p>
      {known.length > 0 && <p className={written.about}>{known.join(' ')}</p>}
    </>
  );
}

function Answer({ answer }: { answer: Reply['answers'][number] }) {
  const here = useHere();
  return (
    <div className={styles.answer}>
      <p className={written.about}>
        <b>{said.you}</b> · <Time at={answer.creation_date} zone={here.newsletter.timezone} precise /> ·{' '}
        {said.outcomes[answer.outcome]}
      </p>
      <p className={written.text} dir="auto">
        {answer.text}
      </p>
    </div>
  );
}

function Acts({ reply }: { reply: Reply }) {
  const mayAct = usePermission('subscribers', 'write');
  const [asks, setAsks] = useState<'answer' | 'delete'>();
  const { api } = useHere();
  const change = useChange(reply);
  const unsubscribe = useUnsubscribe(reply);
  if (!mayAct) return null;
  const { status, is_automatic, asks_to_unsubscribe, subscriber } = reply;
  const params = { id: reply.id };
  const close = () => setAsks(undefined);
  return (
    <>
      {asks_to_unsubscribe && subscriber?.type !== 'unsubscribed' && subscriber && (
        <p className={styles.leaves}>
          {said.leaves}{' '}
          <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
            {said.unsubscribe}
          </Button>
        </p>
      )}
      <div className={written.acts}>
        {!is_automatic && reply.from_address && (
          <Button look="solid" onClick={() => setAsks('answer')}>
            {said.answer}
          </Button>
        )}
        {is_automatic && (
          <Button busy={change.isPending} onClick={() => change.mutate({ is_automatic: false })}>
            {said.not_automatic}
          </Button>
        )}
        {status !== 'read' && (
          <Button busy={change.isPending} onClick={() => change.mutate({ status: 'read' })}>
            {status === 'unread' ? said.read : said.take_back}
          </Button>
        )}
        {status !== 'archived' && (
          <Button busy={change.isPending} onClick={() => change.mutate({ status: 'archived' })}>
            {said.archive}
          </Button>
        )}
        <Button look="quiet" onClick={() => setAsks('delete')}>
          {said.remove}
        </Button>
      </div>
      {asks === 'answer' && (
        <AnswerDialog
          said={{
            title: said.answer_title,
            text: said.answer_text,
            hint: said.answer_hint(reply.from_address),
            act: said.answer_act,
            done: said.answered,
          }}
          rows={8}
          maxLength={limits.answers.text}
          send={text => api.post('/v1/replies/{id}/answers', { params, body: { text } })}
          onClose={close}
        />
      )}
      {asks === 'delete' && (
        <DeleteDialog said={said} run={() => api.delete('/v1/replies/{id}', { params })} onClose={close} />
      )}
    </>
  );
}
