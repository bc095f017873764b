import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { type Draft, forgetEmails } from './draft.ts';
import { Findings } from './findings.tsx';
import { audienceQuery, emailQuery } from './queries.ts';
import styles from './review-sheet.module.css';
import { ScheduleForm } from './schedule-form.tsx';
import { publishEmail, withdrawEmail } from './send.ts';
import { titleOf } from './title.ts';

/** The last look before an email goes out: to how many, from whom, and what is still to be seen to. */
export function ReviewSheet({
  here,
  email,
  draft,
  onClose,
}: {
  here: Here;
  email: Email;
  draft: Draft;
  onClose: () => void;
}) {
  const { newsletter } = here;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [schedules, setSchedules] = useState(false);
  const audience = useQuery(audienceQuery(here, email));
  const params = { newsletter: newsletter.username, email: email.id };

  const publish = useMutation({
    mutationFn: (at?: Date) => publishEmail(here, email, at),
    onSuccess: async result => {
      queryClient.setQueryData(emailQuery(here, email.id).queryKey, result);
      void forgetEmails(here, queryClient);
      if (result.status === 'draft') return onClose();
      const to = result.status === 'scheduled' ? '/$newsletter/emails' : '/$newsletter/emails/$email/sending';
      await navigate({ to, params });
      if (result.status === 'scheduled') say(words.emails.status.scheduled);
    },
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawEmail(here, email.id),
    onSuccess: result => {
      queryClient.setQueryData(emailQuery(here, email.id).queryKey, result);
      void forgetEmails(here, queryClient);
      say(words.review.withdrawn);
      onClose();
    },
  });
  const test = useMutation({
    mutationFn: () =>
      must(() => here.api.post('/v1/emails/{id}/send-draft', { params: { id: email.id }, body: {} })),
    onSuccess: () => say(words.review.tested(newsletter.from_address)),
  });

  const count = audience.data;
  const isArchival = email.email_type === 'archival';
  const { subject, body } = draft.fields.get();
  const isOut = email.status !== 'draft' && email.status !== 'errored' && email.status !== 'scheduled';
  const error = publish.error ?? withdraw.error ?? test.error;

  return (
    <Dialog kind="sheet" title={words.review.title} onClose={onClose}>
      <p className={styles.count}>
        <b>{count === undefined ? '…' : words.number(count)}</b>
        {words.review.readers(count ?? 0)}
      </p>
      <dl className={styles.facts}>
        <Fact name={words.review.subject}>{titleOf({ subject })}</Fact>
        <Fact name={words.review.from}>
          {newsletter.from_name || newsletter.name}
          <small>{newsletter.from_address}</small>
        </Fact>
        <Fact name={words.review.to}>{audienceWords(email)}</Fact>
        <Fact name={words.review.length}>{words.review.words(countWords(body))}</Fact>
        {email.status === 'scheduled' && email.publish_date && (
          <Fact name={words.review.scheduled_for}>
            <Time at={email.publish_date} zone={newsletter.timezone} precise />
          </Fact>
        )}
      </dl>
      <Findings here={here} email={email} text={{ subject, body }} />
      <div className={styles.actions}>
        {error && <Failure error={error} />}
        {email.approval.state === 'requested' && <p className={styles.note}>{words.review.asked}</p>}
        {count === 0 && !isArchival && (
          <p className={styles.note}>
            {words.review.nobody}{' '}
            <Link to="/$newsletter/readers" params={params} search={{ add: true }}>
              {words.review.add_reader}
            </Link>
          </p>
        )}
        {schedules ? (
          <ScheduleForm
            zone={newsletter.timezone}
            initial={email.publish_date}
            busy={publish.isPending}
            onSchedule={at => publish.mutate(at)}
            onCancel={() => setSchedules(false)}
          />
        ) : (
          <>
            <Button
              look="solid"
              wide
              busy={publish.isPending}
              disabled={isOut || count === undefined || (count === 0 && !isArchival)}
              onClick={() => publish.mutate(undefined)}
            >
              {isArchival ? words.review.publish : words.review.send(count ?? 0)}
            </Button>
            <Button wide disabled={isOut} onClick={() => setSchedules(true)}>
              {words.review.schedule}
            </Button>
            {email.status === 'scheduled' ? (
              <Button look="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
                {words.review.unschedule}
              </Button>
            ) : (
              <Button look="quiet" busy={test.isPending} onClick={() => test.mutate()}>
                {words.review.test}
              </Button>
            )}
            <Button look="quiet" onClick={onClose}>
              {words.review.keep}
            </Button>
            {isOut && (
              <Link to="/$newsletter/emails/$email/sending" params={params} className={buttonClass('quiet')}>
                {words.emails.status[email.status]}
              </Link>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function audienceWords({ email_type, included_tags, excluded_tags }: Email): string {
  const tagged = included_tags.length + excluded_tags.length;
  return tagged > 0 ? words.review.tagged(tagged) : words.review.audiences[email_type];
}

function countWords(body: string): number {
  return body.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
}
