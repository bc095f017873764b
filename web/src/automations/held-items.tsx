import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { Automation } from '../../../src/client/schema.ts';
import type { Here } from '../accounts/newsletters.ts';
import { queryClient } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Failure, Skeleton } from '../ui/state.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './feed-screen.module.css';
import { itemsQuery } from './history-queries.ts';
import { ItemRow } from './items.tsx';
import { feedsKey } from './queries.ts';

const named = words.feed;
type Decision = { ids: string[]; status: 'queued' | 'skipped' };

/** Lists the posts that wait for a decision, with buttons for it. */
export function HeldItems({ here, feed, mayDecide }: { here: Here; feed: Automation; mayDecide: boolean }) {
  const held = useInfiniteQuery(itemsQuery(here, feed.id, 'held'));
  const decide = useMutation({
    mutationFn: async ({ ids, status }: Decision) => {
      for (const item_id of ids)
        await here.api.patch('/v1/automations/{id}/items/{item_id}', {
          params: { id: feed.id, item_id },
          body: { status },
        });
    },
    onSuccess: (_, { ids, status }) => {
      if (ids.length > 1)
        say(status === 'queued' ? named.mailed_all(ids.length) : named.skipped_all(ids.length));
      else if (status === 'skipped') say(named.skipped);
      else say(feed.cadence === 'every' ? named.mailed : named.mailed_digest);
    },
    // When one post is refused, others may be decided already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: feedsKey(here) }),
  });
  const rows = held.data?.pages.flatMap(({ results }) => results);
  const ids = rows?.map(({ id }) => id) ?? [];
  const isBusy = (wanted: Decision) =>
    decide.isPending &&
    decide.variables.status === wanted.status &&
    decide.variables.ids.join() === wanted.ids.join();
  const button = (wanted: Decision, label: string, look: 'plain' | 'quiet') => (
    <Button
      look={look}
      busy={isBusy(wanted)}
      // Until the list shows the last decision, another one could undo it.
      disabled={decide.isPending && !isBusy(wanted)}
      onClick={() => decide.mutate(wanted)}
    >
      {label}
    </Button>
  );
  return (
    <Section
      title={named.held}
      note={named.held_note}
      action={
        mayDecide &&
        ids.length > 1 && (
          <div className={styles.decisions}>
            {button({ ids, status: 'skipped' }, named.skip_all, 'quiet')}
            {button({ ids, status: 'queued' }, named.mail_all, 'quiet')}
          </div>
        )
      }
    >
      {decide.error && <Failure error={decide.error} />}
      {held.error && !rows ? (
        <Failure error={held.error} retry={() => void held.refetch()} />
      ) : !rows ? (
        <Skeleton lines={Math.min(feed.held_count, 5)} height="4rem" />
      ) : (
        <ul className={styles.items}>
          {rows.map(item => (
            <ItemRow
              key={item.id}
              here={here}
              item={item}
              showsFeed={feed.feeds.length > 1}
              action={
                mayDecide ? (
                  <div className={styles.decisions}>
                    {button({ ids: [item.id], status: 'skipped' }, named.skip, 'quiet')}
                    {button({ ids: [item.id], status: 'queued' }, named.mail, 'plain')}
                  </div>
                ) : undefined
              }
            />
          ))}
        </ul>
      )}
      <ShowMore list={held} />
    </Section>
  );
}
