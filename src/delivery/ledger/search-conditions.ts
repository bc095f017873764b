import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { DeliveryStatus } from '../../platform/database/schema.ts';
import { statuses } from './counts.ts';
import { mayBeResent, resendable } from './plan-again.ts';
import type { DeliveryConditions } from './recipient.ts';

export type Conditions = Omit<DeliveryConditions, 'subscriber'> & {
  subscriber_key?: number | undefined;
  /** Only deliveries to these people, who were found by their addresses. */
  subscriber_keys?: number[];
};

/** The deliveries of one email of a newsletter that meet the conditions. */
export type Wanted = { newsletter_key: number; email_key: number; conditions: Conditions };

const ofLedger = {
  opened: sql`d.open_date`,
  clicked: sql`d.click_date`,
  unsubscribed: sql`d.unsubscription_date`,
  complained: sql`d.complaint_date`,
};

/**
 * Returns the clauses that find the matching rows `d` of the ledger, joined with their subscribers `s` only if a condition is about them.
 */
export function matchingRows({ newsletter_key, email_key, conditions }: Wanted) {
  const known = statuses.filter(status => !conditions.status || conditions.status.includes(status));
  const { subscriber_key, subscriber_keys, search, domain } = conditions;
  const about = [
    ...(search === undefined ? [] : [contains(search)]),
    ...(domain === undefined ? [] : [sql`s.domain = ${domain.trim().toLowerCase()}`]),
  ];
  const rows = [
    sql`d.email_key = ${email_key}`,
    ...(known.length === statuses.length ? [] : [isOneOf(known)]),
    ...(subscriber_key === undefined ? [] : [sql`d.subscriber_key = ${subscriber_key}`]),
    ...(subscriber_keys === undefined ? [] : [sql`d.subscriber_key = any(${subscriber_keys}::bigint[])`]),
    ...Object.entries(ofLedger).flatMap(([name, column]) =>
      has(column, conditions[name as keyof typeof ofLedger]),
    ),
    ...(typeof conditions.resendable === 'boolean' ? [canBeResent(conditions.resendable)] : []),
  ];
  const ofNewsletter = sql`s.newsletter_key = ${newsletter_key}`;
  const all = about.length === 0 ? rows : [...rows, ...about, ofNewsletter];
  return {
    concernsPeople: about.length > 0,
    from:
      about.length === 0
        ? sql`deliveries d`
        : sql`deliveries d join subscribers s on s.key = d.subscriber_key`,
    where: sql<boolean>`${sql.join(all, sql` and `)}`,
    ofNewsletter,
  };
}

/**
 * Returns the condition that a row has one of these statuses. They are written out, so that the planner sees which partial index contains
 * them.
 */
function isOneOf(known: readonly DeliveryStatus[]): RawBuilder<boolean> {
  if (known.length === 0) return sql<boolean>`false`;
  return sql<boolean>`d.status in (${sql.join(known.map(status => sql.lit(status)))})`;
}

function contains(search: string): RawBuilder<boolean> {
  return sql<boolean>`position(${search.trim().toLowerCase()} in s.normal_address) > 0`;
}

/** Up to this many people are looked up in the ledger one by one. */
const few = 5_000;

/**
 * Adds the keys of the people whose addresses contain the search text, if they are few. The planner does not know how many they are, and
 * would search the address of each recipient.
 */
export async function findFew(db: Database, wanted: Wanted): Promise<Wanted> {
  const { search, ...others } = wanted.conditions;
  if (search === undefined) return wanted;
  const { rows } = await sql<{ key: number }>`
    select key from subscribers s where newsletter_key = ${wanted.newsletter_key} and ${contains(search)} limit ${few + 1}`.execute(
    db,
  );
  if (rows.length > few) return wanted;
  return { ...wanted, conditions: { ...others, subscriber_keys: rows.map(({ key }) => key) } };
}

function has(column: RawBuilder<unknown>, wanted: boolean | '' | undefined): RawBuilder<unknown>[] {
  if (wanted === undefined || wanted === '') return [];
  return [wanted ? sql`${column} is not null` : sql`${column} is null`];
}

function canBeResent(wanted: boolean): RawBuilder<boolean> {
  const can = sql<boolean>`(${isOneOf(resendable)} and ${mayBeResent(sql`d.status`, sql`d.subscriber_key`)})`;
  return wanted ? can : sql<boolean>`not ${can}`;
}

/** Counts the matching rows: from the counts of the chunks if these are enough, otherwise row by row. */
export async function countMatching(db: Database, wanted: Wanted): Promise<number> {
  const kept = keptCount(wanted.conditions);
  const { from, where } = matchingRows(wanted);
  const { rows } = await (kept
    ? sql<{ count: number }>`
        select coalesce(sum(${kept}), 0)::bigint as count from delivery_chunks where email_key = ${wanted.email_key}`
    : sql<{ count: number }>`select count(*) as count from ${from} where ${where}`
  ).execute(db);
  return rows[0]!.count;
}

const keptReactions = {
  opened: sql`opens`,
  clicked: sql`clicks`,
  unsubscribed: sql`unsubscriptions`,
  complained: sql`complaints`,
};
const everybody = sql.join(
  statuses.map(status => sql.ref(status)),
  sql` + `,
);

/**
 * Returns the sum of counts in the chunks that answers the conditions. Chunks count rows by status and rows with a reaction, but not by
 * both at once: then undefined.
 */
function keptCount(conditions: Conditions): RawBuilder<unknown> | undefined {
  const [first, ...others] = Object.entries(conditions).filter(([, value]) => value !== undefined);
  if (others.length > 0) return undefined;
  if (!first) return everybody;
  const [name, value] = first;
  if (name === 'status') {
    const known = statuses.filter(status => conditions.status!.includes(status));
    return known.length === 0
      ? undefined
      : sql.join(
          known.map(status => sql.ref(status)),
          sql` + `,
        );
  }
  const reaction = keptReactions[name as keyof typeof keptReactions];
  if (!reaction) return undefined;
  return value === true ? reaction : sql`${everybody} - ${reaction}`;
}
