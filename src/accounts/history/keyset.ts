import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { InputError } from '../../platform/http/errors.ts';

/** Where an event stands in the order of all: by date, then rank (0: the journal), then email and recipient, or key. */
export type Place = { creation_date: string; rank: number; email_key: number; place: number };

/** A part of the merged order, in such a form that each source can read it from an index. */
export type Keyset = {
  order: RawBuilder<unknown>;
  limit: number;
  /** The condition that a row of the source `rank` lies behind the place where the page begins. */
  boundFor(
    rank: number,
    email_key: RawBuilder<unknown>,
    date: RawBuilder<unknown>,
    key: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
};

const beyondAll = sql`9223372036854775807`;

/** The rows behind `after`, or all, at most `limit`. */
export function keysetOf(direction: 'asc' | 'desc', limit: number, after: Place | undefined): Keyset {
  const operator = direction === 'asc' ? sql`>` : sql`<`;
  return {
    order: direction === 'asc' ? sql`asc` : sql`desc`,
    limit,
    boundFor(rank, email_key, date, key) {
      if (!after) return sql`true`;
      // Of the very moment of `after`, a source that comes earlier in the order has all its rows on one side, a later one on the other.
      const ofEmail = sql`case when ${email_key} < ${after.email_key}::bigint then ${beyondAll} when ${email_key} = ${after.email_key}::bigint then ${after.place}::bigint else 0 end`;
      const bound = rank === after.rank ? ofEmail : rank < after.rank ? beyondAll : sql`0`;
      return sql`(${date}, ${key}) ${operator} (${after.creation_date}::timestamptz, ${bound}::bigint)`;
    },
  };
}

const placeFields = z.tuple([z.iso.datetime(), z.int().min(0), z.int().min(0), z.int().min(0)]);

/** The place as it stands in the address of the next page. */
export function writeCursor({ creation_date, rank, email_key, place }: Place): string {
  return Buffer.from(JSON.stringify([creation_date, rank, email_key, place])).toString('base64url');
}

export function readCursor(text: string): Place {
  try {
    const [creation_date, rank, email_key, place] = placeFields.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString()),
    );
    return { creation_date, rank, email_key, place };
  } catch {
    throw new InputError(['cursor'], 'use the address in `next` as it is, or leave the cursor out');
  }
}
