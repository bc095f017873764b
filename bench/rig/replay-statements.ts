import type pg from 'pg';
import { type Database, poolOf } from '../../src/platform/database/connect.ts';
import { inComposed } from './compose-keys.ts';
import type { Refusal } from './distribute.ts';

export type Recorded = { text: string; values: unknown[] };

/** Records every statement of this pool, each text once, without those that begin and end transactions. */
export function recordStatements(db: Database): Map<string, Recorded> {
  const recorded = new Map<string, Recorded>();
  poolOf(db).prependListener('connect', client => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((asked: string | Recorded, ...rest: unknown[]) => {
      const { text, values } =
        typeof asked === 'string' ? { text: asked, values: (rest[0] ?? []) as unknown[] } : asked;
      if (/^\s*(select|insert|update|delete|with)\b/i.test(text)) recorded.set(text, { text, values });
      return query(asked, ...rest);
    }) as typeof client.query;
  });
  return recorded;
}

export type Replay = { refusals: Refusal[]; on_all: Recorded[]; on_one: Recorded[]; local: Recorded[] };

/** Asks a cluster for a plan of each statement. The cluster refuses it, or runs it on all shards, on one, or without any. */
export async function replayStatements(db: Database, statements: Iterable<Recorded>): Promise<Replay> {
  const replay: Replay = { refusals: [], on_all: [], on_one: [], local: [] };
  const client: pg.PoolClient = await poolOf(db).connect();
  for (const statement of statements) {
    await client.query('begin');
    try {
      const text = `explain (verbose, costs off) ${inComposed(statement.text)}`;
      const { rows } = await client.query(text, statement.values);
      const plan = rows.map(row => row['QUERY PLAN']).join('\n');
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      const into = tasks.length === 0 ? 'local' : Math.max(...tasks) > 1 ? 'on_all' : 'on_one';
      replay[into].push(statement);
    } catch (error) {
      replay.refusals.push({ what: statement.text.trim(), reason: (error as Error).message });
    }
    await client.query('rollback');
  }
  client.release();
  return replay;
}
