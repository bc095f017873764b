import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Email, EmailUnsubscription, RefusalFigures } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { Note, Section } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { ClickMap } from './click-map.tsx';
import { ReportCurve } from './curve.tsx';
import { FigureTable } from './figure-table.tsx';
import { Figures, reacted } from './figures.tsx';
import { detailsQuery, figuresQuery, unsubscriptionsQuery } from './queries.ts';
import { EmailRelays } from './relay-figures.tsx';
import styles from './report.module.css';

const Asked = lazy(() => import('../surveys/results.tsx').then(file => ({ default: file.Asked })));
const report = words.report;
const restMilliseconds = 30_000;

/** Shows the results of a sent email in people: who opened it and clicked, when, where, with what, and why some do not have it. */
export function Report({ email }: { email: Email }) {
  const here = useHere();
  const isKept = email.deliveries_dropped_date === null;
  const figures = useQuery({ ...figuresQuery(here, email), refetchInterval: restMilliseconds });
  const details = useQuery({
    ...detailsQuery(here, email),
    refetchInterval: restMilliseconds,
    enabled: isKept,
  });
  const failed = [figures, details].find(({ error, data }) => error && !data);
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />;
  if (!figures.data || (isKept && !details.data)) return <Skeleton lines={4} />;
  if (!details.data) return <Figures figures={figures.data} />;
  const { links, moments, clients, domains, refusals } = details.data;
  const { track_opens, track_clicks } = here.newsletter;
  return (
    <>
      <Figures figures={figures.data} />
      {moments.results.length > 0 && (
        <ReportCurve moments={moments.results} by={moments.by} zone={here.newsletter.timezone} />
      )}
      {links.length > 0 && <ClickMap email={email} links={links} clickers={figures.data.clicks} />}
      <div className={styles.pair}>
        {domains.length > 0 && (
          <Section title={report.domains}>
            <FigureTable
              heads={[report.domain, report.people, report.opened, report.clicked]}
              rows={domains.map(one => [
                one.domain || report.erased,
                words.number(one.recipients),
                reacted(one.opens, track_opens),
                reacted(one.clicks, track_clicks),
              ])}
            />
          </Section>
        )}
        {clients.length > 0 && (
          <Section title={report.clients}>
            <FigureTable
              heads={[report.client, report.opened, report.clicked]}
              rows={clients.map(one => [one.client, words.number(one.opens), words.number(one.clicks)])}
            />
          </Section>
        )}
      </div>
      <Suspense>
        <Asked email_id={email.id} every={restMilliseconds} />
      </Suspense>
      <EmailRelays email_id={email.id} />
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {figures.data.unsubscriptions > 0 && <Unsubscriptions email={email} />}
    </>
  );
}

function Refusals({ refusals }: { refusals: RefusalFigures[] }) {
  return (
    <Section title={report.refusals}>
      <ul className={styles.reasons}>
        {refusals.map(one => (
          <li key={one.kind + one.reason}>
            <strong>{report.refused(one.recipients, one.reason)}</strong> {one.advice}
            <small>{one.example}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Leaver({ leaver: { subscriber_id, email_address } }: { leaver: EmailUnsubscription }) {
  const here = useHere();
  if (subscriber_id === null) return report.erased;
  const params = { newsletter: here.newsletter.username, person: subscriber_id };
  return (
    <Link to="/$newsletter/subscribers/$person" params={params}>
      {email_address}
    </Link>
  );
}

/** Shows who left, to people who may see addresses. */
function Unsubscriptions({ email }: { email: Email }) {
  const here = useHere();
  const sees = usePermission('subscribers', 'read');
  const { data } = useQuery({ ...unsubscriptionsQuery(here, email), enabled: sees });
  if (!data) return null;
  const said = data.results.filter(({ reason }) => reason !== '');
  const silent = data.count - said.length;
  return (
    <Section title={report.words}>
      <ul className={styles.reasons}>
        {said.map(one => (
          <li key={one.date + one.subscriber_id}>
            “{one.reason}”{' '}
            <small>
              <Leaver leaver={one} />
            </small>
          </li>
        ))}
      </ul>
      {silent > 0 && <Note>{report.wordless(silent)}</Note>}
    </Section>
  );
}
