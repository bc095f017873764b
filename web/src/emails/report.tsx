import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Email } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { emailsKey } from './queries.ts';
import styles from './report.module.css';
import { ReportCurve } from './report-curve.tsx';

const { report } = words;
const shown = 10;

/** What became of a sent email, in people: who has it, opened it and clicked, when, where, and why some do not have it. */
export function Report({ here, email }: { here: Here; email: Email }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...emailsKey(here), email.id, 'report'],
    queryFn: () => readReport(here, email.id),
    refetchInterval: 60_000,
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  const { figures, links, timeline, clients, domains, refusals, unsubscriptions } = data;
  const { deliveries, opens, clicks, raw } = figures;
  const { track_opens, track_clicks } = here.newsletter;
  return (
    <>
      <dl className={styles.figures}>
        <Figure name={report.opened} value={opens} of={deliveries} raw={raw?.opens} isOff={!track_opens} />
        <Figure
          name={report.clicked}
          value={clicks}
          of={deliveries}
          raw={raw?.clicks}
          isOff={!track_clicks}
        />
        <Figure name={report.unsubscribed} value={figures.unsubscriptions} of={deliveries} />
        <Figure name={report.complained} value={figures.complaints} of={deliveries} />
      </dl>
      <p className={styles.note}>{report.meaning}</p>
      {timeline.length > 1 && <ReportCurve moments={timeline} zone={here.newsletter.timezone} />}
      {links.length > 0 && (
        <Section title={report.links}>
          <Table
            heads={[report.link, report.people, report.machines]}
            rows={links.map(one => [
              <a key="url" href={one.url} target="_blank" rel="noreferrer">
                {one.url.replace(/^https?:\/\//, '')}
              </a>,
              words.number(one.recipients),
              words.number(one.machine_clicks),
            ])}
          />
        </Section>
      )}
      <div className={styles.pair}>
        {domains.length > 0 && (
          <Section title={report.domains}>
            <Table
              heads={[report.domain, report.people, report.opened]}
              rows={domains.map(one => [
                one.domain || report.erased,
                words.number(one.recipients),
                words.number(one.opens),
              ])}
            />
          </Section>
        )}
        {clients.length > 0 && (
          <Section title={report.clients}>
            <Table
              heads={[report.client, report.opened, report.clicked]}
              rows={clients.map(one => [one.client, words.number(one.opens), words.number(one.clicks)])}
            />
          </Section>
        )}
      </div>
      {refusals.length > 0 && (
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
      )}
      {unsubscriptions.some(({ reason }) => reason !== '') && (
        <Section title={report.words}>
          <ul className={styles.reasons}>
            {unsubscriptions
              .filter(({ reason }) => reason !== '')
              .map(one => (
                <li key={one.date + one.subscriber_id}>
                  “{one.reason}” <small>{one.email_address ?? report.erased}</small>
                </li>
              ))}
          </ul>
        </Section>
      )}
    </>
  );
}

async function readReport({ api }: Here, id: string) {
  const params = { id };
  const query = { page_size: shown };
  const hours = { page_size: 100, by: 'hour' } as const;
  const [figures, links, timeline, clients, domains, refusals, unsubscriptions] = await Promise.all([
    must(() => api.get('/v1/emails/{id}/analytics', { params, query: { raw: 'true' } })),
    must(() => api.get('/v1/emails/{id}/analytics/links', { params, query })),
    must(() => api.get('/v1/emails/{id}/analytics/timeline', { params, query: hours })),
    must(() => api.get('/v1/emails/{id}/analytics/clients', { params, query })),
    must(() => api.get('/v1/emails/{id}/analytics/domains', { params, query })),
    must(() => api.get('/v1/emails/{id}/analytics/refusals', { params, query })),
    must(() => api.get('/v1/emails/{id}/analytics/unsubscriptions', { params, query })),
  ]);
  return {
    figures,
    links: links.results,
    timeline: timeline.results,
    clients: clients.results,
    domains: domains.results,
    refusals: refusals.results,
    unsubscriptions: unsubscriptions.results,
  };
}

type Counted = {
  name: string;
  value: number;
  of: number;
  raw?: number | undefined;
  /** Whether it is not counted at present: then none says nothing. */
  isOff?: boolean;
};

function Figure({ name, value, of, raw, isOff = false }: Counted) {
  const isUnknown = isOff && value === 0;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isUnknown ? '–' : words.number(value)}{' '}
        <small>{isUnknown ? report.off : report.share(value, of)}</small>
        {raw !== undefined && raw !== value && <p>{report.raw(raw)}</p>}
      </dd>
    </div>
  );
}

function Table({ heads, rows }: { heads: string[]; rows: ReactNode[][] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name, and are drawn anew
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={heads[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
