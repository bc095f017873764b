import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { sameSeal } from './queries.ts';

/** How long work may go out after the witness was moved. */
const leaseSeconds = 20;
/** The most tokens that are remembered while it is unknown whether they were written. */
const mostTokens = 50;

/** The epoch and the witness that a process knows. */
export type Known = { epoch: string; witness: string };

const isCurrent = ({ epoch, witness }: Known) =>
  sql`state = 'open' and epoch = ${epoch} and witness = ${witness}`;

export type Announcement = {
  /** When the write begins, by the clock of the server. */
  begun: string;
  /** The tokens that the witness could have contained before. */
  before: string[];
};

/**
 * Records that `token` may replace `seen` in the witness. Returns undefined, and records nothing, if nobody who uses this database has
 * written `seen`, or if the epoch has ended.
 */
export async function announceToken(
  db: Database,
  known: Known,
  { seen, token }: { seen: string; token: string },
): Promise<Announcement | undefined> {
  const { rows } = await sql<Announcement>`
    update fence set ${sameSeal},
      witness_tokens = (witness_tokens || ${token}::text)[greatest(1, cardinality(witness_tokens) + 2 - ${mostTokens}::int):]
    where ${isCurrent(known)}
      and (witness_adopts or ${seen} = any(witness_tokens))
    returning clock_timestamp()::text as begun, trim_array(witness_tokens, 1) as before`.execute(db);
  return rows[0];
}

/** Forgets a token that was certainly not written. */
export async function withdrawToken(db: Database, known: Known, token: string): Promise<void> {
  await sql`
    update fence set ${sameSeal}, witness_tokens = array_remove(witness_tokens, ${token}) where ${isCurrent(known)}`.execute(
    db,
  );
}

/** Starts a new lease, because `token` was written. */
export async function startLease(
  db: Database,
  known: Known,
  { token, begun, before }: Announcement & { token: string },
): Promise<void> {
  await sql`
    update fence set ${sameSeal}, witness_adopts = false, witness_trouble = '',
      witness_tokens = array(select known from unnest(witness_tokens) known where known <> all(${before}::text[])),
      lease_from = ${begun}::timestamptz, lease_until = ${begun}::timestamptz + make_interval(secs => ${leaseSeconds})
    where ${isCurrent(known)} and ${token} = any(witness_tokens)`.execute(db);
}

/** Ends the lease now, so that the next start need not wait for its end. */
export async function endLease(db: Database, known: Known): Promise<void> {
  await sql`
    update fence set ${sameSeal}, lease_until = clock_timestamp() where ${isCurrent(known)} and lease_until > clock_timestamp()`.execute(
    db,
  );
}

/** Records why the witness could not be used. */
export async function noteTrouble(db: Database, known: Known, trouble: string): Promise<void> {
  await sql`
    update fence set ${sameSeal}, witness_trouble = ${trouble} where ${isCurrent(known)} and witness_trouble <> ${trouble}`.execute(
    db,
  );
}
