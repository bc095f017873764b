import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Delivery } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePages } from '../../platform/pages.ts';
import { Mark } from '../../ui/chip.tsx';
import { ListRow, ListRowWaiting, listRowClass } from '../../ui/list-row.tsx';
import { PageTitle } from '../../ui/page.tsx';
import { useRowsInView } from '../../ui/rows-in-view.ts';
import { Failure, Skeleton } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { words } from '../../words.ts';
import { emailQuery, progressQuery } from '../queries.ts';
import { titleOf } from '../title.ts';
import { MissedReaders, NoRecipients } from './missed-readers.tsx';
import { RecipientDialog } from './recipient-dialog.tsx';
import { type RecipientSearch, recipientPageQuery, type Wanted } from './recipient-queries.ts';
import { RecipientTools } from './recipient-tools.tsx';
import styles from './recipients-screen.module.css';

const route = '/$newsletter/frame/emails/$email/recipients';

/** Lists everybody in the ledger of an email, with what happened to their copies. */
export function RecipientsScreen() {
  const here = useHere();
  const { email: id } = useParams({ from: route });
  const { person, ...wanted } = useSearch({ from: route });
  const navigate = useNavigate({ from: '/$newsletter/emails/$email/recipients' });
  const { data: email, isPending } = useQuery(emailQuery(here, id));
  const progress = useQuery(progressQuery(here, id));
  const first = useQuery(recipientPageQuery(here, id, wanted, 1));
  const count = first.data?.count ?? 0;
  const params = { newsletter: here.newsletter.username, email: id };
  const show = (search: RecipientSearch) =>
    void navigate({ search, replace: person === undefined, resetScroll: false });
  return (
    <>
      <PageTitle>{words.recipients.title}</PageTitle>
      {isPending || progress.isPending ? (
        <Skeleton lines={12} height="var(--row)" />
      ) : (
        <>
          <p className={styles.of}>
            {email && words.recipients.of(titleOf(email))}{' '}
            <Link to="/$newsletter/emails/$email/sending" params={params}>
              {words.recipients.back}
            </Link>
          </p>
          <RecipientTools
            email_id={id}
            wanted={wanted}
            count={first.data?.count}
            slug={email?.slug ?? id}
            onShow={show}
          />
          {first.isError ? (
            <Failure error={first.error} retry={() => void first.refetch()} />
          ) : first.isPending ? (
            <Skeleton lines={10} height="var(--row)" />
          ) : count > 0 ? (
            <RecipientRows email_id={id} wanted={wanted} count={count} />
          ) : (
            <NoRecipients here={here} email_id={id} wanted={wanted} onShow={show} />
          )}
          {!first.isPending && <MissedReaders here={here} email_id={id} wanted={wanted} />}
        </>
      )}
      {person !== undefined && <RecipientDialog email_id={id} word={person} onClose={() => show(wanted)} />}
    </>
  );
}

type Listed = { email_id: string; wanted: Wanted; count: number };

function RecipientRows({ email_id, wanted, count }: Listed) {
  const here = useHere();
  const view = useRowsInView(count);
  const deliveryAt = usePages(view, count, page => recipientPageQuery(here, email_id, wanted, page));
  return (
    <VirtualRows
      view={view}
      count={count}
      label={words.recipients.list(count)}
      row={index => {
        const delivery = deliveryAt(index);
        if (!delivery) return <ListRowWaiting index={index} />;
        const row = <Row delivery={delivery} wanted={wanted} zone={here.newsletter.timezone} />;
        if (delivery.subscriber_id === null) return <div className={listRowClass}>{row}</div>;
        return (
          <Link
            from="/$newsletter/emails/$email/recipients"
            to="."
            search={{ ...wanted, person: delivery.subscriber_id }}
            resetScroll={false}
            className={listRowClass}
          >
            {row}
          </Link>
        );
      }}
    />
  );
}

function Row({ delivery, wanted, zone }: { delivery: Delivery; wanted: Wanted; zone: string }) {
  const { email_address, status, status_date, open_date, click_date } = delivery;
  const isGood = status === 'accepted' || status === 'planned';
  const sorted = wanted.order?.replace(/^-/, '');
  const date = sorted === 'open_date' ? open_date : sorted === 'click_date' ? click_date : status_date;
  return (
    <ListRow
      title={email_address ?? words.recipients.erased}
      mark={<Mark strong={!isGood}>{stateOf(delivery)}</Mark>}
      date={date && <Time at={date} zone={zone} precise />}
    />
  );
}

/** Returns the strongest known reaction, or why they did not get it. */
function stateOf({ status, open_date, click_date, unsubscription_date }: Delivery): string {
  const { statuses, reactions } = words.recipients;
  if (status !== 'accepted') return statuses[status];
  if (unsubscription_date) return reactions.unsubscribed;
  if (click_date) return reactions.clicked;
  return open_date ? reactions.opened : statuses.accepted;
}
