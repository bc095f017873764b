import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { ExportEmails } from '../../moving/export-emails.tsx';
import { usePages } from '../../platform/pages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ListRowWaiting } from '../../ui/list-row.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { PageTitle } from '../../ui/page.tsx';
import { useRowsInView } from '../../ui/rows-in-view.ts';
import { Empty, Failure, Skeleton } from '../../ui/state.tsx';
import { useListKeys, VirtualRows } from '../../ui/virtual-rows.tsx';
import { words } from '../../words.ts';
import { useUsual } from '../usual.ts';
import { useEmailActs } from './email-acts.ts';
import { EmailRow } from './email-row.tsx';
import { Filters } from './list-filters.tsx';
import styles from './list-screen.module.css';
import { useSelection } from './selection.ts';
import { emailPageQuery, readWanted, type Wanted } from './wanted.ts';
import { WriteLink } from './write-link.tsx';

const BulkBar = lazy(() => import('./bulk-bar.tsx').then(file => ({ default: file.BulkBar })));
const DeleteDialog = lazy(() =>
  import('../drafts/delete-dialog.tsx').then(file => ({ default: file.DeleteDialog })),
);

/** Lists all emails of the newsletter: drafts, then those waiting to be sent, then the rest. */
export function EmailsScreen() {
  const here = useHere();
  // The router keeps unknown parameters of the address, so only the known ones are read here.
  const wanted = readWanted(useSearch({ from: '/$newsletter/frame/emails' }));
  const navigate = useNavigate({ from: '/$newsletter/emails' });
  const first = useQuery(emailPageQuery(here, wanted, 1));
  const count = first.data?.count ?? 0;
  const isFiltered = Object.keys(wanted).length > 0;
  const isEmpty = first.data !== undefined && count === 0 && !isFiltered;
  return (
    <>
      <PageTitle action={<Ways isEmpty={isEmpty} />}>{words.emails.title}</PageTitle>
      {(count > 0 || isFiltered || first.isPending) && <Filters wanted={wanted} />}
      {first.isError ? (
        <Failure error={first.error} retry={() => void first.refetch()} />
      ) : first.isPending ? (
        <Skeleton lines={10} height="var(--email-row)" />
      ) : count > 0 ? (
        <EmailRows key={JSON.stringify(wanted)} wanted={wanted} count={count} />
      ) : isFiltered ? (
        <Empty
          title={words.emails.none}
          action={<Button onClick={() => void navigate({ search: {} })}>{words.emails.show_all}</Button>}
        >
          {words.emails.none_detail}
        </Empty>
      ) : (
        <Empty title={words.emails.empty} action={<WriteLink />}>
          {words.emails.empty_detail}
        </Empty>
      )}
    </>
  );
}

function Ways({ isEmpty }: { isEmpty: boolean }) {
  const here = useHere();
  const isNarrow = useNarrow();
  const seesActions = usePermission('bulk_actions', 'read');
  const params = { newsletter: here.newsletter.username };
  return (
    <div className={styles.ways}>
      {!isEmpty && !isNarrow && <ExportEmails here={here} />}
      {!isEmpty && !isNarrow && seesActions && (
        <Link to="/$newsletter/subscribers/actions" params={params} className={buttonClass('quiet')}>
          {words.frame.actions}
        </Link>
      )}
      <Link to="/$newsletter/emails/calendar" params={params} className={buttonClass('quiet')}>
        {words.list.calendar}
      </Link>
      {!isEmpty && <WriteLink />}
    </div>
  );
}

const heights = { wide: 65, narrow: 69 };

function EmailRows({ wanted, count }: { wanted: Wanted; count: number }) {
  const here = useHere();
  const view = useRowsInView(count, heights);
  const emailAt = usePages(view, count, page => emailPageQuery(here, wanted, page));
  const usual = useUsual(here);
  const { data: tags } = useQuery(tagsQuery(here));
  const selection = useSelection();
  const [deleted, setDeleted] = useState<Email>();
  const writes = usePermission('emails', 'write');
  const acts = useEmailActs(here, setDeleted, selection);
  useListKeys(view.list, {
    choose: index => {
      const email = emailAt(index);
      if (email && writes) selection.toggle(email);
    },
    leave: selection.clear,
  });
  return (
    <>
      <div data-choosing={selection.chosen.size > 0 || undefined}>
        <VirtualRows
          view={view}
          count={count}
          label={words.emails.list(count)}
          row={index => {
            const email = emailAt(index);
            return email ? (
              <EmailRow
                here={here}
                email={email}
                acts={acts}
                tags={tags}
                usual={usual}
                isChosen={selection.chosen.has(email.id)}
                {...(writes && { onChoose: selection.toggle })}
              />
            ) : (
              <ListRowWaiting index={index} />
            );
          }}
        />
      </div>
      <Suspense>
        {selection.chosen.size > 0 && <BulkBar selection={selection} />}
        {deleted && <DeleteDialog email={deleted} onClose={() => setDeleted(undefined)} />}
      </Suspense>
    </>
  );
}
