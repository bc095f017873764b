import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Here, useHere } from '../accounts/newsletters.ts';
import { ChoiceChips, FilterLine } from '../ui/filter-line.tsx';
import { PageTitle, Row, Rows, Section } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words.ts';
import { bouncesQuery, rejectedQuery } from './bounce-queries.ts';
import { BounceRow } from './bounce-row.tsx';
import { type BounceView, kinds } from './bounce-view.ts';
import styles from './lists.module.css';

const said = words.bounces;

/** What came back about mail: how each was read, what it did, and why. */
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
        <Tools
          view={view}
          count={first?.count}
          onChoose={next => void navigate({ search: next, replace: true })}
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
      {list.data && <Rejected here={here} />}
    </>
  );
}

function Tools({
  view: { kind, domain },
  count,
  onChoose,
}: {
  view: BounceView;
  count: number | undefined;
  onChoose: (view: BounceView) => void;
}) {
  const within = domain === undefined ? {} : { domain };
  return (
    <FilterLine count={count === undefined ? '' : said.count(count)}>
      <SearchField
        label={said.domain}
        placeholder={said.domain}
        value={domain ?? ''}
        onSearch={word => onChoose({ ...(kind && { kind }), ...(word !== '' && { domain: word }) })}
      />
      <ChoiceChips
        all={said.all}
        choices={kinds}
        names={said.kinds}
        chosen={kind}
        onChoose={one => onChoose({ ...within, ...(one && { kind: one }) })}
      />
    </FilterLine>
  );
}

function Rejected({ here }: { here: Here }) {
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
