import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import type { SequenceEditions } from '../../platform/database/schema.ts';
import { isId } from '../../platform/ids.ts';
import type { Step } from './actions.ts';
import { type Edition, type Run, type RunStatus, readEdition, type Sequence } from './sequence.ts';

export const {
  insert: insertSequence,
  update: updateSequenceRow,
  remove: deleteSequenceRow,
} = rowsOf('sequences');

export async function insertEdition(trx: Database, row: Insertable<SequenceEditions>): Promise<Edition> {
  return readEdition(
    await trx.insertInto('sequence_editions').values(row).returningAll().executeTakeFirstOrThrow(),
  );
}

export async function findSequence(
  db: Database,
  newsletter_key: number,
  id: string,
): Promise<Sequence | undefined> {
  return selectSequence(db, newsletter_key, id)?.executeTakeFirst();
}

/** Like findSequence, but also locks the sequence until the transaction ends. Events in the meantime still trigger it. */
export async function lockSequence(
  trx: Database,
  newsletter_key: number,
  id: string,
): Promise<Sequence | undefined> {
  return selectSequence(trx, newsletter_key, id)?.forNoKeyUpdate().executeTakeFirst();
}

export async function findSequenceByKey(db: Database, key: number): Promise<Sequence | undefined> {
  return db.selectFrom('sequences').selectAll().where('key', '=', key).executeTakeFirst();
}

export async function findEdition(db: Database, sequence_key: number, number: number): Promise<Edition> {
  const row = await db
    .selectFrom('sequence_editions')
    .selectAll()
    .where('sequence_key', '=', sequence_key)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return readEdition(row);
}

/**
 * Returns a function that finds the steps of each of these runs. Each edition is read once, because it may contain the texts of many mails.
 */
export async function readStepsOf(
  db: Database,
  runs: readonly Pick<Run, 'sequence_key' | 'edition'>[],
): Promise<(run: Pick<Run, 'sequence_key' | 'edition'>) => Step[]> {
  const nameOf = ({ sequence_key, edition }: Pick<Run, 'sequence_key' | 'edition'>) =>
    `${sequence_key} ${edition}`;
  const wanted = [...new Map(runs.map(run => [nameOf(run), run])).values()];
  const { rows } = await sql<{ sequence_key: number; edition: number; steps: Step[] }>`
    select sequence_key, number as edition, steps from sequence_editions
    where (sequence_key, number) in (
      select * from unnest(${wanted.map(run => run.sequence_key)}::int[], ${wanted.map(run => run.edition)}::int[]))`.execute(
    db,
  );
  const known = new Map(rows.map(row => [nameOf(row), row.steps]));
  return run => known.get(nameOf(run))!;
}

/** Returns the current editions of these sequences, by the key of the sequence. */
export async function listEditions(
  db: Database,
  sequences: readonly Sequence[],
): Promise<Map<number, Edition>> {
  if (sequences.length === 0) return new Map();
  const rows = await db
    .selectFrom('sequence_editions')
    .innerJoin('sequences', 'sequences.key', 'sequence_key')
    .selectAll('sequence_editions')
    .whereRef('sequence_editions.number', '=', 'sequences.edition')
    .where(
      'sequence_key',
      'in',
      sequences.map(({ key }) => key),
    )
    .execute();
  return new Map(rows.map(row => [row.sequence_key, readEdition(row)]));
}

/** Counts the passages of each sequence in each status. */
export async function countRuns(
  db: Database,
  sequence_keys: readonly number[],
): Promise<Map<number, Record<RunStatus | 'entered' | 'late', number>>> {
  const { rows } = await sql<{ sequence_key: number; status: RunStatus; count: number; late: number }>`
    select sequence_key, status, count(*) as count, count(*) filter (where status = 'held' and reason = 'late') as late
    from sequence_runs
    where sequence_key = any(${[...sequence_keys]}::int[]) group by 1, 2`.execute(db);
  return new Map(
    sequence_keys.map(key => {
      const own = rows.filter(row => row.sequence_key === key);
      const counts = { entered: 0, waiting: 0, held: 0, done: 0, left: 0, failed: 0, late: 0 };
      for (const { status, count, late } of own) {
        counts[status] = count;
        counts.entered += count;
        counts.late += late;
      }
      return [key, counts];
    }),
  );
}

/** Lists a page of the ids of sequences and automations of feeds, in the order of their creation, and counts all of them. */
export async function listIds(
  db: Database,
  newsletter_key: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ ids: { id: string; kind: 'feed' | 'event' }[]; count: number }> {
  const all = sql`
    select id, 'feed' as kind, creation_date from automations where newsletter_key = ${newsletter_key}
    union all select id, 'event', creation_date from sequences where newsletter_key = ${newsletter_key}`;
  const { rows } = await sql<{ id: string; kind: 'feed' | 'event' }>`
    select id, kind from (${all}) one order by creation_date, id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(db);
  const counted = await sql<{ count: number }>`select count(*) as count from (${all}) one`.execute(db);
  return { ids: rows, count: counted.rows[0]!.count };
}

function selectSequence(db: Database, newsletter_key: number, id: string) {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('sequences')
    .selectAll()
    .where('newsletter_key', '=', newsletter_key)
    .where('id', '=', id);
}
