import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { byPages } from '../platform/next-page.ts';
import { PageTitle, Row, Rows, Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { BounceRow } from './bounce-row.tsx';
import type { BounceView } from './bounce-view.ts';
import { kinds } from './bounce-view.ts';
import { FilteredList } from './filtered-list.tsx';

const said = words.bounces;

/** Lists bounces and other reports: how each was read, what it changed, and why. */
export function BouncesScreen() {
  const here = useHere();
  const view = useSearch({ from: '/$newsletter/frame/delivery/bounces' });
  const navigate = useNavigate({ from: '/$newsletter/delivery/bounces' });
  const list = useInfiniteQuery(bouncesQuery(here, view));
  const isEmpty = view.kind === undefined && view.domain === undefined && list.data?.pages[0]?.count === 0;
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      <FilteredList
        list={list}
        isEmpty={isEmpty}
        height="5.5rem"
        said={said}
        search={said.domain}
        typed={view.domain}
        choices={kinds}
        names={said.kinds}
        chosen={view.kind}
        onChange={(kind, domain) =>
          void navigate({ search: { ...(kind && { kind }), ...(domain && { domain }) }, replace: true })
        }
      >
        {row => <BounceRow key={row.id} row={row} newsletter={here.newsletter} />}
      </FilteredList>
      {list.data && <Rejected />}
    </>
  );
}

function Rejected() {
  const here = useHere();
  const { data } = useQuery(rejectedQuery(here));
  if (!data || data.length === 0) return null;
  return (
    <Section title={said.rejected} note={said.rejected_note}>
      <Rows>
        {data.map(({ reason, total, last_date }) => (
          <Row
            key={reason}
            title={(said.rejections as Record<string, string>)[reason] ?? reason}
            note={
              <>
                {said.times(total)} <Time at={last_date} zone={here.newsletter.timezone} precise />
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}

const bouncesQuery = ({ newsletter, api }: Here, view: BounceView) =>
  infiniteQueryOptions({
    queryKey: ['newsletter', newsletter.id, 'bounces', view],
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/feedback', { query: { ...view, page_size: 50, ...pageParam }, signal }),
    ...byPages,
    placeholderData: keepPreviousData,
  });

/** The number of reports rejected because of a forged return path or signature. */
const rejectedQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'rejected'],
    queryFn: async ({ signal }) => (await api.get('/v1/feedback/refusals', { signal })).results,
  });
