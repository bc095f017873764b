import { z } from 'zod';
import { cursorOf } from '../../platform/http/cursor.ts';

/** The last row of a page: its date, and its key (of a subscriber) or hash (of an erased person); and how many rows all pages have. */
export type Cursor = { date: string; key: number | null; hash: string | null; count: number };

const cursor = cursorOf(
  z
    .tuple([
      z.iso.datetime(),
      z.int().min(0).nullable(),
      z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .nullable(),
      z.int().min(0),
    ])
    .refine(([, key, hash]) => (key === null) !== (hash === null)),
);

export function writeCursor({ date, key, hash, count }: Cursor): string {
  return cursor.write([date, key, hash, count]);
}

/** Throws `request_invalid` for any text that is not the cursor of a page. */
export function readCursor(text: string): Cursor {
  const [date, key, hash, count] = cursor.read(text);
  return { date, key, hash, count };
}
