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
import { ShowMore } from '../ui/show-more.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { BounceRow } from './bounce-row.tsx';
import type { BounceView } from './bounce-view.ts';
import { kinds } from './bounce-view.ts';
import { ListTools } from './list-tools.tsx';
import styles from './lists.module.css';

const said = words.bounces;

/** Bounces and reports: how each was read, what it changed, and why. */
export function BouncesScreen() {
  const here = useHere();
  const view = useSearch({ from: '/$newsletter/frame/delivery/bounces' });
  const navigate = useNavigate({ from: '/$newsletter/delivery/bounces' });
  const list = useInfiniteQuery(bouncesQuery(here, view));
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap(({ results }) => results) ?? [];
  const isEmpty = view.kind === undefined && view.domain === undefined && first?.count === 0;
  return (
    <>
      <PageTitle>{said.title}</PageTitle>
      {!isEmpty && (
        <ListTools
          count={first ? said.count(first.count) : ''}
          search={said.domain}
          typed={view.domain}
          all={said.all}
          choices={kinds}
          names={said.kinds}
          chosen={view.kind}
          onChange={(kind, domain) =>
            void navigate({ search: { ...(kind && { kind }), ...(domain && { domain }) }, replace: true })
          }
        />
      )}
      <Loaded query={list} lines={8} height="5.5rem">
        {() =>
          isEmpty ? (
            <Empty title={said.empty}>{said.empty_detail}</Empty>
          ) : rows.length === 0 ? (
            <p className={styles.none}>{said.none}</p>
          ) : (
            <Rows>
              {rows.map(row => (
                <BounceRow key={row.id} row={row} newsletter={here.newsletter} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <ShowMore list={list} />
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

/** How many reports with forged return paths or signatures were rejected. */
const rejectedQuery = ({ newsletter, api }: Here) =>
  queryOptions({
    queryKey: ['newsletter', newsletter.id, 'rejected'],
    queryFn: async ({ signal }) => (await api.get('/v1/feedback/refusals', { signal })).results,
  });
