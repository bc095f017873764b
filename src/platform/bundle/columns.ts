import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database/connect.ts';
import { type AnyPart, type BundleContext, countInserted, definePart, recordsOf } from './part.ts';

/** A column of a table in a bundle. */
export type Column = {
  /** The schema of the value in a line. Without one, the column is in no line, and is added when the row is inserted. */
  line?: z.ZodType;
  /** The PostgreSQL type with which lines are inserted. */
  type: string;
  /** The expressions that are selected and inserted, if not the value itself. */
  out?: RawBuilder<unknown>;
  in?: (newsletter_key: number) => RawBuilder<unknown>;
};

/** The columns that many tables have. */
export const id = { line: z.uuid(), type: 'uuid' } as const;
export const idOrNull = { line: z.uuid().nullable(), type: 'uuid' } as const;
export const freeText = { line: z.string(), type: 'text' } as const;
export const flag = { line: z.boolean(), type: 'boolean' } as const;
export const object = { line: z.record(z.string(), z.unknown()), type: 'jsonb' } as const;
export const date = { line: z.iso.datetime({ offset: true }), type: 'timestamptz' } as const;
export const dateOrNull = { line: date.line.nullable(), type: 'timestamptz' } as const;

type Columns = Readonly<Record<string, Column>>;

/** A line with these columns. */
export type LineOf<Table extends Columns> = {
  [Name in keyof Table as Table[Name] extends { line: z.ZodType } ? Name : never]: Table[Name] extends {
    line: infer Line extends z.ZodType;
  }
    ? z.output<Line>
    : never;
};

/** Returns the shape of lines with these columns, and the parts of statements that select and insert them. */
export function statementsOf<const Table extends Columns>(columns: Table) {
  const all = Object.entries<Column>(columns);
  const inLines = all.flatMap(([name, { line, out }]) => (line ? [{ name, line, out }] : []));
  return {
    line: z.strictObject(
      Object.fromEntries(inLines.map(({ name, line }) => [name, line])),
    ) as unknown as z.ZodObject & z.ZodType<LineOf<Table>>,
    types: all.map(([name, { type }]) => `${name} ${type}`).join(', '),
    names: sql.join(all.map(([name]) => sql.ref(name))),
    selected: sql.join(
      inLines.map(({ name, out }) => (out ? sql`${out} as ${sql.ref(name)}` : sql.ref(name))),
    ),
    inserted: (newsletter_key: number) =>
      sql.join(all.map(([name, column]) => column.in?.(newsletter_key) ?? sql.ref(name))),
  };
}

/**
 * Makes the part of a table whose rows belong to a newsletter, oldest first. `only` selects the rows that are in the part, and `add` adds
 * the columns that are in no line.
 */
export function tablePart<const Table extends Columns>({
  name,
  may_be_missing,
  columns,
  only = sql`true`,
  add = line => line,
  end,
}: {
  name: string;
  may_be_missing?: true;
  columns: Table;
  only?: RawBuilder<unknown>;
  add?: (line: LineOf<Table>, trx: Database, context: BundleContext) => object | Promise<object>;
  end?: (trx: Database, context: BundleContext) => Promise<void>;
}): AnyPart {
  const { line, types, names, selected, inserted } = statementsOf(columns);
  return definePart({
    name,
    ...(may_be_missing && { may_be_missing }),
    line,
    rows: ({ newsletter }) => sql`
      select ${selected} from ${sql.table(name)} where newsletter_key = ${newsletter.key} and ${only} order by key`,
    async take(trx, context, lines) {
      const { key } = context.newsletter;
      const rows: object[] = [];
      for (const one of lines) rows.push(await add(one, trx, context));
      return countInserted(
        trx,
        sql`
          insert into ${sql.table(name)} (newsletter_key, ${names})
          select ${key}, ${inserted(key)} from ${recordsOf(rows, types)} order by place`,
      );
    },
    ...(end && { end }),
  });
}
