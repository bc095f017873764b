import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { sessionQuery, usePermission, usePlace } from '../../accounts/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { DeleteDialog } from '../drafts/delete-dialog.tsx';
import { useDuplicate } from '../duplicate.ts';
import { forgetEmails, mayDelete, type Progress } from '../queries.ts';
import { hasPage } from '../readership.ts';
import { withdrawEmail } from '../send.ts';
import { Resend } from './resend.tsx';
import { SecondTry } from './second-try.tsx';
import styles from './sending-screen.module.css';

type Acting = { email: Email; progress: Progress; onChange: () => void };

/** Offers the actions for an email that is being sent or has been sent. */
export function SendingActions({ email, progress, onChange }: Acting) {
  const here = useHere();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const role = usePlace()?.role;
  const copies = usePermission('emails', 'write');
  const writes = copies && role !== 'writer';
  const sends = usePermission('sending', 'write');
  const sees = usePermission('subscribers', 'read');
  const [deletes, setDeletes] = useState(false);
  const duplicate = useDuplicate(here);
  const params = { newsletter: here.newsletter.username, email: email.id };
  const undo = useMutation({
    mutationFn: () => withdrawEmail(here, email.id),
    onSuccess: async () => {
      await forgetEmails(here);
      await navigate({ to: '/$newsletter/emails/$email', params });
      say(words.sending.undone);
    },
    onSettled: onChange,
  });
  const hold = useMutation({
    mutationFn: (act: 'pause' | 'resume') =>
      here.api.post(`/v1/emails/{id}/${act}`, { params: { id: email.id } }),
    onSettled: onChange,
  });
  const error = undo.error ?? hold.error;
  const isOut = email.status === 'sent' || email.status === 'in_flight';
  // The progress is fetched more often than the email.
  const { status } = progress;
  const missed = progress.uncertain + progress.temporary + progress.permanent;
  return (
    <>
      {error && <Failure error={error} />}
      <div className={styles.actions}>
        {sends && (status === 'about_to_send' || status === 'errored') && (
          <Button
            look={status === 'about_to_send' ? 'solid' : 'plain'}
            busy={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {words.sending.undo}
          </Button>
        )}
        {sends && status === 'in_flight' && (
          <Button busy={hold.isPending} onClick={() => hold.mutate(progress.paused ? 'resume' : 'pause')}>
            {progress.paused ? words.sending.resume : words.sending.pause}
          </Button>
        )}
        {sends && sees && isOut && missed > 0 && email.deliveries_dropped_date === null && (
          <Resend here={here} email={email} progress={progress} onChange={onChange} />
        )}
        {email.status === 'sent' && writes && <SecondTry here={here} email={email} />}
        {isOut && hasPage(email) && (
          <a href={email.absolute_url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {words.emails.view}
          </a>
        )}
        {isOut && session?.sees_inbox && (
          <Link to="/inbox" className={buttonClass('quiet')}>
            {words.sending.inbox}
          </Link>
        )}
        {email.status === 'sent' && writes && (
          <Link to="/$newsletter/emails/$email" params={params} className={buttonClass('quiet')}>
            {words.sending.edit}
          </Link>
        )}
        {copies && status !== 'about_to_send' && (
          <Button look="quiet" onClick={() => duplicate(email.id)}>
            {words.emails.duplicate}
          </Button>
        )}
        {status !== 'about_to_send' && mayDelete({ status }, role) && (
          <Button look="quiet" onClick={() => setDeletes(true)}>
            {words.emails.delete_ask}
          </Button>
        )}
      </div>
      {deletes && (
        <DeleteDialog
          email={email}
          onClose={() => setDeletes(false)}
          onDeleted={() => void navigate({ to: '/$newsletter/emails', params, replace: true })}
        />
      )}
    </>
  );
}
