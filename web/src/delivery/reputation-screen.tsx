import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Reputation } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { RelayTable } from '../emails/reports/relay-figures.tsx';
import { minute_ms } from '../platform/durations.ts';
import { Note, PageTitle, Section, UnderTitle } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { periodOf } from './period.ts';
import styles from './reputation.module.css';
import { DomainRow, TotalRow } from './reputation-row.tsx';

const said = words.reputation;
const sources = {
  gmail: 'https://support.google.com/a/answer/81126',
  yahoo: 'https://senders.yahooinc.com/best-practices/',
  tools: 'https://postmaster.google.com/',
};

/** Shows how each receiving domain treated the mail of the last days, and what to do if a limit is near. */
export function ReputationScreen() {
  const here = useHere();
  const { days = 30 } = useSearch({ from: '/$newsletter/frame/delivery/reputation' });
  const navigate = useNavigate({ from: '/$newsletter/delivery/reputation' });
  const reputation = useQuery({
    queryKey: ['newsletter', here.newsletter.id, 'reputation', days],
    queryFn: ({ signal }) => here.api.get('/v1/reputation', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: minute_ms,
  });
  const { data } = reputation;
  const period = (
    <Segments
      label={said.period}
      value={String(days) as keyof typeof said.periods}
      options={said.periods}
      onChange={chosen => void navigate({ search: periodOf(chosen), replace: true })}
    />
  );
  return (
    <>
      <PageTitle action={period}>{said.title}</PageTitle>
      {data?.counted_date && (
        <UnderTitle>
          <span>
            {said.counted} <Time at={data.counted_date} zone={here.newsletter.timezone} precise />
          </span>
          {data.uncounted > 0 && <span>{said.uncounted(data.uncounted)}</span>}
        </UnderTitle>
      )}
      <Loaded query={reputation} lines={5} height="6rem">
        {data =>
          data.results.length === 0 ? (
            <Empty title={said.empty}>{said.empty_detail}</Empty>
          ) : (
            <Domains reputation={data} newsletter={here.newsletter.username} />
          )
        }
      </Loaded>
    </>
  );
}

function Domains({ reputation, newsletter }: { reputation: Reputation; newsletter: string }) {
  const { results, totals, others, limits, relays } = reputation;
  const most = Math.max(...results.map(({ answered }) => answered));
  return (
    <>
      <ul className={styles.domains}>
        {results.length > 1 && <TotalRow totals={totals} />}
        {results.map(one => (
          <DomainRow key={one.domain} row={one} most={most} newsletter={newsletter} />
        ))}
      </ul>
      {others > 0 && <Note>{said.others(others)}</Note>}
      {relays.length > 1 && <RelayTable title={words.relay_figures.of_newsletter} relays={relays} />}
      <Section title={said.meaning} note={said.limits(limits.near, limits.most)}>
        <dl className={styles.meanings}>
          {said.meanings.map(([name, meaning]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.sources}>
          {(['gmail', 'yahoo', 'tools'] as const).map(name => (
            <a key={name} href={sources[name]} rel="noreferrer" target="_blank">
              {said.source[name]}
            </a>
          ))}
        </p>
      </Section>
    </>
  );
}
