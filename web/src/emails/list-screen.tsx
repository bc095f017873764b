import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Email } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { usePages } from '../platform/pages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FilterChip } from '../ui/chip.tsx';
import { ListRowWaiting } from '../ui/list-row.tsx';
import { PageTitle } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { useRowsInView, VirtualRows } from '../ui/virtual-rows.tsx';
import { words } from '../words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { useEmailActs } from './email-acts.ts';
import { EmailRow } from './email-row.tsx';
import styles from './list-screen.module.css';
import { emailPageQuery, type Wanted } from './queries.ts';

const filters = {
  draft: 'draft',
  scheduled: 'scheduled',
  sent: 'sent,in_flight,about_to_send',
  errored: 'errored',
};

/** All emails of the newsletter, newest first. */
export function EmailsScreen() {
  const here = useHere();
  const wanted = useSearch({ from: '/$newsletter/frame/emails' });
  const navigate = useNavigate({ from: '/$newsletter/emails' });
  const first = useQuery(emailPageQuery(here, wanted, 1));
  const count = first.data?.count ?? 0;
  const isFiltered = wanted.status !== undefined || wanted.search !== undefined;
  const isEmpty = first.data !== undefined && count === 0 && !isFiltered;
  return (
    <>
      <PageTitle action={!isEmpty && <WriteLink here={here} />}>{words.emails.title}</PageTitle>
      {(count > 0 || isFiltered || first.isPending) && <Filters wanted={wanted} />}
      {first.isError ? (
        <Failure error={first.error} retry={() => void first.refetch()} />
      ) : first.isPending ? (
        <Skeleton lines={10} height="var(--row)" />
      ) : count > 0 ? (
        <EmailRows here={here} wanted={wanted} count={count} />
      ) : isFiltered ? (
        <Empty
          title={words.emails.none}
          action={<Button onClick={() => void navigate({ search: {} })}>{words.emails.show_all}</Button>}
        >
          {words.emails.none_detail}
        </Empty>
      ) : (
        <Empty title={words.emails.empty} action={<WriteLink here={here} />}>
          {words.emails.empty_detail}
        </Empty>
      )}
    </>
  );
}

function WriteLink({ here }: { here: Here }) {
  const writes = usePermission('emails', 'write');
  if (!writes) return null;
  const params = { newsletter: here.newsletter.username, email: 'new' };
  return (
    <Link to="/$newsletter/emails/$email" params={params} className={buttonClass('solid')}>
      {words.emails.write}
    </Link>
  );
}

function Filters({ wanted }: { wanted: Wanted }) {
  const navigate = useNavigate({ from: '/$newsletter/emails' });
  const show = (next: Wanted) => void navigate({ search: next, replace: true, resetScroll: false });
  const { search } = wanted;
  const kept = search === undefined ? {} : { search };
  return (
    <div className={styles.filters}>
      <fieldset aria-label={words.emails.filter}>
        {Object.entries(filters).map(([name, status]) => (
          <FilterChip
            key={name}
            on={wanted.status === status}
            onChange={on => show(on ? { ...kept, status } : kept)}
          >
            {words.emails.filters[name as keyof typeof filters]}
          </FilterChip>
        ))}
      </fieldset>
      <SearchField
        label={words.emails.search}
        placeholder={words.emails.search}
        value={search ?? ''}
        onSearch={next => {
          const { search: _, ...others } = wanted;
          show(next ? { ...others, search: next } : others);
        }}
      />
    </div>
  );
}

function EmailRows({ here, wanted, count }: { here: Here; wanted: Wanted; count: number }) {
  const view = useRowsInView(count);
  const emailAt = usePages(view, count, page => emailPageQuery(here, wanted, page));
  const [deleted, setDeleted] = useState<Email>();
  const acts = useEmailActs(here, setDeleted);
  return (
    <>
      <VirtualRows
        view={view}
        count={count}
        label={words.emails.list(count)}
        row={index => {
          const email = emailAt(index);
          return email ? (
            <EmailRow newsletter={here.newsletter} email={email} acts={acts} />
          ) : (
            <ListRowWaiting index={index} />
          );
        }}
      />
      {deleted && <DeleteDialog here={here} email={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}
