import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { memo } from 'react';
import type { Email, Newsletter } from '../../../src/client/schema.ts';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { usePermission } from '../accounts/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { FilterChip, Mark } from '../ui/chip.tsx';
import { PageTitle } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { pagesNear, useRowsInView, VirtualRows } from '../ui/virtual-rows.tsx';
import { words } from '../words.ts';
import styles from './list-screen.module.css';
import { emailPageQuery, pageSize, type Wanted } from './queries.ts';
import { titleOf } from './title.ts';

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
  const first = useQuery(emailPageQuery(here, wanted, 1));
  const count = first.data?.count ?? 0;
  const isFiltered = wanted.status !== undefined || wanted.search !== undefined;
  return (
    <>
      <PageTitle action={<WriteLink here={here} />}>{words.emails.title}</PageTitle>
      {(count > 0 || isFiltered) && <Filters wanted={wanted} />}
      {first.isError ? (
        <Failure error={first.error} retry={() => void first.refetch()} />
      ) : first.isPending ? (
        <Skeleton lines={10} height="49px" />
      ) : count > 0 ? (
        <EmailRows here={here} wanted={wanted} count={count} />
      ) : isFiltered ? (
        <Empty title={words.emails.none}>{words.emails.none_detail}</Empty>
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
            {words.emails.status[name as keyof typeof filters]}
          </FilterChip>
        ))}
      </fieldset>
      <SearchField
        label={words.emails.search}
        placeholder={words.emails.search_hint}
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
  const pages = pagesNear(view, count, pageSize);
  const loaded = useQueries({ queries: pages.map(page => emailPageQuery(here, wanted, page)) });
  const emailAt = (index: number) =>
    loaded[Math.floor(index / pageSize) + 1 - pages[0]!]?.data?.results[index % pageSize];
  return (
    <VirtualRows
      view={view}
      count={count}
      label={words.emails.list(count)}
      row={index => {
        const email = emailAt(index);
        return email && <EmailRow newsletter={here.newsletter} email={email} />;
      }}
    />
  );
}

const onTheirWay: Email['status'][] = ['in_flight', 'about_to_send', 'sent'];

/** Drawn again only when the email has changed, however far the list is scrolled. */
const EmailRow = memo(function EmailRow({ newsletter, email }: { newsletter: Newsletter; email: Email }) {
  const waits = email.approval.state === 'requested';
  const wantsYou = waits || ['draft', 'scheduled', 'errored', 'in_flight'].includes(email.status);
  const to = onTheirWay.includes(email.status)
    ? '/$newsletter/emails/$email/sending'
    : '/$newsletter/emails/$email';
  return (
    <Link to={to} params={{ newsletter: newsletter.username, email: email.id }} className={styles.row}>
      <span className={styles.subject}>{titleOf(email)}</span>
      <Mark strong={wantsYou}>
        {waits ? words.emails.waits_for_approval : words.emails.status[email.status]}
      </Mark>
      <span className={styles.date}>
        <Time
          at={email.publish_date ?? email.creation_date}
          zone={newsletter.timezone}
          precise={email.status === 'scheduled'}
        />
      </span>
    </Link>
  );
});
