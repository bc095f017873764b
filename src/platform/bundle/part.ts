import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import type { Secret } from '../secrets/signed-tokens.ts';
import type { Vault } from '../secrets/vault.ts';

/** The newsletter that is exported or imported, and the keys for encrypted columns. */
export type BundleContext = {
  newsletter: { key: number; id: string; suppression_keys: Buffer[] };
  secret: Secret;
  vault: Vault;
};

/**
 * One kind of row in a bundle; each row is a line of JSON. Lines refer to other rows by id, or by position in an earlier
 * part, and contain nothing that makes sense only in this installation.
 */
export type Part<Line> = {
  /** The name of its file, without `.jsonl`. */
  name: string;
  /** Whether bundles of earlier versions lack it. */
  may_be_missing?: true;
  /** The shape of a line. Nothing else gets into the database. */
  line: z.ZodType<Line>;
  /**
   * Selects the lines of a newsletter as columns, in an order that imports preserve. Whatever would start by itself in the
   * new installation (schedules, sends in progress, active automations) is selected at rest.
   */
  rows(context: BundleContext): RawBuilder<unknown>;
  /** Inserts lines in order and returns how many. A line that refers to a missing row is not inserted or counted. */
  take(trx: Database, context: BundleContext, lines: Line[]): Promise<number>;
  /** Does the remaining work after all of its lines have been inserted. */
  end?(trx: Database, context: BundleContext): Promise<void>;
};

/** A part whose type of lines is unknown, as in the list of all parts. */
export type AnyPart = Part<unknown>;

type Insert<Line> = { insert(context: BundleContext, lines: Line[]): RawBuilder<unknown> };

/** Defines a part that takes lines with `take`, or with one statement, `insert`. */
export function definePart<Line>(part: Part<Line> | (Omit<Part<Line>, 'take'> & Insert<Line>)): AnyPart {
  const complete: Part<Line> =
    'take' in part
      ? part
      : { ...part, take: (trx, context, lines) => countInserted(trx, part.insert(context, lines)) };
  return complete as unknown as AnyPart;
}

/** Returns SQL for the lines as rows named `line`, with their columns, and with `place` for their order. */
export function recordsOf(lines: readonly object[], columns: string): RawBuilder<unknown> {
  const numbered = JSON.stringify(lines.map((line, place) => ({ ...line, place })));
  return sql`jsonb_to_recordset(${numbered}::jsonb) as line (place int, ${sql.raw(columns)})`;
}

/** Runs an insert. Returns how many rows it inserted, or selected at its end. */
export async function countInserted(trx: Database, insert: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows, rows } = await insert.execute(trx);
  return Number(numAffectedRows ?? rows.length);
}

/** The fields that lines share. */
export const stamp = z.iso.datetime({ offset: true });
export const stampOrNull = stamp.nullable();
export const uuid = z.uuid();
/** Text that any column of the database can store. */
export const free = z.string();
export const whole = z.int();
export const json = z.record(z.string(), z.unknown());
