import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Automation } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { queryClient } from '../platform/api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { useNarrow } from '../ui/narrow.ts';
import { BackArrow, PageTitle } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import { FeedFacts } from './feed-facts.tsx';
import styles from './feed-screen.module.css';
import { nextReadOf } from './feeds-screen.tsx';
import { FetchLog } from './fetch-log.tsx';
import { HeldItems } from './held-items.tsx';
import { fetchesQuery, itemsQuery } from './history-queries.ts';
import { Items } from './items.tsx';
import { feedQuery, feedsKey } from './queries.ts';
import { ResumeDialog } from './resume-dialog.tsx';

const named = words.feed;

/** Shows an automation: its state, the posts that wait for a decision, the result for each post, and the fetches. */
export function FeedScreen() {
  const here = useHere();
  const { feed: id } = useParams({ from: '/$newsletter/frame/feeds/$feed' });
  const { status } = useSearch({ from: '/$newsletter/frame/feeds/$feed' });
  const { data, error, refetch } = useQuery(feedQuery(here, id));
  // All sections appear together, so that nothing jumps. A section that fails says so and offers to try again.
  const once = { refetchInterval: false } as const;
  const enabled = data !== undefined && data.held_count > 0;
  const lists = [
    useInfiniteQuery({ ...itemsQuery(here, id, 'held'), ...once, enabled }),
    useInfiniteQuery({ ...itemsQuery(here, id, status), ...once }),
    useInfiniteQuery({ ...fetchesQuery(here, id), ...once }),
  ];
  return (
    <>
      <Link to="/$newsletter/feeds" params={{ newsletter: here.newsletter.username }} className={styles.back}>
        <BackArrow />
        {words.feeds.title}
      </Link>
      {data && !lists.some(({ isLoading }) => isLoading) ? (
        <Feed here={here} feed={data} />
      ) : error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  );
}

function Feed({ here, feed }: { here: Here; feed: Automation }) {
  const mayChange = usePermission('automations', 'write');
  return (
    <>
      <PageTitle action={mayChange && <Actions here={here} feed={feed} />}>{feed.name}</PageTitle>
      <Trouble here={here} feed={feed} />
      <FeedFacts here={here} feed={feed} />
      {feed.held_count > 0 && <HeldItems here={here} feed={feed} mayDecide={mayChange} />}
      <Items here={here} feed={feed} />
      <FetchLog here={here} feed={feed} />
    </>
  );
}

/** Says what is wrong, and what happens next. */
function Trouble({ here, feed }: { here: Here; feed: Automation }) {
  const next = nextReadOf(feed);
  const failing = feed.feeds.filter(({ last_error }) => last_error !== '');
  if (feed.status === 'inactive')
    return (
      <div className={styles.notice} role="status">
        <strong>{named.is_paused}</strong>
        <p>{feed.status_reason || named.is_paused_detail}</p>
      </div>
    );
  if (failing.length === 0 && feed.last_error === '') return null;
  return (
    <div className={styles.notice} role="status" data-bad>
      <strong>
        {failing.length > 0 ? named.fails(Math.max(...failing.map(one => one.failures))) : named.run_failed}
      </strong>
      {failing.map(one => (
        <p key={one.url}>
          {failing.length > 1 && `${one.url}: `}
          {one.last_error}
        </p>
      ))}
      {failing.length === 0 && <p>{feed.last_error}</p>}
      {failing.length > 0 && next && (
        <p>
          {named.tries_again} <Time at={next} zone={here.newsletter.timezone} precise />
        </p>
      )}
    </div>
  );
}

function Actions({ here, feed }: { here: Here; feed: Automation }) {
  const [asks, setAsks] = useState<'delete' | 'resume'>();
  const navigate = useNavigate();
  const { api, newsletter } = here;
  const params = { id: feed.id };
  const forget = () => queryClient.invalidateQueries({ queryKey: feedsKey(here) });
  const complain = (error: Error) => say(error.message);
  const read = useMutation({
    mutationFn: () => api.post('/v1/automations/{id}/run', { params, body: {} }),
    onSuccess: ({ feed: result, email_ids }) => {
      say(email_ids.length > 0 ? named.read_made(email_ids.length) : named.results[result]);
      return forget();
    },
    onError: complain,
  });
  const pause = useMutation({
    mutationFn: () => api.patch('/v1/external_feeds/{id}', { params, body: { status: 'inactive' } }),
    onSuccess: () => {
      say(named.paused, { label: named.resume, run: () => setAsks('resume') });
      return forget();
    },
    onError: complain,
  });
  const isActive = feed.status === 'active';
  const isNarrow = useNarrow();
  return (
    <div className={styles.actions}>
      <Menu
        label={named.more}
        items={[
          ...(isNarrow && isActive ? [{ label: named.read_now, run: () => read.mutate() }] : []),
          isActive
            ? { label: named.pause, run: () => pause.mutate() }
            : { label: named.resume, run: () => setAsks('resume') },
          { label: named.remove, run: () => setAsks('delete'), danger: true },
        ]}
      />
      {!isActive ? (
        <Button onClick={() => setAsks('resume')}>{named.resume}</Button>
      ) : isNarrow ? null : (
        <Button busy={read.isPending} onClick={() => read.mutate()}>
          {named.read_now}
        </Button>
      )}
      <Link
        to="/$newsletter/feeds/$feed/edit"
        params={{ newsletter: newsletter.username, feed: feed.id }}
        className={buttonClass('solid')}
      >
        {named.edit}
      </Link>
      {asks === 'resume' && (
        <ResumeDialog here={here} feed={feed} onDone={forget} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'delete' && (
        <Confirmation
          title={named.delete_title(feed.name)}
          act={named.remove.replace(/ …$/, '')}
          run={() => api.delete('/v1/automations/{id}', { params })}
          done={named.deleted}
          onDone={async () => {
            await navigate({ to: '/$newsletter/feeds', params: { newsletter: newsletter.username } });
            await forget();
          }}
          onClose={() => setAsks(undefined)}
        >
          {named.delete_detail(feed.held_count)}
        </Confirmation>
      )}
    </div>
  );
}
