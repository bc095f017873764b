import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { cursorOf } from '../../platform/http/cursor.ts';

/** The position of an event among all: by date, then by rank (0 is the journal), then by email and recipient, or by key. */
export type Place = { creation_date: string; rank: number; email_key: number; place: number };

/** One part of the merged order, in a form that each source can read from an index. */
export type Keyset = {
  order: RawBuilder<unknown>;
  limit: number;
  /** Returns the condition that a row of the source `rank` comes after the position where the page begins. */
  boundFor(
    rank: number,
    email_key: RawBuilder<unknown>,
    date: RawBuilder<unknown>,
    key: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
};

const beyondAll = sql`9223372036854775807`;

/** Selects at most `limit` rows after `after`, or from the start. */
export function keysetOf(direction: 'asc' | 'desc', limit: number, after: Place | undefined): Keyset {
  const operator = direction === 'asc' ? sql`>` : sql`<`;
  return {
    order: direction === 'asc' ? sql`asc` : sql`desc`,
    limit,
    boundFor(rank, email_key, date, key) {
      if (!after) return sql`true`;
      // At exactly the moment of `after`, a source of lower rank is entirely before the page, and one of higher rank
      // entirely after it.
      const ofEmail = sql`case when ${email_key} < ${after.email_key}::bigint then ${beyondAll} when ${email_key} = ${after.email_key}::bigint then ${after.place}::bigint else 0 end`;
      const bound = rank === after.rank ? ofEmail : rank < after.rank ? beyondAll : sql`0`;
      return sql`(${date}, ${key}) ${operator} (${after.creation_date}::timestamptz, ${bound}::bigint)`;
    },
  };
}

const cursor = cursorOf(z.tuple([z.iso.datetime(), z.int().min(0), z.int().min(0), z.int().min(0)]));

/** Returns the position as text, for the address of the next page. */
export function writeCursor({ creation_date, rank, email_key, place }: Place): string {
  return cursor.write([creation_date, rank, email_key, place]);
}

export function readCursor(text: string): Place {
  const [creation_date, rank, email_key, place] = cursor.read(text);
  return { creation_date, rank, email_key, place };
}
