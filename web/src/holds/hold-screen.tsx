import { useQuery } from '@tanstack/react-query';
import type { Hold } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { PageTitle } from '../ui/page.tsx';
import { Failure, Loaded, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './hold-screen.module.css';
import { holdQuery, pendingQuery } from './queries.ts';
import { ResumeForm } from './resume-form.tsx';

/** Says why the installation is on hold and what waits, and asks for the decision. */
export function HoldScreen() {
  const here = useHere();
  const { data: hold, error, refetch } = useQuery(holdQuery(here));
  const mayResume = usePermission('installation', 'write');
  if (error && !hold) return <Failure error={error} retry={() => void refetch()} />;
  if (!hold) return <Skeleton lines={4} />;
  if (hold.status === 'waiting' && hold.detail !== '')
    return (
      <>
        <PageTitle>{words.resuming.witness.title}</PageTitle>
        <div className={styles.reason}>
          <p>{hold.detail}</p>
          <p>{words.resuming.witness.detail}</p>
        </div>
      </>
    );
  if (hold.status !== 'hold')
    return (
      <>
        <PageTitle>{words.resuming.over}</PageTitle>
        <p className={styles.note}>{words.resuming.over_detail}</p>
      </>
    );
  return (
    <>
      <PageTitle>{words.hold.title}</PageTitle>
      <Reason hold={hold} zone={here.newsletter.timezone} />
      {mayResume ? <Waiting /> : <p className={styles.note}>{words.resuming.forbidden}</p>}
    </>
  );
}

function Reason({ hold: { detail, origin, known_until }, zone }: { hold: Hold; zone: string }) {
  return (
    <div className={styles.reason}>
      <p>{detail}</p>
      {origin !== '' && <p>{words.resuming.origin(origin)}</p>}
      {known_until !== null && (
        <p>
          {words.resuming.since} <Time at={known_until} zone={zone} precise />
        </p>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Loaded query={useQuery(pendingQuery(useHere()))} lines={3} height="72px">
      {pending => <ResumeForm pending={pending} />}
    </Loaded>
  );
}
