import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { timestamp } from '../platform/http/fields.ts';

export const databaseSchema = z
  .object({
    version: z.string().describe('The version of PostgreSQL'),
    is_embedded: z.boolean().describe('Whether Postrider runs it itself'),
    size: z.int().describe('In bytes, with all indexes'),
    connections: z
      .object({
        used: z.int().describe('Connections of all programs that use this server'),
        most: z.int().describe('The maximum number of connections that it allows'),
      })
      .describe('Connections to the server'),
    longest_transaction_seconds: z
      .number()
      .describe('The age of the oldest open transaction: until it ends, deleted rows keep their space'),
    cache_hit_rate: z
      .number()
      .nullable()
      .describe('The share of pages that were read from memory; null if none were read'),
    replicas: z
      .array(
        z.object({
          name: z.string().describe('Its host and port'),
          status: z
            .enum(['in_use', 'behind', 'away'])
            .describe(
              '`behind`: it lags more than DATABASE_READ_LAG_SECONDS permits. `away`: it does not answer',
            ),
          lag_seconds: z
            .number()
            .nullable()
            .describe(
              'How many seconds ago the oldest change was made that it lacks; null if that is unknown',
            ),
        }),
      )
      .describe('The replicas that DATABASE_READ_URL names, as the answering process sees them'),
    stats_since: timestamp.nullable().describe('Since when PostgreSQL has counted; null: always'),
  })
  .meta({ id: 'SystemDatabase' });

type ServerDatabase = z.output<typeof databaseSchema>;

export const tableSchema = z
  .object({
    table: z.string().describe('With all its partitions'),
    size: z.int().describe('In bytes, with indexes'),
    index_size: z.int(),
    rows: z.int().describe('Estimated'),
    dead_rows: z.int().describe('Estimated: deleted or replaced, and still taking space'),
    whole_reads: z.int().describe('How often it was read from beginning to end'),
    index_reads: z.int().describe('How often rows were looked up in an index'),
    vacuum_date: timestamp.nullable().describe('When PostgreSQL last freed its dead rows'),
    hints: z
      .array(z.enum(['dead_rows', 'whole_reads']))
      .describe(
        '`dead_rows`: more than a third of its rows, and more than 10,000, are dead. `whole_reads`: it has more than 100,000 rows, and most reads go through all of them',
      ),
  })
  .meta({ id: 'SystemTable' });

export type Table = z.output<typeof tableSchema>;

/** Returns what PostgreSQL says about itself. */
export async function readDatabase(db: Database): Promise<Omit<ServerDatabase, 'is_embedded' | 'replicas'>> {
  const { rows } = await sql<
    Omit<ServerDatabase, 'is_embedded' | 'replicas' | 'connections'> & { used: number; most: number }
  >`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select sum(numbackends) from pg_stat_database) as used, current_setting('max_connections')::int as most,
      coalesce((select extract(epoch from now() - min(xact_start)) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'), 0)::float8 as longest_transaction_seconds,
      (blks_hit::float8 / nullif(blks_hit + blks_read, 0)) as cache_hit_rate, stats_reset as stats_since
    from pg_stat_database where datname = current_database()`.execute(db);
  const { used, most, ...database } = rows[0]!;
  return { ...database, connections: { used: Number(used), most } };
}

/** Reads the tables, the largest first, with what PostgreSQL has counted about their use. */
export async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<Omit<Table, 'hints'>>`
    with parts as (
      select coalesce(pg_partition_root(class.oid)::oid, class.oid) as root, pg_total_relation_size(class.oid) as size,
        pg_indexes_size(class.oid) as index_size, greatest(reltuples, n_live_tup, 0)::bigint as rows, n_dead_tup as dead_rows,
        seq_scan as whole_reads, coalesce(idx_scan, 0) as index_reads,
        greatest(last_vacuum, last_autovacuum) as vacuum_date
      from pg_class class join pg_stat_all_tables on relid = class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    )
    select root::regclass::text as table, sum(size)::bigint as size, sum(index_size)::bigint as index_size,
      sum(rows)::bigint as rows, sum(dead_rows)::bigint as dead_rows, sum(whole_reads)::bigint as whole_reads,
      sum(index_reads)::bigint as index_reads, max(vacuum_date) as vacuum_date
    from parts group by root order by size desc, 1`.execute(db);
  return rows.map(table => ({ ...table, hints: hintsOf(table) }));
}

function hintsOf({ rows, dead_rows, whole_reads, index_reads }: Omit<Table, 'hints'>): Table['hints'] {
  return [
    ...(dead_rows > 10_000 && dead_rows > (rows + dead_rows) / 3 ? ['dead_rows' as const] : []),
    ...(rows > 100_000 && whole_reads > index_reads ? ['whole_reads' as const] : []),
  ];
}
