import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';
import { composeKeys, type Listed, listKeys } from './compose-keys.ts';
import { printTable } from './table.ts';

/** A statement that a cluster refuses, with the reason. */
export type Refusal = { what: string; reason: string };
/** The number of requests by kind, and the refusals. */
export type Distributed = { asked: Record<string, number>; refusals: (Refusal & { kind: string })[] };

/** Distributes every table as docs/scale.md says, if the cluster accepts it. */
export async function distribute(db: Database): Promise<Distributed> {
  await sql`set citus.shard_count = 4`.execute(db);
  const tables = listKeys().filter(({ key }) => key !== 'one node');
  const order = ['reference', 'newsletter_key'];
  let left = tables.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  const reasons = new Map<string, string>();
  // A table that refers to one that is not distributed yet is refused, so some need several tries.
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const refused: Listed[] = [];
    for (const listed of left) {
      const reason = await tryTable(db, listed);
      if (reason === undefined) continue;
      refused.push(listed);
      reasons.set(listed.table, reason);
    }
    left = refused;
  }
  return {
    asked: Object.fromEntries(order.map(key => [key, tables.filter(table => table.key === key).length])),
    refusals: left.map(({ table, key }) => ({ kind: key, what: table, reason: reasons.get(table)! })),
  };
}

/**
 * Does the same with composed keys, with triggers allowed (which Citus calls unsafe), and with the foreign keys removed meanwhile and added
 * again.
 */
export async function distributeComposed(db: Database): Promise<Distributed> {
  const foreign = await composeKeys(db);
  await sql`set citus.enable_unsafe_triggers = on`.execute(db);
  const { asked, refusals } = await distribute(db);
  const kind = 'foreign keys';
  for (const text of foreign) {
    const reason = await reasonOf(sql.raw(text).execute(db));
    if (reason !== undefined) refusals.push({ kind, what: text, reason });
  }
  return { asked: { ...asked, [kind]: foreign.length }, refusals };
}

/** Prints how many of each kind were accepted, and the reasons for the others. */
export function printRefusals(title: string, { asked, refusals }: Distributed): void {
  printTable(
    `The schema ${title}`,
    Object.entries(asked).map(([kind, count]) => ({
      kind,
      asked: count,
      taken: count - refusals.filter(refusal => refusal.kind === kind).length,
    })),
  );
  printReasons(refusals);
}

/** Prints the reasons for refusals, the most frequent first. */
export function printReasons(refusals: Refusal[]): void {
  const reasons = Map.groupBy(refusals, ({ reason }) => reason.replaceAll(/"\w+"/g, '…'));
  printTable(
    'Refused',
    [...reasons]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([reason, all]) => ({
        count: all.length,
        reason,
        'for example': all[0]!.what.replaceAll(/\s+/g, ' ').slice(0, 90),
      })),
  );
}

async function tryTable(db: Database, { table, key }: Listed): Promise<string | undefined> {
  if (key === 'reference') return reasonOf(sql`select create_reference_table(${table})`.execute(db));
  return reasonOf(sql`select create_distributed_table(${table}, ${key})`.execute(db));
}

async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
