import { type RawBuilder, sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { DeliveryStatus } from '../../platform/database/schema.ts';
import { isInChunk } from './delivery.ts';

/** The statuses of a delivery. */
export const statuses = [
  'planned',
  'accepted',
  'temporary',
  'permanent',
  'uncertain',
  'skipped',
  'bounced',
  'complained',
] as const satisfies DeliveryStatus[];

export const reactions = {
  opens: 'open_date',
  clicks: 'click_date',
  unsubscriptions: 'unsubscription_date',
  complaints: 'complaint_date',
} as const;

/** Counts the rows with this status, under its name. */
export function tallyOf(status: DeliveryStatus): RawBuilder<unknown> {
  return sql`count(*) filter (where status = ${sql.lit(status)}) as ${sql.ref(status)}`;
}

/** Counts, for each status, the rows that move to it; and the bounces that are not hard. */
export const tallies = sql.join([
  ...statuses.map(tallyOf),
  sql`count(*) filter (where bounce_kind <> 'hard') as soft_bounced`,
]);

/** The number of people whom an email goes to, whatever the outcome of their copies, summed over some chunks. */
export const recipients = sql`
  coalesce(sum(planned + accepted + temporary + permanent + uncertain + bounced + complained), 0)::bigint`;

/** The number of people who have their copy, as far as known, summed over some chunks. */
export const deliveries = sql`coalesce(sum(accepted + complained), 0)::bigint`;

/** The counts of each chunk. */
export const columns = [...statuses, 'soft_bounced', ...Object.keys(reactions)];

/** The statuses that the rows move from and to. Each named status costs two aggregates in every statement. */
type Moves = { from?: readonly DeliveryStatus[]; to?: readonly DeliveryStatus[] };

type Place = { email_key: number | RawBuilder<unknown>; first_key: number | RawBuilder<unknown> };

/**
 * Returns the (usually last) part of a statement that moves rows of one chunk, in `changed (was, now)`: updates the chunk's counts, and
 * sets `also`.
 */
export function countMoves(
  { email_key, first_key }: Place,
  also: RawBuilder<unknown> = sql``,
  { from = statuses, to = statuses }: Moves = {},
) {
  const moving = statuses.filter(status => from.includes(status) || to.includes(status));
  const set = moving.map(
    status => sql`${sql.ref(status)} = chunk.${sql.ref(status)} + moved.${sql.ref(status)}`,
  );
  const moved = moving.map(status => {
    const come = to.includes(status) ? sql`count(*) filter (where now = ${sql.lit(status)})` : sql`0`;
    const gone = from.length === 1 ? sql`count(*)` : sql`count(*) filter (where was = ${sql.lit(status)})`;
    return sql`${come} - ${from.includes(status) ? gone : sql`0`} as ${sql.ref(status)}`;
  });
  return sql`
    update delivery_chunks chunk set ${sql.join(set)}${also}
    from (select ${sql.join(moved)} from changed) moved
    where chunk.email_key = ${email_key} and chunk.first_key = ${first_key}`;
}

/** A chunk whose stored counts differ from its rows. */
export type Discrepancy = {
  email_id: string;
  first_key: number;
  last_key: number;
  counted: Record<string, number>;
  kept: Record<string, number>;
};

/**
 * Compares the stored counts of these emails, or of all, with the rows of the ledger, for emails whose rows are kept. Returns an empty list
 * if they match, as they must.
 */
export async function findDiscrepancies(db: Database, email_keys?: number[]): Promise<Discrepancy[]> {
  const isWanted = email_keys ? sql`chunk.email_key = any(${email_keys}::bigint[]) and` : sql``;
  const facts = sql.join(
    Object.entries(reactions).map(([name, column]) => sql`count(${sql.ref(column)}) as ${sql.ref(name)}`),
  );
  const { rows } = await sql<Discrepancy>`
    select emails.id as email_id, chunk.first_key, chunk.last_key, to_jsonb(counted) as counted,
      jsonb_build_object(${sql.join(columns.map(name => sql`${sql.lit(name)}::text, chunk.${sql.ref(name)}`))}) as kept
    from delivery_chunks chunk
    join emails on emails.key = chunk.email_key and deliveries_dropped_date is null
    cross join lateral (
      select ${tallies}, ${facts} from deliveries
      where deliveries.email_key = chunk.email_key and ${isInChunk(sql`deliveries`, sql`chunk`)}
    ) counted
    where ${isWanted} (${sql.join(columns.map(name => sql`chunk.${sql.ref(name)}`))}) is distinct from (${sql.join(columns.map(name => sql`counted.${sql.ref(name)}`))})
    order by 1, 2`.execute(db);
  return rows;
}

/** Recounts the rows wherever stored counts differ. Returns the number of chunks. */
export async function recount(db: Database): Promise<number> {
  return inTransaction(db, async trx => {
    await sql`lock table delivery_chunks in share row exclusive mode`.execute(trx);
    const wrong = await findDiscrepancies(trx);
    for (const { email_id, first_key, counted } of wrong) {
      await sql`
        update delivery_chunks set ${sql.join(columns.map(name => sql`${sql.ref(name)} = ${counted[name]}`))}
        from emails where emails.id = ${email_id} and email_key = emails.key and first_key = ${first_key}`.execute(
        trx,
      );
    }
    return wrong.length;
  });
}
