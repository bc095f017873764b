import type pg from 'pg';
import { copyInto } from '../platform/database/copy-in.ts';
import { MisfitError } from './error.ts';
import type { About, AboutTable } from './manifest.ts';
import { quote, readTables } from './shape.ts';

/**
 * Mails that people have contain keys that emails, subscribers and links got after the backup. This many keys are skipped, so that none of
 * those mails refers to somebody else. Keys of type smallint, those of relays, are in no mail.
 */
const gaps: Readonly<Record<string, number>> = { smallint: 0, integer: 1_000_000, bigint: 10_000_000 };

/**
 * Indexes and constraints that are created after the rows are loaded, because PostgreSQL builds and checks them faster on all rows
 * together.
 */
export type Deferred = { statements: string[] };

/**
 * Empties all tables of a database that has just been migrated, creates the parts of its tables as in the backup, and removes what would
 * only slow down the loading. Throws MisfitError if a table of the backup does not fit.
 */
export async function prepareTables(client: pg.ClientBase, about: About): Promise<Deferred> {
  const { rows: foreign } = await client.query(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by oid`);
  const { rows: indexes } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`);
  const { rows: triggered } = await client.query(`
    select distinct tgrelid::regclass::text as table from pg_trigger
    join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0 order by 1`);
  for (const { table, name } of foreign) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`);
  const there = await readTables(client);
  await client.query(
    `truncate ${there.map(({ name }) => `public.${quote(name)}`).join(', ')}`, // what migrations inserted
  );
  await layParts(client, about, there);
  refuseMisfits(about, await readTables(client));
  return {
    statements: [
      // For a partitioned table, `only` would leave out the parts.
      ...indexes.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
      ...foreign.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
      ...triggered.map(({ table }) => `alter table ${table} enable trigger user`),
    ],
  };
}

/** Gives the partitioned tables the parts that they had. A table that was not partitioned yet becomes the first part. */
async function layParts(client: pg.ClientBase, about: About, there: AboutTable[]): Promise<void> {
  const made = there.filter(({ part }) => part !== null);
  for (const { name } of made) await client.query(`drop table public.${quote(name)}`);
  const wanted = about.tables.flatMap(({ name, part }) => (part ? [{ name, ...part }] : []));
  for (const of of new Set(made.map(({ part }) => part!.of))) {
    if (!about.tables.some(({ name }) => name === of)) continue;
    const last = about.sequences.find(({ table }) => table === 'emails')?.value ?? 0;
    wanted.push({ name: `${of}_0`, of, from: null, to: last + 1 });
  }
  for (const { name, of, from, to } of wanted)
    await client.query(
      `create table public.${quote(name)} partition of public.${quote(of)}
       for values from (${from ?? 'minvalue'}) to (${to}) with (fillfactor = 85)`,
    );
}

function refuseMisfits(about: About, there: AboutTable[]): void {
  const { rows } = { rows: new Map(there.map(table => [table.name, table])) };
  for (const { name, columns, part } of about.tables) {
    const found = rows.get(name);
    const parted = there.filter(table => table.part?.of === name);
    const fits = found ?? (part === null ? parted[0] : undefined);
    if (fits && fits.columns.toSorted().join() === columns.toSorted().join()) continue;
    throw new MisfitError(
      `The backup does not fit its own migrations: the table ${name} is ${fits ? 'different' : 'unknown'}. It may have been changed by hand.`,
    );
  }
}

/** Loads the rows of a table, and returns how many there are. Throws PostgreSQL's errors. */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns }: AboutTable,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  return copyInto(
    client,
    `copy public.${quote(name)} (${columns.map(quote).join(', ')}) from stdin`,
    content,
  );
}

/** Restores what prepareTables removed, and moves the keys on. */
export async function finishTables(
  client: pg.ClientBase,
  { statements }: Deferred,
  { sequences }: About,
): Promise<void> {
  for (const statement of statements) await client.query(statement);
  for (const { table, column, value } of sequences) {
    const { rows } = await client.query(
      `select pg_get_serial_sequence($1, $2) as sequence,
        (select format_type(atttypid, null) from pg_attribute where attrelid = $1::regclass and attname = $2) as type`,
      [`public.${quote(table)}`, column],
    );
    const { sequence, type } = rows[0];
    if (sequence === null) continue; // a table that has been dropped since
    const gap = gaps[type]!;
    const next = type === 'bigint' || value < 2 ** 31 - 2 * gap ? value + gap : value;
    if (value > 0) await client.query('select setval($1::regclass, $2)', [sequence, next]);
  }
}
