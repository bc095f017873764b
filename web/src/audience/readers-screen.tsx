import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { explainQuery } from '../accounts/explain.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { usePages } from '../platform/pages.ts';
import { root } from '../platform/root.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { ListRow, ListRowWaiting, listRowClass } from '../ui/list-row.tsx';
import { PageTitle } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { useRowsInView, VirtualRows } from '../ui/virtual-rows.tsx';
import { words } from '../words.ts';
import { AddReader } from './add-reader.tsx';
import { readerPageQuery, type Wanted } from './queries.ts';
import styles from './readers-screen.module.css';

/** The readers, newest first. */
export function ReadersScreen() {
  const here = useHere();
  const { add = false, ...wanted } = useSearch({ from: '/$newsletter/frame/readers' });
  const navigate = useNavigate({ from: '/$newsletter/readers' });
  const first = useQuery(readerPageQuery(here, wanted, 1));
  const count = first.data?.count ?? 0;
  const isFiltered = wanted.search !== undefined || wanted.email !== undefined;
  const isEmpty = first.data !== undefined && count === 0 && !isFiltered;
  const mayAdd = usePermission('subscribers', 'write');
  const addButton = mayAdd && (
    <Button look="solid" onClick={() => void navigate({ search: { ...wanted, add: true } })}>
      {words.readers.add}
    </Button>
  );
  return (
    <>
      <PageTitle action={!isEmpty && addButton}>{words.readers.title}</PageTitle>
      {(count > 0 || isFiltered || first.isPending) && (
        <div className={styles.tools}>
          <span>{first.data ? words.readers.list(count) : ''}</span>
          {wanted.email === undefined ? (
            <SearchField
              label={words.readers.search}
              placeholder={words.readers.search}
              value={wanted.search ?? ''}
              onSearch={next => void navigate({ search: next ? { search: next } : {}, replace: true })}
            />
          ) : (
            <OfEmail here={here} email={wanted.email} rule={wanted.rule} />
          )}
        </div>
      )}
      {first.isError ? (
        <Failure error={first.error} retry={() => void first.refetch()} />
      ) : first.isPending ? (
        <Skeleton lines={10} height="var(--row)" />
      ) : count > 0 ? (
        <ReaderRows here={here} wanted={wanted} count={count} />
      ) : isFiltered ? (
        <Empty
          title={words.readers.none}
          action={<Button onClick={() => void navigate({ search: {} })}>{words.readers.show_all}</Button>}
        >
          {wanted.email === undefined ? words.readers.none_detail : words.readers.none_of_email}
        </Empty>
      ) : (
        <Empty
          title={words.readers.empty}
          action={
            <div className={styles.beginnings}>
              {addButton}
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
          {words.readers.empty_detail}
        </Empty>
      )}
      {add && mayAdd && <AddReader here={here} onClose={() => void navigate({ search: wanted })} />}
    </>
  );
}

/** Says which recipients of an email are listed, and links back to it and to all readers. */
function OfEmail({ here, email, rule }: { here: Here; email: string; rule: number | undefined }) {
  const { data } = useQuery(explainQuery(here, email));
  const params = { newsletter: here.newsletter.username };
  const said = rule === undefined ? words.readers.who_get_it : data?.rules[rule]?.detail;
  return (
    <div className={styles.ofEmail}>
      <p>{said && words.readers.of_email(said)}</p>
      <Link to="/$newsletter/emails/$email" params={{ ...params, email }}>
        {words.readers.to_email}
      </Link>
      <Link to="/$newsletter/readers" params={params} search={{}}>
        {words.readers.show_all}
      </Link>
    </div>
  );
}

function ReaderRows({ here, wanted, count }: { here: Here; wanted: Wanted; count: number }) {
  const view = useRowsInView(count);
  const readerAt = usePages(view, count, page => readerPageQuery(here, wanted, page));
  return (
    <VirtualRows
      view={view}
      count={count}
      label={words.readers.list(count)}
      row={index => {
        const reader = readerAt(index);
        if (!reader) return <ListRowWaiting index={index} />;
        return (
          <div className={listRowClass}>
            <ListRow
              title={reader.email_address}
              mark={<Mark strong={reader.type === 'unactivated'}>{words.readers.types[reader.type]}</Mark>}
              date={<Time at={reader.creation_date} zone={here.newsletter.timezone} />}
            />
          </div>
        );
      }}
    />
  );
}
