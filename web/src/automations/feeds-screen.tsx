import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Automation } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { PageTitle } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './feeds-screen.module.css';
import { feedsQuery } from './queries.ts';
import { cadenceWords } from './settings.ts';

const feeds = words.feeds;

/** Lists the feeds that the newsletter follows, each with its state. */
export function FeedsScreen() {
  const here = useHere();
  const { data, error, refetch } = useQuery(feedsQuery(here));
  const mayChange = usePermission('automations', 'write');
  const follow = mayChange && (
    <Link
      to="/$newsletter/feeds/new"
      params={{ newsletter: here.newsletter.username }}
      className={buttonClass('solid')}
    >
      {feeds.follow}
    </Link>
  );
  return (
    <>
      <PageTitle action={data?.length !== 0 && follow}>{feeds.title}</PageTitle>
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={3} height="6.25rem" />
      ) : data.length === 0 ? (
        <Empty title={feeds.empty} action={follow}>
          {feeds.empty_detail}
        </Empty>
      ) : (
        <ul className={styles.list} aria-label={feeds.list(data.length)}>
          {data.map(feed => (
            <FeedRow key={feed.id} here={here} feed={feed} />
          ))}
        </ul>
      )}
    </>
  );
}

function FeedRow({ here, feed }: { here: Here; feed: Automation }) {
  const { timezone, username } = here.newsletter;
  const isActive = feed.status === 'active';
  const nextRead = nextReadOf(feed);
  const moment = (at: string | null) =>
    at ? <Time at={at} zone={timezone} precise /> : <span>{feeds.no_time}</span>;
  return (
    <li className={styles.feed}>
      <Link to="/$newsletter/feeds/$feed" params={{ newsletter: username, feed: feed.id }}>
        {feed.name}
      </Link>
      <State feed={feed} />
      <p>
        {cadenceWords(feed)}, {feeds.behavior[feed.behavior]}
      </p>
      <dl>
        <div>
          <dt>{feeds.read}</dt>
          <dd>{feed.last_checked_date ? moment(feed.last_checked_date) : <span>{feeds.never_read}</span>}</dd>
        </div>
        {isActive && (
          <div>
            <dt>{feeds.next_read}</dt>
            <dd>{moment(nextRead)}</dd>
          </div>
        )}
        {isActive && feed.cadence !== 'every' && (
          <div>
            <dt>{feeds.next_mail}</dt>
            <dd>{moment(feed.next_run_date)}</dd>
          </div>
        )}
      </dl>
      {(feed.last_error || feed.status_reason) && (
        <p className={styles.trouble}>{feed.status_reason || feed.last_error}</p>
      )}
    </li>
  );
}

/** Returns when the first of its feeds is read next. */
export function nextReadOf({ feeds: followed }: Automation): string | null {
  return followed.flatMap(({ next_poll_date }) => next_poll_date ?? []).toSorted()[0] ?? null;
}

/** Shows its state in a word. */
export function State({ feed }: { feed: Automation }) {
  const { states } = feeds;
  if (feed.held_count > 0) return <Mark strong>{states.holding(feed.held_count)}</Mark>;
  if (feed.last_error) return <Mark strong>{states.failing}</Mark>;
  return <Mark>{feed.status === 'active' ? states.healthy : states.paused}</Mark>;
}
