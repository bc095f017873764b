import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { InputError } from '../../platform/http/errors.ts';
import { subscriberTypes } from '../filter/fields.ts';
import type { Subscriber } from './subscriber.ts';

type Place = { column: RawBuilder<unknown>; value: (row: Subscriber) => string | number };

/** The orders whose next page is found from the last row of the one before. Everybody has a value there. */
const places: Record<string, Place> = {
  creation_date: { column: sql`creation_date`, value: ({ creation_date }) => creation_date },
  modification_date: { column: sql`modification_date`, value: ({ modification_date }) => modification_date },
  email_address: { column: sql`normal_address`, value: ({ normal_address }) => normal_address },
  type: { column: sql`type`, value: ({ type }) => type },
  secondary_id: { column: sql`subscribers.key`, value: ({ key }) => key },
};

type Order = { column: string; direction: 'asc' | 'desc' };
/** Where a page begins, and how many there are on all pages. */
export type Cursor = { value: string | number; key: number; count: number };

const fields = z.tuple([z.string(), z.union([z.string(), z.int()]), z.int().min(0), z.int().min(0)]);

/** The cursor of the page after this row; undefined for an order that has none. */
export function writeCursor(order: Order, last: Subscriber | undefined, count: number): string | undefined {
  const place = places[order.column];
  if (!place || !last) return undefined;
  const written: z.output<typeof fields> = [nameOf(order), place.value(last), last.key, count];
  return Buffer.from(JSON.stringify(written)).toString('base64url');
}

/** Throws `request_invalid` for a cursor of another order, or one that no page had. */
export function readCursor(order: Order, text: string): Cursor {
  try {
    const [name, value, key, count] = fields.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (name === nameOf(order) && fits(order.column, value)) return { value, key, count };
  } catch {}
  throw new InputError(['cursor'], 'is invalid; use the address in `next` unchanged, or omit the cursor');
}

/** Matches those after the cursor. */
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
