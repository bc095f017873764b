import { z } from 'zod';
import { InputError } from '../../platform/http/errors.ts';

/** The last row of a page: its date, its key (of a subscriber) or hash (of an erased person), and how many rows all pages have. */
export type Cursor = { date: string; key: number | null; hash: string | null; count: number };

const fields = z
  .tuple([
    z.iso.datetime(),
    z.int().min(0).nullable(),
    z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    z.int().min(0),
  ])
  .refine(([, key, hash]) => (key === null) !== (hash === null));

export function writeCursor({ date, key, hash, count }: Cursor): string {
  return Buffer.from(JSON.stringify([date, key, hash, count])).toString('base64url');
}

/** Throws `request_invalid` for anything but a cursor that a page had. */
export function readCursor(text: string): Cursor {
  try {
    const [date, key, hash, count] = fields.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { date, key, hash, count };
  } catch {
    throw new InputError(['cursor'], 'is invalid; use the address in `next` unchanged, or omit the cursor');
  }
}
