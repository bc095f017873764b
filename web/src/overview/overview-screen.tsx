import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Email, Growth, Overview } from '../../../src/client/schema.ts';
import { useHere } from '../accounts/newsletters.ts';
import { WriteLink } from '../emails/list/write-link.tsx';
import { overviewQuery } from '../emails/usual.ts';
import { HomeMoney, useMoney } from '../payments/home-money.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { Drafts } from './drafts.tsx';
import { GrowthSection } from './growth-section.tsx';
import { LastIssue } from './last-issue.tsx';
import { Needs } from './needs.tsx';
import styles from './overview-screen.module.css';
import { type Period, periodOf } from './period.ts';
import { draftsQuery, growthQuery } from './queries.ts';
import { Upcoming } from './upcoming.tsx';
import { Welcome } from './welcome.tsx';

/** Shows the newsletter at a glance: what needs somebody, what comes next, the last issue, and growth. */
export function HomeScreen() {
  const here = useHere();
  const { days } = useSearch({ from: '/$newsletter/frame/' });
  const period = periodOf(days);
  const overview = useQuery(overviewQuery(here));
  const growth = useQuery(growthQuery(here, period));
  const drafts = useQuery(draftsQuery(here));
  const money = useMoney(period);
  const all = [overview, growth, drafts];
  const error = all.find(one => one.error)?.error;
  const retry = () => void Promise.all(all.map(one => one.refetch()));
  return (
    <>
      <PageTitle action={<WriteLink />}>{words.overview.title}</PageTitle>
      {error ? (
        <Failure error={error} retry={retry} />
      ) : overview.data && growth.data && drafts.data && !money.isLoading ? (
        <Shown period={period} overview={overview.data} growth={growth.data} drafts={drafts.data} />
      ) : (
        <Skeleton lines={9} height="4rem" />
      )}
    </>
  );
}

type Known = {
  overview: Overview;
  growth: Growth;
  drafts: { results: Email[]; count: number };
  period: Period;
};

function Shown({ overview, growth, drafts, period }: Known) {
  const { needs, upcoming, last_issue, usual, readers } = overview;
  const hasGrown = growth.results.some(({ came, went }) => came + went > 0);
  if (readers === 0 && !last_issue && !hasGrown && needs.length === 0 && upcoming.length === 0)
    return (
      <>
        <Welcome />
        <Drafts drafts={drafts.results} count={drafts.count} />
      </>
    );
  return (
    <>
      <Readers overview={overview} growth={growth} />
      <div className={styles.sections}>
        <Needs needs={needs} />
        <Drafts drafts={drafts.results} count={drafts.count} />
        <Upcoming entries={upcoming} />
        <LastIssue issue={last_issue} usual={usual} />
        <HomeMoney days={period} />
        <GrowthSection growth={growth} period={period} />
      </div>
    </>
  );
}

function Readers({ overview, growth }: Pick<Known, 'overview' | 'growth'>) {
  const { readers, unconfirmed } = overview;
  const { came, went } = growth.totals;
  const home = words.overview;
  return (
    <div className={styles.readers}>
      <p>
        <b>{words.number(readers)}</b>
        {home.readers(readers)} {home.your_mail}
      </p>
      <p>
        {home.change(came - went, growth.results.length)}
        {unconfirmed > 0 && <span>{home.unconfirmed(unconfirmed)}</span>}
      </p>
    </div>
  );
}
