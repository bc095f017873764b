import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useHere } from '../../accounts/newsletters.ts';
import { usePermission } from '../../accounts/session.ts';
import { tagsQuery } from '../../accounts/tags.ts';
import { usePages } from '../../platform/pages.ts';
import { ListRowWaiting } from '../../ui/list-row.tsx';
import { useRowsInView } from '../../ui/rows-in-view.ts';
import { useListKeys, VirtualRows } from '../../ui/virtual-rows.tsx';
import { words } from '../../words.ts';
import type { Selection } from '../bulk-actions/selection.ts';
import { subscriberPageQuery, type Wanted } from '../queries.ts';
import { type Column, columnOf, useChosenColumns } from './columns.tsx';
import { SubscriberRow } from './subscriber-row.tsx';
import styles from './table.module.css';

const said = words.subscribers;
const addressWidth = 13;

type Listed = { wanted: Wanted; count: number; title: string; selection: Selection };

/** Shows the subscribers in rows, with the chosen columns. It loads and draws only those near the window. */
export function Table({ wanted, count, title, selection }: Listed) {
  const here = useHere();
  const view = useRowsInView(count);
  const subscriberAt = usePages(view, count, page => subscriberPageQuery(here, wanted, page));
  const { data: tags = [] } = useQuery(tagsQuery(here));
  const columns = useChosenColumns().flatMap(id => columnOf(id) ?? []);
  const changesPeople = usePermission('subscribers', 'write');
  const mayAct = usePermission('bulk_actions', 'write') && changesPeople;
  useListKeys(view.list, {
    choose: index => {
      const subscriber = subscriberAt(index);
      if (subscriber && mayAct) selection.toggle(subscriber.id);
    },
    leave: selection.clear,
  });
  const widths = columns.map(({ width }) => `minmax(0, ${width}fr)`);
  const whole = columns.reduce((sum, { width }) => sum + width + 1, addressWidth + 2);
  const style = {
    '--columns': [`minmax(9rem, ${addressWidth}fr)`, ...widths].join(' '),
    '--wide': `${whole}rem`,
  } as CSSProperties;
  return (
    <div className={styles.table} style={style}>
      <Head columns={columns} wanted={wanted} selection={mayAct ? selection : undefined} />
      <VirtualRows
        view={view}
        count={count}
        label={title}
        row={index => {
          const subscriber = subscriberAt(index);
          if (!subscriber) return <ListRowWaiting index={index} />;
          return (
            <SubscriberRow
              here={here}
              subscriber={subscriber}
              columns={columns}
              tags={tags}
              isChosen={selection.has(subscriber.id)}
              {...(mayAct && { onChoose: selection.toggle })}
            />
          );
        }}
      />
    </div>
  );
}

type Heading = { columns: Column[]; wanted: Wanted; selection: Selection | undefined };

/** Shows the names of the columns, which sort by them, and the box that selects everybody. */
function Head({ columns, wanted, selection }: Heading) {
  const navigate = useNavigate({ from: '/$newsletter/subscribers' });
  const { order = '-creation_date' } = wanted;
  const sort = (by: string) => {
    // Dates begin with the latest, texts with A.
    const [first, second] = by.endsWith('_date') ? [`-${by}`, by] : [by, `-${by}`];
    void navigate({
      search: before => ({ ...before, order: order === first ? second : first }),
      replace: true,
    });
  };
  const all = { id: 'address', title: said.column.address, order: 'email_address' };
  const { kind, ids } = selection?.chosen ?? { kind: 'some', ids: new Set() };
  return (
    <div className={styles.head}>
      {selection && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            aria-label={said.select_all}
            checked={kind === 'all_but' && ids.size === 0}
            ref={box => {
              if (box) box.indeterminate = ids.size > 0;
            }}
            onChange={({ target }) => (target.checked ? selection.all() : selection.clear())}
          />
        </label>
      )}
      <div>
        {[all, ...columns].map(({ id, title, order: by }) => {
          if (by === undefined) return <span key={id}>{title}</span>;
          const sorted = order === by ? '↑' : order === `-${by}` ? '↓' : undefined;
          return (
            <button
              key={id}
              type="button"
              aria-label={said.sort(title)}
              data-sorted={sorted}
              onClick={() => sort(by)}
            >
              {title} {sorted && <span aria-hidden="true">{sorted}</span>}
            </button>
          );
        })}
      </div>
    </div>
  );
}
