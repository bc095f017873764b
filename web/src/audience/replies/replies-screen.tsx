import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import { FilterChip } from '../../ui/chip.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { replies as said } from '../../words/replies.ts';
import { repliesQuery, views } from './queries.ts';
import styles from './replies-screen.module.css';
import { ReplyRow } from './reply-row.tsx';

/** What readers write back: what is new, what waits for an answer, and what programs wrote; or the conversation with one address. */
export function RepliesScreen() {
  const here = useHere();
  const { view = 'unread', with: address } = useSearch({ from: '/$newsletter/frame/settings/replies' });
  const navigate = useNavigate({ from: '/$newsletter/settings/replies' });
  const replies = useInfiniteQuery(repliesQuery(here, view, address));
  const rows = replies.data?.pages.flatMap(({ results }) => results);
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {address === undefined ? (
        <>
          <p className={styles.none}>{said.note}</p>
          <div className={styles.chips}>
            {views.map(one => (
              <FilterChip
                key={one}
                on={view === one}
                onChange={() =>
                  void navigate({ search: one === 'unread' ? {} : { view: one }, replace: true })
                }
              >
                {said.views[one]}
              </FilterChip>
            ))}
          </div>
        </>
      ) : (
        <p className={styles.none}>
          <bdi>{said.conversation(address)}</bdi> ·{' '}
          <Link to="/$newsletter/settings/replies" params={{ newsletter: here.newsletter.username }}>
            {said.back}
          </Link>
        </p>
      )}
      {replies.error && !rows ? (
        <Failure error={replies.error} retry={() => void replies.refetch()} />
      ) : !rows ? (
        <Skeleton lines={4} height="9rem" />
      ) : rows.length === 0 ? (
        <p className={styles.none}>{said.none[view]}</p>
      ) : (
        <ul className={styles.replies}>
          {rows.map(reply => (
            <ReplyRow key={reply.id} reply={reply} isConversation={address !== undefined} />
          ))}
        </ul>
      )}
      <ShowMore list={replies} />
    </>
  );
}
