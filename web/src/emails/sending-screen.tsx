import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Email, EmailProgress } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { sessionQuery, usePermission, usePlace } from '../accounts/session.ts';
import { must } from '../platform/api.ts';
import { root } from '../platform/root.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { forgetEmails, mayDelete, sendingQuery } from './queries.ts';
import { Report } from './report.tsx';
import { ResendUncertain } from './resend-uncertain.tsx';
import { withdrawEmail } from './send.ts';
import { SendingProgress } from './sending-progress.tsx';
import styles from './sending-screen.module.css';
import { titleOf } from './title.ts';

const lookMilliseconds = 700;
const isMoving = (status: Email['status']) => status === 'about_to_send' || status === 'in_flight';

/** The progress of an email being sent, from the ledger. */
export function SendingScreen() {
  const here = useHere();
  const { email: id } = useParams({ from: '/$newsletter/frame/emails/$email/sending' });
  const { data, error, refetch } = useQuery({
    ...sendingQuery(here, id),
    refetchInterval: ({ state }) =>
      state.data && !isMoving(state.data.email.status) ? false : lookMilliseconds,
    staleTime: 0,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  const { email, progress } = data;
  return (
    <>
      <PageTitle>{titleOf(email)}</PageTitle>
      <p className={styles.state} role="status" data-moving={email.status === 'sent' ? undefined : true}>
        <b>{stateWords(email, progress)}</b>
        {email.publish_date && <Time at={email.publish_date} zone={here.newsletter.timezone} precise />}
      </p>
      {email.status_reason && <p className={styles.reason}>{email.status_reason}</p>}
      <SendingProgress
        progress={progress}
        zone={here.newsletter.timezone}
        isMoving={email.status === 'in_flight'}
      />
      <Actions here={here} email={email} progress={progress} onChange={() => void refetch()} />
      {email.status === 'sent' && <Report here={here} email={email} />}
    </>
  );
}

function stateWords({ status }: Email, { paused, start_date }: EmailProgress): string {
  if (paused) return words.sending.paused;
  const seconds = start_date ? Math.ceil((Date.parse(start_date) - Date.now()) / 1000) : 0;
  if (status === 'about_to_send' && seconds > 0) return words.sending.waits(seconds);
  if (status === 'in_flight' || status === 'about_to_send') return words.sending.going;
  if (status === 'errored') return words.sending.failed;
  return words.emails.status[status];
}

type Acting = { here: Here; email: Email; progress: EmailProgress; onChange: () => void };

function Actions({ here, email, progress, onChange }: Acting) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const role = usePlace()?.role;
  const writes = usePermission('emails', 'write') && role !== 'writer';
  const sends = usePermission('sending', 'write');
  const [deletes, setDeletes] = useState(false);
  const params = { newsletter: here.newsletter.username, email: email.id };
  const undo = useMutation({
    mutationFn: () => withdrawEmail(here, email.id),
    onSuccess: async () => {
      await forgetEmails(here, queryClient);
      await navigate({ to: '/$newsletter/emails/$email', params });
      say(words.sending.undone);
    },
    onSettled: onChange,
  });
  const hold = useMutation({
    mutationFn: (act: 'pause' | 'resume') =>
      must(() => here.api.post(`/v1/emails/{id}/${act}`, { params: { id: email.id } })),
    onSettled: onChange,
  });
  const error = undo.error ?? hold.error;
  const isOut = email.status === 'sent' || email.status === 'in_flight';
  return (
    <>
      {error && <Failure error={error} />}
      <div className={styles.actions}>
        {sends && (email.status === 'about_to_send' || email.status === 'errored') && (
          <Button busy={undo.isPending} onClick={() => undo.mutate()}>
            {words.sending.undo}
          </Button>
        )}
        {sends && email.status === 'in_flight' && (
          <Button busy={hold.isPending} onClick={() => hold.mutate(progress.paused ? 'resume' : 'pause')}>
            {progress.paused ? words.sending.resume : words.sending.pause}
          </Button>
        )}
        {sends && progress.uncertain > 0 && (
          <ResendUncertain here={here} email={email} count={progress.uncertain} onChange={onChange} />
        )}
        {isOut && (
          <a href={email.absolute_url} target="_blank" rel="noreferrer" className={buttonClass()}>
            {words.sending.view}
          </a>
        )}
        {isOut && session?.sees_inbox && (
          <a href={`${root}/inbox`} className={buttonClass('quiet')}>
            {words.sending.inbox}
          </a>
        )}
        {email.status === 'sent' && writes && (
          <Link to="/$newsletter/emails/$email" params={params} className={buttonClass('quiet')}>
            {words.sending.edit}
          </Link>
        )}
        {mayDelete(email, role) && (
          <Button look="quiet" onClick={() => setDeletes(true)}>
            {words.emails.delete_ask}
          </Button>
        )}
      </div>
      {deletes && (
        <DeleteDialog
          here={here}
          email={email}
          onClose={() => setDeletes(false)}
          onDeleted={() => void navigate({ to: '/$newsletter/emails', params, replace: true })}
        />
      )}
    </>
  );
}
