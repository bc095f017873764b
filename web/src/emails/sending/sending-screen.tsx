import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Email } from '../../../../src/client/schema.ts';
import { explainQuery } from '../../accounts/explain.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { minute_ms } from '../../platform/durations.ts';
import { timeOf } from '../../platform/time.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';
import { AbTestResult } from '../ab-test/ab-test-result.tsx';
import { emailQuery, type Progress, progressQuery } from '../queries.ts';
import { EmailRelays } from '../reports/relay-figures.tsx';
import { Report } from '../reports/report.tsx';
import { titleOf } from '../title.ts';
import { WavesSection } from '../waves/waves-section.tsx';
import { SendingActions } from './sending-actions.tsx';
import { SendingDomains } from './sending-domains.tsx';
import { SendingProgress } from './sending-progress.tsx';
import styles from './sending-screen.module.css';
import { SentPicture } from './sent-picture.tsx';
import { ShareLinks } from './share-links.tsx';

/**
 * Returns how often to fetch, in milliseconds. After the first pass over everybody, some copies are still tried again and others bounce. A
 * hidden page does not fetch; it does so once it is visible again or the connection is back.
 */
function lookAfter(progress: Progress | undefined): number {
  if (!progress || isGoing(progress)) return 700;
  return progress.temporary > 0 ? 10_000 : minute_ms;
}

/** Returns true if somebody still waits for their first copy, or for another one after a resend. */
function isGoing({ status, planned }: Progress): boolean {
  return status === 'about_to_send' || status === 'in_flight' || (status === 'sent' && planned > 0);
}

/** Shows an email while it is being sent: its progress and why anything waits; after that, its results. */
export function SendingScreen() {
  const here = useHere();
  const sees = usePermission('subscribers', 'read');
  const { email: id } = useParams({ from: '/$newsletter/frame/emails/$email/sending' });
  const looked = useQuery({
    ...progressQuery(here, id),
    refetchInterval: ({ state }) => lookAfter(state.data),
    staleTime: 0,
  });
  const progress = looked.data;
  const read = useQuery({
    ...emailQuery(here, id),
    refetchInterval: ({ state }) =>
      progress && state.data && state.data.status !== progress.status ? lookAfter(undefined) : false,
    staleTime: 0,
  });
  const email = read.data;
  if (!progress || !email) {
    const error = looked.error ?? read.error;
    const retry = () => void Promise.all([looked.refetch(), read.refetch()]);
    return error ? <Failure error={error} retry={retry} /> : <Skeleton lines={4} />;
  }
  const { timezone } = here.newsletter;
  const isOver = email.status === 'sent' && !isGoing(progress);
  const isCut = looked.isError || looked.fetchStatus === 'paused';
  const params = { newsletter: here.newsletter.username, email: id };
  return (
    <>
      <PageTitle>{titleOf(email)}</PageTitle>
      <p className={styles.state} role="status" data-moving={isOver ? undefined : true}>
        <b>{stateWords(progress)}</b>
        {email.publish_date && <Time at={email.publish_date} zone={timezone} precise />}
      </p>
      {isCut && (
        <p className={styles.reason} role="status">
          {words.sending.old(timeOf(new Date(looked.dataUpdatedAt), timezone))}
        </p>
      )}
      {progress.paused && (
        <p className={styles.reason}>
          {words.sending.paused_by(progress.paused.by)} {progress.paused.reason}
        </p>
      )}
      {email.status_reason && <p className={styles.reason}>{email.status_reason}</p>}
      {progress.status === 'about_to_send' ? (
        <UndoWindow email={email} />
      ) : isOver ? (
        <SentPicture email={email} progress={progress} />
      ) : (
        <SendingProgress progress={progress} email_id={id} isCut={isCut} />
      )}
      {progress.status !== 'about_to_send' && (
        <WavesSection email={email} refetchInterval={isOver ? false : 5000} />
      )}
      {progress.status !== 'about_to_send' && <AbTestResult email={email} />}
      <SendingActions email={email} progress={progress} onChange={() => void looked.refetch()} />
      {isOver && <ShareLinks email={email} />}
      {sees && progress.recipients > 0 && email.deliveries_dropped_date === null && (
        <p className={styles.people}>
          <Link to="/$newsletter/emails/$email/recipients" params={params} className={buttonClass('plain')}>
            {words.report.recipients}
          </Link>
        </p>
      )}
      {!isOver && progress.recipients > 0 && (
        <>
          <SendingDomains email_id={id} />
          <EmailRelays email_id={id} />
        </>
      )}
      {isOver && <Report email={email} />}
    </>
  );
}

function stateWords({ status, paused, start_date, now, planned }: Progress): string {
  if (paused) return words.sending.paused;
  const seconds = start_date ? Math.ceil((Date.parse(start_date) - now) / 1000) : 0;
  if (status === 'about_to_send' && seconds > 0) return words.sending.waits(seconds);
  if (status === 'about_to_send') return words.sending.starts;
  if (status === 'in_flight') return words.sending.going;
  if (status === 'errored') return words.sending.failed;
  return status === 'sent' && planned > 0 ? words.sending.going : words.emails.status[status];
}

/** Says how many people an email will be sent to, while this can still be undone. */
function UndoWindow({ email }: { email: Email }) {
  const here = useHere();
  const { data } = useQuery(explainQuery(here, email.id));
  if (email.email_type === 'archival') return <p className={styles.note}>{words.sending.only_page}</p>;
  // Some people may not see subscribers, and so not their number.
  if (!data) return <p className={styles.note}>{words.sending.nobody_yet}</p>;
  return (
    <p className={styles.count}>
      <b>{words.number(data.recipients)}</b>
      {words.sending.will_get_it(data.recipients)}
    </p>
  );
}
