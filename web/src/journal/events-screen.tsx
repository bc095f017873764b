import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../accounts/newsletters.ts';
import { ApiFailure } from '../platform/failure.ts';
import { dayOf } from '../platform/time.ts';
import { Button } from '../ui/button.tsx';
import { Note, PageTitle } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { words } from '../words.ts';
import { EventFilters } from './event-filters.tsx';
import { EventRow } from './event-row.tsx';
import styles from './events-screen.module.css';
import { eventsQuery } from './queries.ts';
import type { WantedEvents } from './wanted.ts';

const said = words.journal;

/** Lists everything that has happened, newest first. */
export function EventsScreen() {
  const here = useHere();
  const wanted = useSearch({ from: '/$newsletter/frame/settings/events' });
  const navigate = useNavigate({ from: '/$newsletter/settings/events' });
  const show = (next: WantedEvents) => void navigate({ search: next, replace: true, resetScroll: false });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    eventsQuery(here, wanted),
  );
  const isFiltered = Object.keys(wanted).length > 0;
  const count = data?.pages[0]?.count;
  const kept_since = data?.pages[0]?.no_longer_kept_before;
  const isNobody = error instanceof ApiFailure && error.status === 404 && wanted.person !== undefined;
  const showAll = <Button onClick={() => show({})}>{said.show_all}</Button>;
  return (
    <>
      <PageTitle>{words.frame.events}</PageTitle>
      {(isFiltered || count !== 0) && <EventFilters wanted={wanted} onShow={show} />}
      {isNobody ? (
        <Empty title={said.nobody} action={showAll}>
          {said.nobody_detail}
        </Empty>
      ) : error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={10} height="3.75rem" />
      ) : count === 0 ? (
        <Empty title={isFiltered ? said.none : said.empty} action={isFiltered && showAll}>
          {isFiltered ? said.none_detail : said.empty_detail}
        </Empty>
      ) : (
        <ol className={styles.events} aria-label={said.list}>
          {data.pages.map(page =>
            page.results.map(event => (
              <EventRow key={event.id} here={here} event={event} subjects={page.subjects} />
            )),
          )}
        </ol>
      )}
      {data && error && <Failure error={error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <div ref={whenNear(() => !isFetchingNextPage && void fetchNextPage())}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {said.more}
          </Button>
        </div>
      )}
      {data && !hasNextPage && kept_since && (
        <Note>{said.no_longer_kept(dayOf(new Date(kept_since), here.newsletter.timezone))}</Note>
      )}
    </>
  );
}

/** Calls when the element comes near the window, so that the list continues by itself. */
function whenNear(call: () => void) {
  return (element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && call(), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
