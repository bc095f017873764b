import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Explanation } from '../../accounts/explain.ts';
import type { Here } from '../../accounts/newsletters.ts';
import { usePlace } from '../../accounts/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Failure } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import type { Draft } from '../drafts/draft.ts';
import { keepEmail } from '../queries.ts';
import { approveEmail, publishEmail, withdrawEmail } from '../send.ts';
import { changedElsewhere, type Versioned } from '../version.ts';
import { ApprovalNote, EndRequest, useApproval } from './approval.tsx';
import styles from './review-sheet.module.css';
import { ScheduleForm } from './schedule-form.tsx';
import { TestMail } from './test-mail.tsx';

type Reviewing = {
  here: Here;
  email: Versioned;
  draft: Draft;
  explanation: Explanation | undefined;
  onClose: () => void;
};

/** Offers the actions after the review: send, schedule, request or give approval, or go back to writing. */
export function ReviewActions({ here, email, draft, explanation, onClose }: Reviewing) {
  const { publish, withdraw } = useMoves({ here, email, draft, onClose });
  const [schedules, setSchedules] = useState(false);
  const params = { newsletter: here.newsletter.username, email: email.id };
  const role = usePlace()?.role;
  const isLaunched = !['draft', 'errored', 'scheduled'].includes(email.status);
  const isArchival = email.email_type === 'archival';
  const { waits, mayApprove } = useApproval({ here, email });
  const count = explanation?.recipients;
  const isEmpty = count === 0 && !isArchival;
  const error = changedElsewhere(publish.error) ? null : (publish.error ?? withdraw.error);
  const asks = role === 'writer' || (!!explanation?.needs_approval && !mayApprove);
  const label = () => {
    if (asks) return words.review.ask;
    if (isArchival) return words.review.publish;
    if (count === undefined) return words.review.send_uncounted;
    return waits ? words.review.approve(count) : words.review.send(count);
  };
  const schedule_label = () => {
    if (asks) return words.review.ask_for;
    return waits ? words.review.approve_for : words.review.schedule_for;
  };

  return (
    <div className={styles.actions}>
      {error && <Failure error={error} />}
      <ApprovalNote here={here} email={email} className={styles.note} />
      {isEmpty && (
        <p className={styles.note}>
          {words.review.nobody}{' '}
          <Link to="/$newsletter/subscribers" params={params} search={{ add: true }}>
            {words.review.add_subscriber}
          </Link>
        </p>
      )}
      {schedules ? (
        <ScheduleForm
          zone={here.newsletter.timezone}
          initial={email.publish_date}
          busy={publish.isPending}
          label={schedule_label()}
          onSchedule={at => publish.mutate({ at, approves: waits })}
          onCancel={() => setSchedules(false)}
        />
      ) : (
        <>
          <Button
            look="solid"
            wide
            busy={publish.isPending}
            disabled={
              isLaunched || isEmpty || (waits && !mayApprove) || (role !== 'writer' && count === undefined)
            }
            onClick={() => publish.mutate({ approves: waits })}
          >
            {label()}
          </Button>
          {role !== 'writer' && (
            <Button wide disabled={isLaunched || (waits && !mayApprove)} onClick={() => setSchedules(true)}>
              {words.review.schedule}
            </Button>
          )}
          {email.status === 'scheduled' && (
            <Button look="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {words.review.unschedule}
            </Button>
          )}
          <EndRequest here={here} email={email} onEnd={onClose} />
          {!isLaunched && <TestMail email={email} />}
          <Button look="quiet" onClick={onClose}>
            {words.review.keep}
          </Button>
          {isLaunched && (
            <Link to="/$newsletter/emails/$email/sending" params={params} className={buttonClass('quiet')}>
              {words.emails.status[email.status]}
            </Link>
          )}
        </>
      )}
    </div>
  );
}

function useMoves({ here, email, draft, onClose }: Omit<Reviewing, 'explanation'>) {
  const navigate = useNavigate();
  const publish = useMutation({
    mutationFn: async ({ at, approves }: { at?: Date; approves: boolean }) => {
      if (approves) await approveEmail(here, email);
      return publishEmail(here, email, at);
    },
    onSuccess: async result => {
      keepEmail(here, result);
      if (result.status === 'draft') {
        say(words.review.asked_now);
        return onClose();
      }
      const to = result.status === 'scheduled' ? '/$newsletter/emails' : '/$newsletter/emails/$email/sending';
      await navigate({ to, params: { newsletter: here.newsletter.username, email: email.id } });
      if (result.status === 'scheduled') say(words.emails.status.scheduled);
    },
    onError: error => {
      const present = changedElsewhere(error);
      if (!present) return;
      // The review then shows what has changed, and writing continues from that version.
      keepEmail(here, present);
      void draft.refresh();
    },
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawEmail(here, email.id),
    onSuccess: result => {
      keepEmail(here, result);
      say(words.review.withdrawn);
      onClose();
    },
  });
  return { publish, withdraw };
}
