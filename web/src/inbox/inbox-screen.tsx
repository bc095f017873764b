import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../platform/api.ts';
import { ownZone } from '../platform/time.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { ListRow, listRowClass } from '../ui/list-row.tsx';
import { PageTitle, UnderTitle } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { words } from '../words.ts';
import styles from './inbox.module.css';
import { InboxPage } from './page.tsx';
import { deleteAll, inboxKey, type Line, type List, listQuery, type Search } from './queries.ts';

/** Lists the mail that the built-in inbox has kept, newest first. */
export function InboxScreen() {
  return (
    <InboxPage back={{ name: words.inbox.back }}>
      <Mail />
    </InboxPage>
  );
}

function Mail() {
  const search: Search = useSearch({ from: '/inbox' });
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const list = useQuery(listQuery(search));
  const { data } = list;
  const { query = '' } = search;
  return (
    <>
      <PageTitle
        action={
          data && data.total > 0 && <Button onClick={() => setAsks(true)}>{words.inbox.delete_all}</Button>
        }
      >
        {words.inbox.title}
      </PageTitle>
      <UnderTitle>{data && summaryOf(data, query)}</UnderTitle>
      <div className={styles.search}>
        <SearchField
          label={words.inbox.search}
          placeholder={words.inbox.search_hint}
          value={query}
          onSearch={wanted =>
            void navigate({ to: '/inbox', search: wanted ? { query: wanted } : {}, replace: true })
          }
        />
      </div>
      <Loaded query={list} lines={8} height="3.5rem">
        {found => <Messages {...found} search={search} />}
      </Loaded>
      {asks && <DeleteAll onClose={() => setAsks(false)} />}
    </>
  );
}

function summaryOf({ total, count }: List, query: string): string {
  if (query !== '') return words.inbox.found(count);
  const received = words.inbox.received(total);
  return count < total && count > 0 ? `${received}, ${words.inbox.kept(count)}` : received;
}

function Messages({ results, count, page_size, search }: List & { search: Search }) {
  if (results.length === 0)
    return search.query ? (
      <Empty
        title={words.inbox.nothing}
        action={
          <Link to="/inbox" className={buttonClass()}>
            {words.inbox.show_all}
          </Link>
        }
      >
        {words.inbox.nothing_detail}
      </Empty>
    ) : (
      <Empty title={words.inbox.empty}>{words.inbox.empty_detail}</Empty>
    );
  return (
    <>
      <ul className={styles.list} aria-label={words.inbox.list}>
        {results.map(line => (
          <li key={line.id}>
            <Message line={line} />
          </li>
        ))}
      </ul>
      <Pages count={count} page_size={page_size} search={search} shown={results.length} />
    </>
  );
}

function Message({ line: { id, subject, from, to, date } }: { line: Line }) {
  return (
    <Link to="/inbox/$message" params={{ message: id }} className={listRowClass}>
      <ListRow
        title={
          <>
            <bdi className={styles.subject}>{subject || words.inbox.no_subject}</bdi>{' '}
            <bdi className={styles.sender}>{from}</bdi>
          </>
        }
        mark={<bdi className={styles.recipient}>{words.inbox.to(to)}</bdi>}
        date={<Time at={date} zone={ownZone} />}
      />
    </Link>
  );
}

function Pages({
  count,
  page_size,
  shown,
  search: { page = 1, query },
}: Pick<List, 'count' | 'page_size'> & { shown: number; search: Search }) {
  if (count <= page_size) return null;
  const first = (page - 1) * page_size + 1;
  const to = (number: number): Search => ({ ...(query && { query }), ...(number > 1 && { page: number }) });
  return (
    <nav className={styles.pages} aria-label={words.inbox.pages}>
      {page > 1 ? (
        <Link to="/inbox" search={to(page - 1)} className={buttonClass()}>
          {words.inbox.newer}
        </Link>
      ) : (
        <span />
      )}
      <span>{words.inbox.range(first, first + shown - 1, count)}</span>
      {page * page_size < count ? (
        <Link to="/inbox" search={to(page + 1)} className={buttonClass()}>
          {words.inbox.older}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

function DeleteAll({ onClose }: { onClose: () => void }) {
  return (
    <Confirmation
      title={words.inbox.delete_title}
      act={words.inbox.delete_act}
      run={deleteAll}
      onDone={async ({ deleted }) => {
        await queryClient.invalidateQueries({ queryKey: inboxKey });
        say(words.inbox.deleted(deleted));
        onClose();
      }}
      onClose={onClose}
    >
      {words.inbox.delete_detail}
    </Confirmation>
  );
}
