import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChoiceChips, FilterLine } from '../ui/filter-line.tsx';
import { Rows } from '../ui/page.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Empty, Loaded } from '../ui/state.tsx';
import styles from './lists.module.css';

type Page<Row> = { results: Row[]; count: number };

/** Shows a list with a search field, a filter and the number of rows. */
export function FilteredList<Row, Choice extends string>({
  list,
  isEmpty,
  height,
  said,
  search,
  typed = '',
  choices,
  names,
  chosen,
  onChange,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** True if the list has no rows even without a search. Then there is no search field. */
  isEmpty: boolean;
  /** The height of a row. */
  height: string;
  said: { count: (count: number) => string; all: string; empty: string; empty_detail: string; none: string };
  /** The label of the search field. */
  search: string;
  typed: string | undefined;
  choices: readonly Choice[];
  names: Record<Choice, string>;
  chosen: Choice | undefined;
  onChange: (chosen: Choice | undefined, typed: string) => void;
  children: (row: Row) => ReactNode;
}) {
  const first = list.data?.pages[0];
  const rows = list.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <>
      {!isEmpty && (
        <FilterLine count={first ? said.count(first.count) : ''}>
          <SearchField
            label={search}
            placeholder={search}
            value={typed}
            onSearch={word => onChange(chosen, word)}
          />
          <ChoiceChips
            all={said.all}
            choices={choices}
            names={names}
            chosen={chosen}
            onChoose={one => onChange(one, typed)}
          />
        </FilterLine>
      )}
      <Loaded query={list} lines={8} height={height}>
        {() =>
          isEmpty ? (
            <Empty title={said.empty}>{said.empty_detail}</Empty>
          ) : rows.length === 0 ? (
            <p className={styles.none}>{said.none}</p>
          ) : (
            <Rows>{rows.map(children)}</Rows>
          )
        }
      </Loaded>
      <ShowMore list={list} />
    </>
  );
}
