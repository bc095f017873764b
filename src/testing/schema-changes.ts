import type pg from 'pg';

/** The parts of a database's schema that programs rely on. */
export type SchemaState = {
  /** The file of each table. A rewrite gives a table another file. */
  tables: Map<string, string>;
  /** By `table.column`. */
  columns: Map<string, { type: string; not_null: boolean; has_default: boolean }>;
  /** Definitions by name: rules that refuse rows (constraints and unique indexes), other indexes, and functions. */
  rules: Map<string, { table: string; text: string }>;
  indexes: Map<string, { table: string; text: string }>;
  functions: Set<string>;
};

/** Reads the schema as this connection sees it, even in the middle of a transaction. */
export async function readSchemaState(client: pg.ClientBase): Promise<SchemaState> {
  const rows = async (text: string) => (await client.query(text)).rows;
  const ours = `c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`;
  const tables = await rows(`
    select relname as name, coalesce(pg_relation_filenode(oid), 0)::text as file from pg_class c
    where relkind in ('r', 'p') and ${ours}`);
  const columns = await rows(`
    select c.relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, attnotnull as not_null,
      atthasdef or attidentity <> '' as has_default
    from pg_attribute a join pg_class c on c.oid = attrelid
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped and ${ours}`);
  // PostgreSQL 18 lists not-null constraints here too.
  const constraints = await rows(`
    select conname as name, c.relname as table, pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class c on c.oid = conrelid where contype <> 'n' and ${ours}`);
  const indexes = await rows(`
    select i.relname as name, c.relname as table, pg_get_indexdef(indexrelid) as text, indisunique
    from pg_index join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid where ${ours}`);
  const functions = await rows(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const constrained = new Set(constraints.map(({ name }) => name));
  return {
    tables: new Map(tables.map(({ name, file }) => [name, file])),
    columns: new Map(columns.map(({ name, ...rest }) => [name, rest])),
    rules: byName([...constraints, ...indexes.filter(row => row.indisunique && !constrained.has(row.name))]),
    indexes: byName(indexes.filter(row => !row.indisunique)),
    functions: new Set(functions.map(({ name }) => name)),
  };
}

function byName(rows: { name: string; table: string; text: string }[]) {
  return new Map(rows.map(({ name, table, text }) => [name, { table, text }]));
}

/** Lists why a program that knows only the old schema could fail on the new one. */
export function listBreaks(before: SchemaState, after: SchemaState): string[] {
  const breaks: string[] = [];
  for (const table of before.tables.keys())
    if (!after.tables.has(table)) breaks.push(`the table ${table} is gone`);
  for (const name of before.functions)
    if (!after.functions.has(name)) breaks.push(`the function ${name} is gone`);
  for (const [name, column] of before.columns) {
    const now = after.columns.get(name);
    if (!now) breaks.push(`the column ${name} is gone`);
    else if (now.type !== column.type)
      breaks.push(`${name} has the type ${now.type} instead of ${column.type}`);
    else if (now.not_null && !column.not_null) breaks.push(`${name} must not be null any more`);
    else if (now.not_null && !now.has_default && column.has_default)
      breaks.push(`${name} has no default any more`);
  }
  for (const [name, { not_null, has_default }] of after.columns) {
    const isNew = !before.columns.has(name) && before.tables.has(tableOf(name));
    if (isNew && not_null && !has_default) breaks.push(`the new column ${name} needs a value`);
  }
  for (const [name, { table, text }] of after.rules)
    if (before.tables.has(table) && before.rules.get(name)?.text !== text)
      breaks.push(`${table} has a new rule, ${name}: ${text}`);
  return breaks;
}

/** Lists operations that keep others from writing to a table for long, if the table is large. */
export function listLongLocks(before: SchemaState, after: SchemaState): string[] {
  const locks: string[] = [];
  for (const [table, file] of before.tables) {
    const now = after.tables.get(table);
    if (now !== undefined && now !== file) locks.push(`it rewrites the table ${table}`);
  }
  for (const [name, { table, text }] of [...after.indexes, ...after.rules])
    if (before.tables.has(table) && !before.indexes.has(name) && !before.rules.has(name))
      locks.push(`it reads all of ${table} for ${name}: ${text}`);
  return locks;
}

function tableOf(column: string): string {
  return column.slice(0, column.indexOf('.'));
}
