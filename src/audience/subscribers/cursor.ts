import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { cursorOf } from '../../platform/http/cursor.ts';
import { subscriberTypes } from '../filter/fields.ts';
import type { Subscriber } from './subscriber.ts';

type Place = { column: RawBuilder<unknown>; value: (row: Subscriber) => string | number };

/** The orders in which a page is found from the last row of the page before it. Everybody has a value in these columns. */
const places: Record<string, Place> = {
  creation_date: { column: sql`creation_date`, value: ({ creation_date }) => creation_date },
  modification_date: { column: sql`modification_date`, value: ({ modification_date }) => modification_date },
  email_address: { column: sql`normal_address`, value: ({ normal_address }) => normal_address },
  type: { column: sql`type`, value: ({ type }) => type },
  secondary_id: { column: sql`subscribers.key`, value: ({ key }) => key },
};

type Order = { column: string; direction: 'asc' | 'desc' };
/** Where a page begins, and how many subscribers there are on all pages. */
export type Cursor = { value: string | number; key: number; count: number };

const cursor = cursorOf(
  z.tuple([z.string(), z.union([z.string(), z.int()]), z.int().min(0), z.int().min(0)]),
);

/** Returns the cursor of the page after this row; undefined for an order that has no cursors. */
export function writeCursor(order: Order, last: Subscriber | undefined, count: number): string | undefined {
  const place = places[order.column];
  if (!place || !last) return undefined;
  return cursor.write([nameOf(order), place.value(last), last.key, count]);
}

/** Throws `request_invalid` for a cursor of another order, or one that no page has had. */
export function readCursor(order: Order, text: string): Cursor {
  const isOfOrder = ([name, value]: [string, string | number, ...unknown[]]) =>
    name === nameOf(order) && fits(order.column, value);
  const [, value, key, count] = cursor.read(text, isOfOrder);
  return { value, key, count };
}

/** Matches the subscribers after the cursor. */
export function afterCursor({ column, direction }: Order, { value, key }: Cursor): RawBuilder<boolean> {
  const operator = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${places[column]!.column}, subscribers.key) ${operator} (${value}, ${key}::bigint)`;
}

const nameOf = ({ column, direction }: Order) => `${column} ${direction}`;

function fits(column: string, value: string | number): boolean {
  const types: readonly (string | number)[] = subscriberTypes;
  switch (column) {
    case 'creation_date':
    case 'modification_date':
      return z.iso.datetime().safeParse(value).success;
    case 'email_address':
      return typeof value === 'string' && !value.includes('\0');
    case 'type':
      return types.includes(value);
    case 'secondary_id':
      return typeof value === 'number';
    default:
      return false;
  }
}
