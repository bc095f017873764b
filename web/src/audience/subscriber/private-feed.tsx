import { useMutation, useQuery } from '@tanstack/react-query';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { queryClient } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words.ts';
import { Line } from './line.tsx';
import styles from './subscriber-screen.module.css';

const said = words.private_feed;

/** Shows how often the person's private feed is fetched, with a way to end it; nothing if they have none. */
export function PrivateFeed({ id }: { id: string }) {
  const here = useHere();
  const mayChange = usePermission('subscribers', 'write');
  const key = ['newsletter', here.newsletter.id, 'private-feed', id];
  const { data: feed } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const query = { subscriber_id: [id] };
      const { results } = await here.api.get('/v1/private-feeds', { query, signal });
      return results[0] ?? null;
    },
  });
  const end = useMutation({
    mutationFn: () =>
      here.api.delete('/v1/subscribers/{id_or_email}/private-feed', { params: { id_or_email: id } }),
    onSuccess: () => {
      say(said.ended);
      return queryClient.invalidateQueries({ queryKey: key });
    },
  });
  if (!feed) return null;
  const { fetches, last_fetch_date } = feed;
  return (
    <Line name={said.name}>
      <ul className={styles.grants}>
        <li>
          <div>
            {last_fetch_date === null ? (
              said.never
            ) : (
              <>
                {said.fetched(fetches)} · {said.last}{' '}
                <Time at={last_fetch_date} zone={here.newsletter.timezone} />
              </>
            )}
          </div>
          {mayChange && (
            <Button look="quiet" busy={end.isPending} onClick={() => end.mutate()}>
              {said.end}
            </Button>
          )}
        </li>
      </ul>
    </Line>
  );
}
