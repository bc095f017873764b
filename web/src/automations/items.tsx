import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Automation, AutomationItem } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { FilterChip, Mark } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import styles from './feed-screen.module.css';
import { type ItemStatus, itemsQuery } from './history-queries.ts';
import { itemStatuses } from './item-status.ts';

const named = words.feed;
/** Lists all posts that the feed had, with the result for each and the reason. */
export function Items({ here, feed }: { here: Here; feed: Automation }) {
  const { status } = useSearch({ from: '/$newsletter/frame/feeds/$feed' });
  const navigate = useNavigate({ from: '/$newsletter/feeds/$feed' });
  const items = useInfiniteQuery(itemsQuery(here, feed.id, status));
  const rows = items.data?.pages.flatMap(({ results }) => results);
  const choose = (wanted?: ItemStatus) =>
    void navigate({ search: wanted ? { status: wanted } : {}, replace: true, resetScroll: false });
  return (
    <Section title={named.items}>
      <div className={styles.chips}>
        <FilterChip on={status === undefined} onChange={() => choose()}>
          {named.status.all}
        </FilterChip>
        {itemStatuses.map(one => (
          <FilterChip key={one} on={status === one} onChange={on => choose(on ? one : undefined)}>
            {named.status[one]}
          </FilterChip>
        ))}
      </div>
      {items.error && !rows ? (
        <Failure error={items.error} retry={() => void items.refetch()} />
      ) : !rows ? (
        <Skeleton lines={6} height="4rem" />
      ) : rows.length === 0 ? (
        <p className={styles.none}>
          {status === undefined ? `${named.no_items}. ${named.no_items_detail}` : named.none_of_status}
        </p>
      ) : (
        <ul className={styles.items}>
          {rows.map(item => (
            <ItemRow key={item.id} here={here} item={item} showsFeed={feed.feeds.length > 1} />
          ))}
        </ul>
      )}
      <ShowMore list={items} />
    </Section>
  );
}

/** Shows a post: its title and date, its status with the reason, and the actions. */
export function ItemRow({
  here,
  item,
  showsFeed = false,
  action,
}: {
  here: Here;
  item: AutomationItem;
  showsFeed?: boolean;
  action?: ReactNode;
}) {
  const { title, url, status, reason, publish_date, email_id, feed } = item;
  const shown = title || named.untitled;
  return (
    <li className={styles.item}>
      <div>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {shown}
          </a>
        ) : (
          <span>{shown}</span>
        )}
        <p>
          {showsFeed && `${feed.title || feed.url} · `}
          <Time at={publish_date} zone={here.newsletter.timezone} />
          {(reason || named.meanings[status]) && ` · ${reason || named.meanings[status]}`}
          {email_id && (
            <>
              {' · '}
              <Link
                to="/$newsletter/emails/$email"
                params={{ newsletter: here.newsletter.username, email: email_id }}
              >
                {named.its_email}
              </Link>
            </>
          )}
        </p>
      </div>
      {action ?? <Mark strong={status === 'held' || status === 'errored'}>{named.states[status]}</Mark>}
    </li>
  );
}
