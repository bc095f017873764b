import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Mark } from './chip.tsx';
import { SelectField } from './field.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ChoiceChips, FilterLine } from './filter-line.tsx';
import { Legend } from './legend.tsx';
import { ListRow, ListRowWaiting, listRowClass } from './list-row.tsx';
import { Row, Rows } from './page.tsx';
import styles from './parts-screen.module.css';
import { useRowsInView } from './rows-in-view.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ShowMore } from './show-more.tsx';
import { Table } from './table.tsx';
import { Time } from './time.tsx';
import { say } from './toast.tsx';
import { VirtualRows } from './virtual-rows.tsx';

const kinds = ['hard', 'soft'] as const;
const kindNames = { hard: 'Hard', soft: 'Soft' };

/** Shows short lists, which are read page by page. */
export function RowParts() {
  const list = useInfiniteQuery({
    queryKey: ['parts'],
    queryFn: ({ pageParam }) => [`Page ${pageParam}`],
    initialPageParam: 1,
    getNextPageParam: (_, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
  });
  return (
    <>
      <Rows>
        <Row
          title="website"
          note="Writes subscribers; expires on December 31"
          action={<Button>Revoke</Button>}
        />
        {list.data?.pages.flat().map(title => (
          <Row key={title} title={title} />
        ))}
      </Rows>
      <ShowMore list={list} />
    </>
  );
}

/** Shows a long list with its filters and the actions on selected rows. */
export function ListParts() {
  const [kind, setKind] = useState<(typeof kinds)[number] | undefined>('soft');
  const [tag, setTag] = useState('birds');
  const [selected, setSelected] = useState(2);
  return (
    <>
      <FilterLine count="6 rows" action={<Button>Save</Button>}>
        <SearchField label="Domain" placeholder="Domain" value="" onSearch={() => {}} />
        <ChoiceChips all="All" choices={kinds} names={kindNames} chosen={kind} onChoose={setKind} />
      </FilterLine>
      <FilterBar used={tag === '' ? 0 : 1} onClear={() => setTag('')}>
        <SelectField label="Tag" value={tag} onChange={({ target }) => setTag(target.value)}>
          <option value="">Any</option>
          <option value="birds">birds</option>
        </SelectField>
      </FilterBar>
      <LongList />
      {selected > 0 && (
        <SelectionBar count={`${selected} selected`} clear="Select none" onClear={() => setSelected(0)}>
          <Button onClick={() => say('Archived.')}>Archive</Button>
        </SelectionBar>
      )}
    </>
  );
}

function LongList() {
  const view = useRowsInView(6);
  return (
    <VirtualRows
      view={view}
      count={6}
      label="6 rows"
      row={index =>
        index > 2 ? (
          <ListRowWaiting index={index} />
        ) : (
          <a href="#row" className={listRowClass}>
            <ListRow
              title={index === 1 ? 'A title that is too long for its row, '.repeat(4) : 'A row'}
              mark={<Mark strong={index === 0}>{index === 0 ? 'Draft' : 'Sent'}</Mark>}
              date={<Time at="2026-11-21T08:00:00Z" zone="UTC" />}
            />
          </a>
        )
      }
    />
  );
}

/** Shows figures: a table, and the parts of a whole. */
export function TableParts() {
  return (
    <>
      <Table
        heads={['Domain', 'Accepted', 'Bounced']}
        rows={[
          ['example.org', '1,204', '3'],
          ['example.net', '87', '0'],
        ]}
      />
      <Legend
        className={styles.legend}
        parts={[
          { part: 'accepted', name: 'Accepted', value: '1,291' },
          { part: 'bounced', name: 'Bounced', value: '3' },
        ]}
      />
    </>
  );
}
