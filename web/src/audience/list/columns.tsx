import type { ReactNode } from 'react';
import type { Subscriber, Tag } from '../../../../src/client/schema.ts';
import { createCell } from '../../platform/cell.ts';
import { Mark } from '../../ui/chip.tsx';
import { Time } from '../../ui/time.tsx';
import { words } from '../../words.ts';

const { column: named, sources, never } = words.subscribers;

/** A column of the table, next to the address. `width` is in rem, and `order` is the API's name for sorting by it. */
export type Column = {
  id: string;
  title: string;
  width: number;
  order?: string;
  cell: (subscriber: Subscriber, known: { tags: Tag[]; zone: string }) => ReactNode;
};

const date = (
  id: 'creation_date' | 'gift_subscription_end_date' | 'last_open_date' | 'last_click_date',
): Column => ({
  id,
  title: named[id],
  width: 8.5,
  order: id,
  cell: (subscriber, { zone }) => {
    const at = subscriber[id];
    return at === null ? never : <Time at={at} zone={zone} />;
  },
});

const own: Column[] = [
  { id: 'name', title: named.name, width: 10, cell: ({ metadata }) => nameIn(metadata) },
  {
    id: 'type',
    title: named.type,
    width: 7.5,
    order: 'type',
    cell: ({ type }) => <Mark strong={type === 'unactivated'}>{words.subscriber.types[type]}</Mark>,
  },
  {
    id: 'standing',
    title: named.standing,
    width: 8,
    cell: ({ standing }) => words.standing.standings[standing],
  },
  {
    id: 'mail_state',
    title: named.mail_state,
    width: 8,
    cell: ({ mail_state }) => words.standing.mail_states[mail_state],
  },
  {
    id: 'tags',
    title: named.tags,
    width: 10,
    cell: ({ tags: ids }, { tags }) => ids.map(id => tags.find(tag => tag.id === id)?.name ?? '…').join(', '),
  },
  date('creation_date'),
  date('gift_subscription_end_date'),
  date('last_open_date'),
  date('last_click_date'),
  {
    id: 'source',
    title: named.source,
    width: 8,
    cell: ({ source }) => (source in sources ? sources[source as keyof typeof sources] : source),
  },
  { id: 'notes', title: named.notes, width: 12, cell: ({ notes }) => notes },
];

const prefix = 'metadata.';

/** Returns the columns that can be chosen; `keys` are those of the metadata. */
export function columnsOf(keys: string[]): Column[] {
  return [...own, ...keys.map(key => columnOf(prefix + key)!)];
}

/** Returns the column with this id; undefined for one that no longer exists. */
export function columnOf(id: string): Column | undefined {
  if (!id.startsWith(prefix)) return own.find(column => column.id === id);
  const key = id.slice(prefix.length);
  return {
    id,
    title: key,
    width: 9,
    order: `metadata:${key}`,
    cell: ({ metadata }) => textOf(metadata[key]),
  };
}

/** Returns the name that the metadata has under one of the usual keys. */
function nameIn(metadata: Record<string, unknown>): string {
  const at = (key: string) => textOf(metadata[key]);
  return at('name') || at('full_name') || [at('first_name'), at('last_name')].filter(Boolean).join(' ');
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const place = 'postrider.subscribers.columns';
const usual = ['name', 'type', 'creation_date'];

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
    return Array.isArray(kept) ? kept.map(String) : usual;
  } catch {
    return usual;
  }
}

const chosen = createCell<readonly string[]>(read());

/** Returns the ids of the columns that this browser shows, in their order. */
export const useChosenColumns = chosen.use;

/** Shows the column as the last one, or hides it. */
export function chooseColumn(id: string, isShown: boolean): void {
  const others = chosen.get().filter(one => one !== id);
  const next = isShown ? [...others, id] : others;
  chosen.set(next);
  try {
    localStorage.setItem(place, JSON.stringify(next));
  } catch {} // otherwise the choice lasts until the page is left
}
