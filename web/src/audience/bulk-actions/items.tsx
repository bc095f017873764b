import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { BulkAction, BulkActionItem } from '../../../../src/client/schema.ts';
import { useHere } from '../../accounts/newsletters.ts';
import { Section } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Loaded } from '../../ui/state.tsx';
import { words } from '../../words.ts';
import styles from './action-screen.module.css';
import { thingsOf } from './in-words.ts';
import { actionItemsQuery, type ItemStatus } from './queries.ts';

const said = words.actions;

/** Lists the result for each item, in order, with the reason. */
export function Items({ action, isOver }: { action: BulkAction; isOver: boolean }) {
  const here = useHere();
  const { show } = useSearch({ from: '/$newsletter/frame/subscribers/actions/$action' });
  const navigate = useNavigate({ from: '/$newsletter/subscribers/actions/$action' });
  const items = useInfiniteQuery(actionItemsQuery(here, action.id, show, isOver));
  const rows = items.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Section title={said.items}>
      <Segments<ItemStatus | 'all'>
        label={said.items}
        value={show ?? 'all'}
        options={said.item_statuses}
        onChange={next =>
          void navigate({ search: next === 'all' ? {} : { show: next }, replace: true, resetScroll: false })
        }
      />
      <Loaded query={items} lines={6} height="2.5rem">
        {() =>
          rows.length === 0 ? (
            <p className={styles.none}>{said.no_items}</p>
          ) : (
            <ol className={styles.items}>
              {rows.map(item => (
                <Item key={item.position} item={item} of={thingsOf(action)} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <ShowMore list={items} />
    </Section>
  );
}

function Item({ item, of }: { item: BulkActionItem; of: ReturnType<typeof thingsOf> }) {
  const { id, name, status, detail } = item;
  return (
    <li data-status={status}>
      <span>
        {name === '' ? id : <Named id={id} name={name} of={of} />}
        {detail && <small>{detail}</small>}
      </span>
      <span>{status === null ? said.item_waits : said.item_states[status]}</span>
    </li>
  );
}

/** Shows the name, as a link if the item has a page. */
function Named({ id, name, of }: { id: string; name: string; of: ReturnType<typeof thingsOf> }) {
  const here = useHere();
  const { username: newsletter } = here.newsletter;
  if (of === 'subscribers')
    return (
      <Link to="/$newsletter/subscribers/$person" params={{ newsletter, person: id }}>
        {name}
      </Link>
    );
  if (of === 'emails')
    return (
      <Link to="/$newsletter/emails/$email" params={{ newsletter, email: id }}>
        {name}
      </Link>
    );
  return name;
}
