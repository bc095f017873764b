import { type RawBuilder, sql } from 'kysely';

// This file is for statements about some recipients of an email, by their keys. With a join or `= any(…)`, PostgreSQL may read everybody of
// the email and pick them out, and it does so when its statistics say that the email has hardly any rows, as they do for every new one.
// These forms leave it no choice: docs/decisions/ledger.md.

type Key = number | RawBuilder<unknown>;

/**
 * Part of a `from`: joins the row of the recipient `subscriber_key`, a column of a preceding table, if it meets `where`, as `found` with
 * these columns.
 */
export function lookUp(
  email_key: Key,
  subscriber_key: RawBuilder<unknown>,
  { columns, where }: { columns: RawBuilder<unknown>; where: RawBuilder<unknown> },
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select ${columns} from deliveries row
      where row.email_key = ${email_key} and row.subscriber_key = ${subscriber_key} and ${where}
      limit 1 ${lock}
    ) found`;
}

/** Does the same, and locks the row. */
export function lockUp(...[email_key, subscriber_key, what]: Parameters<typeof lookUp>): RawBuilder<unknown> {
  return lookUp(email_key, subscriber_key, what, sql`for no key update of row`);
}

/** A CTE `named`: those of these recipients who meet `where`, locked in the order of their keys. */
export function lockThose(
  email_key: Key,
  subscriber_keys: number[],
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    named as materialized (
      select subscriber_key from (select unnest(${subscriber_keys}::bigint[]) as subscriber_key order by 1) wanted
      ${lockUp(email_key, sql`wanted.subscriber_key`, { columns: sql``, where })}
    )`;
}

/**
 * Updates the recipients in `rows (subscriber_key, …)`, whom the same statement has locked, with `set`, which may use these columns of
 * `rows` as `excluded.…`. Locked rows exist, so nothing is inserted: `on conflict` makes PostgreSQL find a row by its key without a plan.
 */
export function updateLocked(
  email_key: Key,
  rows: RawBuilder<unknown>,
  set: RawBuilder<unknown>,
  columns: string[] = [],
): RawBuilder<unknown> {
  const names = sql.join(['subscriber_key', ...columns].map(name => sql.ref(name)));
  return sql`
    insert into deliveries (email_key, ${names}) select ${email_key}::bigint, ${names} from ${rows}
    on conflict (email_key, subscriber_key) do update set ${set}`;
}
