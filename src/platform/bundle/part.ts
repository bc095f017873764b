import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import type { Secret } from '../secrets/signed-tokens.ts';
import type { Vault } from '../secrets/vault.ts';

/** The newsletter that is exported or imported, and what encrypted columns need. */
export type BundleContext = {
  newsletter: { key: number; id: string; suppression_keys: Buffer[] };
  secret: Secret;
  vault: Vault;
};

/**
 * One kind of rows in a bundle, each a line of JSON. Lines name other rows by their ids, or by their place in an earlier
 * part, and hold nothing that only this installation knows.
 */
export type Part<Line> = {
  /** The name of its file, without `.jsonl`. */
  name: string;
  /** Whether a line has this shape; of what is imported, nothing else gets into the database. */
  line: z.ZodType<Line>;
  /**
   * Selects the lines of a newsletter as columns, in an order that importing them preserves. What would act by itself
   * elsewhere (schedules, sends under way, feeds that are followed) is selected at rest.
   */
  rows(context: BundleContext): RawBuilder<unknown>;
  /** Inserts lines, in order; returns how many. A line that names a row that is not there does not count. */
  take(trx: Database, context: BundleContext, lines: Line[]): Promise<number>;
  /** What remains to be done once all its lines are there. */
  end?(trx: Database, context: BundleContext): Promise<void>;
};

/** The part as the list of all parts holds it. */
export type AnyPart = Part<unknown>;

export function definePart<Line>(part: Part<Line>): AnyPart {
  return part as unknown as AnyPart;
}

/** In a statement: the lines as rows `line`, with their columns, and `place` for their order. */
export function recordsOf(lines: readonly object[], columns: string): RawBuilder<unknown> {
  const numbered = JSON.stringify(lines.map((line, place) => ({ ...line, place })));
  return sql`jsonb_to_recordset(${numbered}::jsonb) as line (place int, ${sql.raw(columns)})`;
}

/** Runs an insert, and returns how many rows it inserted, or selected at its end. */
export async function countInserted(trx: Database, insert: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows, rows } = await insert.execute(trx);
  return Number(numAffectedRows ?? rows.length);
}

/** The fields that lines have in common. */
export const stamp = z.iso.datetime({ offset: true });
export const stampOrNull = stamp.nullable();
export const uuid = z.uuid();
/** Text that a database row may hold anywhere. */
export const free = z.string();
export const whole = z.int();
export const json = z.record(z.string(), z.unknown());
