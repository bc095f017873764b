import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Segment } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { ExportPeople } from '../../moving/export-people.tsx';
import { FilterChip, HeldChip } from '../../ui/chip.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { words } from '../../words.ts';
import { countConditions } from '../filter/fields.ts';
import { FilterDialog } from '../filter/filter-dialog.tsx';
import { narrowed, type Wanted } from '../queries.ts';
import { DeleteSegment } from '../segments/delete-segment.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { UnsavedFilter } from './segment-state.tsx';
import styles from './subscribers-screen.module.css';

const said = words.subscribers;
const saved = words.segment;

type Tools = {
  wanted: Wanted;
  segments: Segment[];
  /** The number of people listed, in words. */
  count: string;
  onShow: (wanted: Wanted) => void;
};

/** Shows the filters of the list, which the address holds, and its actions. */
export function ListTools({ wanted, segments, count, onShow }: Tools) {
  const here = useHere();
  const [opened, setOpened] = useState<'filter' | 'columns' | 'delete'>();
  const mayWrite = usePermission('subscribers', 'write');
  const seesActions = usePermission('bulk_actions', 'read');
  const segment = segments.find(({ id }) => id === wanted.segment);
  const { filter, ...unfiltered } = wanted;
  const close = () => setOpened(undefined);
  const navigate = useNavigate({ from: '/$newsletter/subscribers' });
  const toActions = () => void navigate({ to: '/$newsletter/subscribers/actions' });
  return (
    <>
      <div className={styles.tools}>
        <span>{count}</span>
        <div className={styles.narrowing}>
          <FilterChip on={filter !== undefined} onChange={() => setOpened('filter')}>
            {filter ? said.filter_on(countConditions(filter)) : said.filter}
          </FilterChip>
          {filter && (
            <HeldChip label={said.unfilter} onRemove={() => onShow(unfiltered)}>
              {said.unfilter}
            </HeldChip>
          )}
          <SearchField
            label={said.search}
            placeholder={said.search}
            value={wanted.search ?? ''}
            onSearch={search => {
              const { search: _, ...others } = wanted;
              onShow(search ? { ...others, search } : others);
            }}
          />
          <ExportPeople here={here} narrow={() => narrowed(here, wanted)} />
          <Menu
            label={said.more}
            items={[
              { label: said.columns, run: () => setOpened('columns') },
              ...(seesActions ? [{ label: said.recent, run: toActions }] : []),
              ...(segment && mayWrite
                ? [{ label: saved.delete(segment.name), run: () => setOpened('delete'), danger: true }]
                : []),
            ]}
          />
        </div>
      </div>
      {filter && mayWrite && (
        <UnsavedFilter
          here={here}
          filter={filter}
          segment={segment}
          onShow={({ segment: id }) => {
            const { segment: _, ...others } = unfiltered;
            onShow({ ...others, ...(id && { segment: id }) });
          }}
        />
      )}
      {opened === 'filter' && (
        <FilterDialog
          filter={filter ?? segment?.filters}
          onApply={next => {
            onShow({ ...unfiltered, ...(next && { filter: next }) });
            close();
          }}
          onClose={close}
        />
      )}
      {opened === 'columns' && <ColumnChoice onClose={close} />}
      {opened === 'delete' && segment && (
        <DeleteSegment segment={segment} onDeleted={() => onShow({})} onClose={close} />
      )}
    </>
  );
}
