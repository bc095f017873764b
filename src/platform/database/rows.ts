import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { isId } from '../ids.ts';
import { checked } from './conditions.ts';
import type { Database } from './connect.ts';
import type { DB } from './schema.ts';

/** The tables of things that belong to a newsletter and that clients name by their ids. */
type OwnedTable =
  | 'bulk_actions'
  | 'comments'
  | 'emails'
  | 'exports'
  | 'files'
  | 'forms'
  | 'imports'
  | 'notes'
  | 'replies'
  | 'segments'
  | 'sequences'
  | 'snippets'
  | 'subscribers'
  | 'surveys'
  | 'tags'
  | 'templates'
  | 'webhooks';

/** Returns the statements that each of these tables needs. Rows that have another id, or belong to another newsletter, are not found. */
export function rowsOf<Table extends OwnedTable>(table: Table) {
  type Row = Selectable<DB[Table]>;
  // Kysely types statements about one table, not about one of several.
  const rows = table as 'segments';
  const byId = (db: Database, newsletter_key: number, id: string) =>
    db.selectFrom(rows).selectAll().where(checked('newsletter_key', newsletter_key)).where('id', '=', id);
  return {
    async insert(db: Database, row: Insertable<DB[Table]>): Promise<Row> {
      const values = row as unknown as Insertable<DB[typeof rows]>;
      return (await db
        .insertInto(rows)
        .values(values)
        .returningAll()
        .executeTakeFirstOrThrow()) as unknown as Row;
    },
    async find(db: Database, newsletter_key: number, id: string): Promise<Row | undefined> {
      if (!isId(id)) return undefined;
      return (await byId(db, newsletter_key, id).executeTakeFirst()) as Row | undefined;
    },
    /** Finds any row of the newsletter. */
    async any(db: Database, newsletter_key: number): Promise<Row | undefined> {
      const any = db.selectFrom(rows).selectAll().where('newsletter_key', '=', newsletter_key).limit(1);
      return (await any.executeTakeFirst()) as Row | undefined;
    },
    /** Like `find`, but also locks the row until the transaction ends. */
    async lock(trx: Database, newsletter_key: number, id: string): Promise<Row | undefined> {
      if (!isId(id)) return undefined;
      return (await byId(trx, newsletter_key, id).forUpdate().executeTakeFirst()) as Row | undefined;
    },
    /** Changes a row that has a `modification_date`, and returns it after the change. */
    async update(trx: Database, key: number, changes: Updateable<DB[Table]>): Promise<Row> {
      const values = changes as Updateable<DB[typeof rows]>;
      return (await trx
        .updateTable(rows)
        .set({ ...values, modification_date: sql`now()` })
        .where('key', '=', key)
        .returningAll()
        .executeTakeFirstOrThrow()) as unknown as Row;
    },
    async remove(trx: Database, key: number): Promise<void> {
      await trx.deleteFrom(rows).where('key', '=', key).execute();
    },
  };
}
