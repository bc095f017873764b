import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useHere } from '../../accounts/newsletters.ts';
import written from '../../accounts/written.module.css';
import { Views, WrittenList } from '../../accounts/written.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { replies as said } from '../../words/replies.ts';
import { repliesQuery, views } from './queries.ts';
import { ReplyRow } from './reply-row.tsx';

/**
 * Lists what readers write back: new replies, those that wait for an answer, and those that programs wrote; or the conversation with one
 * address.
 */
export function RepliesScreen() {
  const here = useHere();
  const { view = 'unread', with: address } = useSearch({ from: '/$newsletter/frame/settings/replies' });
  const navigate = useNavigate({ from: '/$newsletter/settings/replies' });
  const replies = useInfiniteQuery(repliesQuery(here, view, address));
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {address === undefined ? (
        <>
          <p className={written.note}>{said.note}</p>
          <Views
            views={views}
            names={said.views}
            chosen={view}
            onChange={one => void navigate({ search: one === 'unread' ? {} : { view: one }, replace: true })}
          />
        </>
      ) : (
        <p className={written.note}>
          <bdi>{said.conversation(address)}</bdi> ·{' '}
          <Link to="/$newsletter/settings/replies" params={{ newsletter: here.newsletter.username }}>
            {said.back}
          </Link>
        </p>
      )}
      <WrittenList list={replies} height="9rem" none={said.none[view]}>
        {reply => <ReplyRow key={reply.id} reply={reply} isConversation={address !== undefined} />}
      </WrittenList>
    </>
  );
}
