import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { must } from '../platform/api.ts';
import { errorAt } from '../platform/failure.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/chip.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { CheckField, Field } from '../ui/field.tsx';
import { Fields, PageTitle } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty, Failure, Skeleton } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { say } from '../ui/toast.tsx';
import { pagesNear, useRowsInView, VirtualRows } from '../ui/virtual-rows.tsx';
import { words } from '../words.ts';
import styles from './readers-screen.module.css';

const page_size = 100;
const readersKey = ({ newsletter }: Here) => ['newsletter', newsletter.id, 'readers'];

const readerPageQuery = (here: Here, search: string, page: number) =>
  queryOptions({
    queryKey: [...readersKey(here), { search, page }],
    queryFn: ({ signal }) =>
      must(() =>
        here.api.get('/v1/subscribers', {
          query: { ...(search && { email_address: search }), ordering: '-creation_date', page, page_size },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The people on the list, newest first. */
export function ReadersScreen() {
  const here = useHere();
  const { search = '', add = false } = useSearch({ from: '/$newsletter/frame/readers' });
  const navigate = useNavigate({ from: '/$newsletter/readers' });
  const first = useQuery(readerPageQuery(here, search, 1));
  const count = first.data?.count ?? 0;
  const kept = search === '' ? {} : { search };
  const openForm = () => void navigate({ search: { ...kept, add: true } });
  return (
    <>
      <PageTitle
        action={
          <Button look="solid" onClick={openForm}>
            {words.readers.add}
          </Button>
        }
      >
        {words.readers.title}
      </PageTitle>
      {(count > 0 || search !== '') && (
        <div className={styles.tools}>
          <span>{words.readers.list(count)}</span>
          <SearchField
            label={words.readers.search}
            placeholder={words.readers.search}
            value={search}
            onSearch={next => void navigate({ search: next ? { search: next } : {}, replace: true })}
          />
        </div>
      )}
      {first.isError ? (
        <Failure error={first.error} retry={() => void first.refetch()} />
      ) : first.isPending ? (
        <Skeleton lines={8} height="49px" />
      ) : count > 0 ? (
        <ReaderRows here={here} search={search} count={count} />
      ) : search ? (
        <Empty title={words.readers.none}>{words.readers.none_detail}</Empty>
      ) : (
        <Empty title={words.readers.empty}>{words.readers.empty_detail}</Empty>
      )}
      {add && <AddReader here={here} onClose={() => void navigate({ search: kept })} />}
    </>
  );
}

function ReaderRows({ here, search, count }: { here: Here; search: string; count: number }) {
  const view = useRowsInView(count);
  const pages = pagesNear(view, count, page_size);
  const loaded = useQueries({ queries: pages.map(page => readerPageQuery(here, search, page)) });
  return (
    <VirtualRows
      view={view}
      count={count}
      label={words.readers.list(count)}
      row={index => {
        const reader =
          loaded[Math.floor(index / page_size) + 1 - pages[0]!]?.data?.results[index % page_size];
        if (!reader) return null;
        return (
          <div className={styles.row}>
            <span className={styles.address}>{reader.email_address}</span>
            <Mark strong={reader.type === 'unactivated'}>{words.readers.types[reader.type]}</Mark>
            <span className={styles.date}>
              <Time at={reader.creation_date} zone={here.newsletter.timezone} />
            </span>
          </div>
        );
      }}
    />
  );
}

function AddReader({ here, onClose }: { here: Here; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [agreed, setAgreed] = useState(true);
  const add = useMutation({
    mutationFn: ({ address, first_name }: { address: string; first_name: string }) =>
      must(() =>
        here.api.post('/v1/subscribers', {
          body: {
            email_address: address,
            ...(agreed && { type: 'regular' as const }),
            ...(first_name && { metadata: { first_name } }),
          },
        }),
      ),
    onSuccess: ({ email_address, type }) => {
      void queryClient.invalidateQueries({ queryKey: ['newsletter', here.newsletter.id] });
      say(type === 'unactivated' ? words.readers.asked(email_address) : words.readers.added(email_address));
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    add.mutate({
      address: String(form.get('address')).trim(),
      first_name: String(form.get('first_name')).trim(),
    });
  };
  const wrong = errorAt(add.error, 'email_address');
  return (
    <Dialog title={words.readers.add} onClose={onClose}>
      <form onSubmit={submit}>
        <Fields>
          <Field
            name="address"
            type="email"
            label={words.readers.address}
            required
            error={wrong}
            autoComplete="off"
          />
          <Field
            name="first_name"
            label={words.readers.name}
            hint={words.readers.name_hint}
            autoComplete="off"
          />
          <CheckField
            label={words.readers.agreed}
            hint={words.readers.agreed_hint}
            checked={agreed}
            onChange={event => setAgreed(event.target.checked)}
          />
          {add.error && !wrong && <Failure error={add.error} />}
        </Fields>
        <DialogButtons>
          <Button onClick={onClose}>{words.parts.cancel}</Button>
          <Button type="submit" look="solid" busy={add.isPending}>
            {words.readers.add}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
