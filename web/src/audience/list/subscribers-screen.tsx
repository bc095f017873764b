import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { explainQuery } from '../../accounts/explain.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission, usePlace } from '../../accounts/session.ts';
import { root } from '../../platform/root.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import { BulkBar } from '../bulk-actions/bulk-bar.tsx';
import { useSelection } from '../bulk-actions/selection.ts';
import { isEverybody, mostFound, segmentsQuery, subscriberPageQuery, type Wanted } from '../queries.ts';
import { AddSubscriber } from './add-subscriber.tsx';
import { ListTools } from './list-tools.tsx';
import { SegmentTabs } from './segment-tabs.tsx';
import styles from './subscribers-screen.module.css';
import { Table } from './table.tsx';

const said = words.subscribers;
const one = words.subscriber;

/** Lists subscribers: everybody, a segment, or the people whom a filter or a search finds. */
export function SubscribersScreen() {
  const here = useHere();
  const { add = false, ...wanted } = useSearch({ from: '/$newsletter/frame/subscribers' });
  const navigate = useNavigate({ from: '/$newsletter/subscribers' });
  const show = (next: Wanted) => void navigate({ search: next, replace: true, resetScroll: false });
  const first = useQuery(subscriberPageQuery(here, wanted, 1));
  const { data: segments = [] } = useQuery(segmentsQuery(here));
  const explained = useQuery({
    ...explainQuery(here, wanted.email ?? ''),
    enabled: wanted.email !== undefined && wanted.rule !== undefined,
  });
  const count = first.data?.count ?? 0;
  const isEmpty = first.data !== undefined && count === 0 && isEverybody(wanted);
  const mayAdd = usePermission('subscribers', 'write');
  const isOwner = usePlace()?.role === 'owner';
  const title = wanted.search !== undefined && count >= mostFound ? said.at_least(count) : said.count(count);
  const addButton = mayAdd && (
    <Button look="solid" onClick={() => void navigate({ search: { ...wanted, add: true } })}>
      {one.add}
    </Button>
  );
  const importLink = isOwner && (
    <Link
      to="/$newsletter/imports"
      params={{ newsletter: here.newsletter.username }}
      className={buttonClass()}
    >
      {words.imports.title}
    </Link>
  );
  return (
    <>
      <PageTitle
        action={
          !isEmpty && (
            <div className={styles.beginnings}>
              {importLink}
              {addButton}
            </div>
          )
        }
      >
        {said.title}
      </PageTitle>
      {wanted.email !== undefined ? (
        <OfEmail
          email={wanted.email}
          detail={wanted.rule === undefined ? one.who_get_it : explained.data?.rules[wanted.rule]?.detail}
          count={first.data && title}
        />
      ) : (
        !isEmpty && (
          <>
            <SegmentTabs newsletter={here.newsletter.username} segments={segments} wanted={wanted} />
            <ListTools wanted={wanted} segments={segments} count={first.data ? title : ''} onShow={show} />
          </>
        )
      )}
      {first.isError ? (
        <Failure error={first.error} retry={() => void first.refetch()} />
      ) : first.isPending || explained.isLoading ? (
        <Waiting />
      ) : isEmpty ? (
        <Beginning>
          {addButton}
          {importLink}
        </Beginning>
      ) : (
        <List key={JSON.stringify(wanted)} wanted={wanted} count={count} title={title} />
      )}
      {add && mayAdd && <AddSubscriber onClose={() => void navigate({ search: wanted })} />}
    </>
  );
}

/** Takes the same height as the table's head and rows. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton lines={10} height="var(--row)" />
    </div>
  );
}

type Listed = { wanted: Wanted; count: number; title: string };

/** Shows the subscribers found, and the actions on them. An open action stays open even if it empties the list. */
function List({ wanted, count, title }: Listed) {
  const navigate = useNavigate({ from: '/$newsletter/subscribers' });
  const selection = useSelection();
  const { search, email } = wanted;
  return (
    <>
      {count > 0 ? (
        <Table wanted={wanted} count={count} title={title} selection={selection} />
      ) : (
        <Empty
          title={said.none}
          action={<Button onClick={() => void navigate({ search: {} })}>{said.show_all}</Button>}
        >
          {email !== undefined
            ? one.none_of_email
            : search !== undefined
              ? said.none_searched(search)
              : said.none_filtered}
        </Empty>
      )}
      <BulkBar wanted={wanted} listed={count} selection={selection} />
    </>
  );
}

/** Offers the first steps of a newsletter without subscribers. */
function Beginning({ children }: { children: ReactNode }) {
  const here = useHere();
  return (
    <Empty
      title={one.empty}
      action={
        <div className={styles.beginnings}>
          {children}
          <a
            href={`${root}/${here.newsletter.username}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            {words.frame.view_page}
          </a>
        </div>
      }
    >
      {one.empty_detail}
    </Empty>
  );
}

type Explained = { email: string; detail: string | undefined; count: string | undefined };

/** Says which recipients of an email are listed, and links back to the email and to everybody. */
function OfEmail({ email, detail, count }: Explained) {
  const here = useHere();
  const params = { newsletter: here.newsletter.username };
  return (
    <div className={styles.tools}>
      <span>{count}</span>
      <div className={styles.ofEmail}>
        <p>{detail && one.of_email(detail)}</p>
        <Link to="/$newsletter/emails/$email" params={{ ...params, email }}>
          {one.to_email}
        </Link>
        <Link to="/$newsletter/subscribers" params={params} search={{}}>
          {one.show_all}
        </Link>
      </div>
    </div>
  );
}
