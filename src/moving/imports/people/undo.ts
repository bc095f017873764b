import { sql } from 'kysely';
import { deleteImportedConsents } from '../../../audience/sign-ups/import.ts';
import { deleteImportedPlans } from '../../../audience/standing/import.ts';
import {
  deleteUntouched,
  formerRows,
  type ImportedBatch,
  selectTouched,
  updateImported,
} from '../../../audience/subscribers/import.ts';
import { copyStandings } from '../../../audience/subscribers/settle.ts';
import { deleteTag } from '../../../audience/tags/change.ts';
import { listTagNames } from '../../../audience/tags/queries.ts';
import { deleteEmailRow, lockEmail } from '../../../emails/queries.ts';
import { triggerNothing } from '../../../journal/enter.ts';
import { removeEventsOf } from '../../../journal/prune.ts';
import { recordEvents, writeEventsOf } from '../../../journal/record.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { DomainError, domainError } from '../../../platform/errors.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { Ending, ReadContext } from '../format.ts';
import { type Import, showImport } from '../import.ts';
import { undoImages } from '../issues/undo-images.ts';
import { lookUpByIndex } from '../look-up-by-index.ts';
import { openPace } from './pace.ts';
import { countLines, countReasons, deleteLines, insertLines } from './queries.ts';
import { eventsOf, persisting, type SeenState, stateIn } from './take.ts';

const updatesAtOnce = 5000;

/**
 * Undoes an import, batch by batch: deletes people whom it created and who have not changed since, and restores the former values of those
 * whom it changed, unless they have changed since. The others become lines of the report. After a crash, it continues.
 */
export async function undo(db: Database, context: ReadContext, end: Ending['end']): Promise<void> {
  const { row, now } = context;
  const pace = openPace(db);
  await deleteLines(db, row.key, ['skipped', 'refused']);
  for (const undoSome of [undoUpdates, undoBatch, undoIssue]) {
    const step = async (trx: Database) => {
      await triggerNothing(trx);
      return undoSome(trx, row);
    };
    while (await persisting(() => inTransaction(db, step))) await pace();
  }
  const shown = await undoImages(db, context.store, row);
  const tags = await undoTags(db, row);
  const { report } = showImport(row, now);
  await inTransaction(db, async trx => {
    const counts = await readCounts(trx, row.key);
    const notes = [
      ...tags.map(name => sentence('lines.tag_stays', { name })),
      ...(shown > 0 ? [sentence('moving.images_stay', { count: shown })] : []),
    ];
    const reasons = await countReasons(trx, row.key);
    await end(trx, { ...report, counts: { ...report.counts, ...counts }, notes, reasons, sample: [] });
  });
}

/** Counts people as finished, in the same transaction as the work on them. Throws `not_found` if the import was deleted. */
async function count(trx: Database, key: number, removed: number, restored: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update imports set removed_count = removed_count + ${removed}, restored_count = restored_count + ${restored},
      done_count = done_count + ${removed + restored}, current_part = 'undo', stumbles = 0
    where key = ${key} and status = 'undoing'`.execute(trx);
  if (numAffectedRows !== 1n) throw domainError('not_found', 'moving.import_gone');
}

/** Deletes the people whom the last batch created. Returns whether there was one. */
async function undoBatch(trx: Database, { key, id, newsletter_key }: Import): Promise<boolean> {
  const { rows } = await sql<ImportedBatch & { first_key: number | null }>`
    delete from import_batches where import_key = ${key} and place = (
      select max(place) from import_batches where import_key = ${key})
    returning ${newsletter_key}::int as newsletter_key, first_key, last_key, date`.execute(trx);
  const batch = rows[0];
  if (!batch) return false;
  if (batch.first_key === null) return true;
  await lookUpByIndex(trx, 'sort');
  await sql`
    insert into import_lines (import_key, file, outcome, subscriber_key, reason)
    select ${key}, '', 'kept', key, reason from (${selectTouched(batch)}) touched order by key`.execute(trx);
  const removed = await sql<{ count: number }>`
    with gone as (${deleteUntouched(batch)}),
    ${writeEventsOf(
      newsletter_key,
      sql`
        select 'subscriber.deleted', id,
          jsonb_build_object('secondary_id', key, 'type', type, 'import_id', ${id}::text) from gone`,
    )}
    select count(*) as count from gone`.execute(trx);
  await count(trx, key, removed.rows[0]!.count, 0);
  return true;
}

/** Deletes an issue that the import created, unless it has changed since. Returns whether there was one. */
async function undoIssue(trx: Database, { key, newsletter_key }: Import): Promise<boolean> {
  const { rows } = await sql<{ email_id: string; date: string }>`
    delete from import_issues where import_key = ${key} and place = (
      select max(place) from import_issues where import_key = ${key})
    returning email_id, date`.execute(trx);
  const issue = rows[0];
  if (!issue) return false;
  const email = await lockEmail(trx, newsletter_key, issue.email_id);
  if (email?.modification_date === issue.date) {
    await deleteEmailRow(trx, email.key);
    await removeEventsOf(trx, newsletter_key, email.id);
    await count(trx, key, 1, 0);
  } else if (email && email.status !== 'deleted')
    await insertLines(trx, key, [
      {
        file: '',
        line: null,
        outcome: 'kept',
        reason: sentence('lines.issue_changed', { subject: email.subject }),
      },
    ]);
  return true;
}

type Restored = {
  id: string;
  from: SeenState;
  to: SeenState;
  tags_before: number[];
  tags_after: number[];
};

/** Restores the former values of some people whom the import changed. Returns whether there were any. */
async function undoUpdates(trx: Database, { key, id: import_id, newsletter_key }: Import): Promise<boolean> {
  await lookUpByIndex(trx, 'sort');
  await sql`
    select from subscribers where key in (
      select subscriber_key from import_updates where import_key = ${key} order by subscriber_key limit ${updatesAtOnce}
    ) order by key for update`.execute(trx);
  const { rows } = await sql<{ found: number; restored: Restored[] | null; ungranted: number[] | null }>`
    with noted as materialized (
      delete from import_updates where import_key = ${key} and subscriber_key in (
        select subscriber_key from import_updates where import_key = ${key} order by subscriber_key limit ${updatesAtOnce})
      returning subscriber_key, date, before, consent_date
    ), found as materialized (
      select noted.*, id, type, mail_state, standing, tags, modification_date = noted.date as untouched
      from noted join subscribers on subscribers.key = subscriber_key
    ), restored as (${updateImported(
      formerRows(sql`select subscriber_key as key, before from found where untouched`),
    )}), consent as (${deleteImportedConsents(
      sql`select subscriber_key, consent_date from found where untouched and consent_date is not null`,
    )}), ungranted as (${deleteImportedPlans(
      sql`select subscriber_key, ${import_id}::text || ' ' || id as reference from found where untouched`,
    )}), kept as (
      insert into import_lines (import_key, file, outcome, subscriber_key, reason)
      select ${key}, '', 'kept', subscriber_key, ${sentence('lines.changed_since')}
      from found where not untouched order by subscriber_key
    )
    select (select count(*) from noted) as found, (select array_agg(subscriber_key) from ungranted) as ungranted,
      (select jsonb_agg(jsonb_build_object('id', id, 'from', ${stateIn('')},
        'to', before,
        'tags_before', tags, 'tags_after', before -> 'tags')) from found where untouched) as restored`.execute(
    trx,
  );
  const { found, restored, ungranted } = rows[0]!;
  await copyStandings(trx, newsletter_key, ungranted ?? [], new Date());
  const changed = restored ?? [];
  await recordEvents(
    trx,
    newsletter_key,
    changed.flatMap(one => eventsOf({ ...one, confirmed: false })),
  );
  await count(trx, key, 0, changed.length);
  return found > 0;
}

/** Deletes the tags that the import created and that nobody has or needs. Returns the names of those that stay. */
async function undoTags(db: Database, { newsletter_key, made_tags }: Import): Promise<string[]> {
  const names = await listTagNames(db, newsletter_key);
  const kept: string[] = [];
  for (const id of made_tags) {
    const name = names.get(id);
    if (name === undefined) continue;
    try {
      if (await isWorn(db, newsletter_key, id)) kept.push(name);
      else await deleteTag(db, newsletter_key, id, undefined); // made by the import itself
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'tag_in_use') kept.push(name);
    }
  }
  return kept;
}

async function isWorn(db: Database, newsletter_key: number, id: string): Promise<boolean> {
  const { rows } = await sql<{ worn: boolean }>`
    select exists (
      select from subscribers where newsletter_key = ${newsletter_key}
        and tags @> array(select key from tags where newsletter_key = ${newsletter_key} and id = ${id}::uuid)
    ) as worn`.execute(db);
  return rows[0]!.worn;
}

async function readCounts(trx: Database, key: number) {
  const { rows } = await sql<{ removed: number; restored: number }>`
    select removed_count as removed, restored_count as restored from imports where key = ${key}`.execute(trx);
  return { ...rows[0]!, kept: await countLines(trx, key, 'kept') };
}
