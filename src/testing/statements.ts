import pg from 'pg';

/** The form in which pg sends a value, which its types do not declare. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Uint8Array | null | undefined } }
).utils;

/** A statement with its values as literals. */
export type Statement = { text: string; literals: string[] };

/** Records the statements of this process that read or change rows, each text once with its last values, until `stop`. */
export function recordStatements(): { stop(): Statement[] } {
  const found = new Map<string, readonly unknown[]>();
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first, second] = asked as [string | { text?: string; values?: unknown[] }, unknown];
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : first;
    if (text && /^\s*(select|insert|update|delete|with)\b/i.test(text))
      found.set(text, Array.isArray(values) ? values : []);
    return Reflect.apply(query, this, asked);
  } as typeof query;
  return {
    stop() {
      prototype.query = query;
      return [...found].map(([text, values]) => ({ text, literals: values.map(literalOf) }));
    },
  };
}

function literalOf(value: unknown): string {
  const sent = prepareValue(value);
  if (sent === null || sent === undefined) return 'null';
  return typeof sent === 'string' ? pg.escapeLiteral(sent) : `'\\x${Buffer.from(sent).toString('hex')}'`;
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/**
 * Runs the statement, undoes it, and returns how many rows of these tables it has read. Undefined if it cannot run a second time, for
 * example an insert with a fixed id.
 */
export async function rowsReadBy(
  client: pg.Client,
  { text, literals }: Statement,
  isCounted: (table: string) => boolean,
): Promise<number | undefined> {
  const values = literals.length > 0 ? `(${literals.join(', ')})` : '';
  await client.query('begin');
  try {
    await client.query(`prepare recorded as ${text}`);
    const { rows } = await client.query(
      `explain (analyze, timing off, summary off, format json) execute recorded${values}`,
    );
    return rowsOf(rows[0]['QUERY PLAN'][0].Plan, isCounted);
  } catch (error) {
    if ((error as pg.DatabaseError).code === '23505') return undefined;
    throw new Error(`${text}: ${(error as Error).message}`);
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function rowsOf(plan: Plan, isCounted: (table: string) => boolean): number {
  const own =
    plan['Relation Name'] && plan['Node Type'].endsWith('Scan') && isCounted(plan['Relation Name'])
      ? (plan['Actual Rows'] +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0)) *
        plan['Actual Loops']
      : 0;
  return (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(one, isCounted), own);
}
