import { useInfiniteQuery } from '@tanstack/react-query';
import type { Automation, FeedFetch } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { Section } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './feed-screen.module.css';
import { fetchesQuery } from './history-queries.ts';

const named = words.feed;

/** Lists when the feed was read, and with what result. */
export function FetchLog({ here, feed }: { here: Here; feed: Automation }) {
  const log = useInfiniteQuery(fetchesQuery(here, feed.id));
  const rows = log.data?.pages.flatMap(({ results }) => results);
  return (
    <Section title={named.log} note={named.log_note}>
      {log.error && !rows ? (
        <Failure error={log.error} retry={() => void log.refetch()} />
      ) : !rows ? (
        <Skeleton lines={4} height="2.5rem" />
      ) : rows.length === 0 ? (
        <p className={styles.none}>{named.no_log}</p>
      ) : (
        <ul className={styles.log}>
          {rows.map(fetch => (
            <LogRow key={fetch.id} here={here} fetch={fetch} showsFeed={feed.feeds.length > 1} />
          ))}
        </ul>
      )}
      <ShowMore list={log} />
    </Section>
  );
}

function LogRow({ here, fetch, showsFeed }: { here: Here; fetch: FeedFetch; showsFeed: boolean }) {
  const { result, reason, new_count, fetch_count, first_date, last_date } = fetch;
  const zone = here.newsletter.timezone;
  const isBad = reason !== '';
  return (
    <li data-bad={isBad || undefined}>
      <Time at={last_date} zone={zone} precise />
      <div>
        <span>{new_count > 0 ? named.fetched_new(new_count) : named.fetches[result]}</span>
        {fetch_count > 1 && (
          <small>
            {named.times(fetch_count)}, {named.from} <Time at={first_date} zone={zone} precise />
          </small>
        )}
        {showsFeed && <small>{fetch.feed.title || fetch.feed.url}</small>}
        {isBad && <p>{reason}</p>}
      </div>
    </li>
  );
}
