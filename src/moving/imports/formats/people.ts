import { sql } from 'kysely';
import { createTags } from '../../../audience/tags/resolve.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { domainError } from '../../../platform/errors.ts';
import type { Source } from '../columns/line.ts';
import type { Format, ReadContext } from '../format.ts';
import { type Import, type Report, showImport } from '../import.ts';
import { check, findTagKeysByName } from '../people/check.ts';
import { openUploaded } from '../people/files.ts';
import { inLanes, stretchesOf } from '../people/lanes.ts';
import { type ImportOptions, optionsSchema } from '../people/options.ts';
import {
  countIssues,
  countLines,
  countReasons,
  deleteLines,
  isStaged,
  listBatches,
  setAsideBatches,
  sumBatches,
} from '../people/queries.ts';
import { sourceOf } from '../people/recognise.ts';
import { type Staged, stage } from '../people/stage.ts';
import { peopleAtOnce, takeStretch } from '../people/take.ts';
import { takeIssues } from '../people/take-issues.ts';
import { findImport, updateRunning } from '../queries.ts';
import { refusing } from '../refusing.ts';

/**
 * Imports people and past issues of another service. They are read into staged tables, checked against the present data, and then taken in
 * batch by batch, each in its own transaction. After a crash it continues with the batches that are missing.
 */
export const people: Format = {
  async allow() {},
  async run(db, context, { end, wait }) {
    const { row, progress } = context;
    const options = optionsSchema.parse(row.options);
    const isNew = row.status !== 'in_progress';
    if (isNew) await progress.check();
    if (row.dry_run) return wait(await prepare(db, context, options));
    const { people_count, issue_count } = await demandStaged(db, context, options);
    if (isNew) await progress.begin(people_count + issue_count);
    await takePeople(db, context, options);
    const taken = await reload(db, context.row);
    await takeIssues(db, context, taken, sourceOf(showImport(taken, context.now).format).name, options);
    const done = await reload(db, row);
    await inTransaction(db, async trx => end(trx, await reportOf(trx, context, done)));
  },
};

/** Returns the import once its file is staged: the dry run has staged it, or it is read now. */
async function demandStaged(db: Database, context: ReadContext, options: ImportOptions): Promise<Import> {
  const { row } = context;
  const isRead = row.people_count + row.issue_count > 0;
  if (isRead && (await isStaged(db, row))) return row;
  await stageFile(db, context, options);
  return reload(db, row);
}

/** Stages the file and checks the staged people. */
async function prepare(db: Database, context: ReadContext, options: ImportOptions): Promise<Report> {
  const { row, newsletter, progress } = context;
  await deleteLines(db, row.key, ['skipped', 'noted']);
  const { staged, report } = await stageFile(db, context, options);
  const stretch = { import_key: row.key, newsletter_key: newsletter.key, options };
  const { counts, sample } = await check(db, stretch, staged, count => progress.add(count, 'checking'));
  const lines = await countsOfLines(db, await reload(db, row));
  const { issues, drafts } = staged;
  return {
    ...report,
    counts: { ...counts, ...lines, emails: issues - drafts, drafts },
    reasons: await countReasons(db, row.key),
    sample,
  };
}

/** Counts the lines of the file by kind. Each person is counted once, among those who are created, updated, unchanged or skipped. */
async function countsOfLines(db: Database, { key, people_count, unlisted_count }: Import) {
  const refused = (await countLines(db, key, 'refused')) + unlisted_count;
  const merged = await countLines(db, key, 'merged');
  return { refused, merged, people: people_count - merged, lines: people_count + refused };
}

async function stageFile(db: Database, context: ReadContext, options: ImportOptions) {
  const { row, bytes, now } = context;
  return refusing(async () => {
    const source: Source = sourceOf(showImport(row, now).format);
    const files = await openUploaded(bytes, row.file_name);
    const { columns, cells } = (await source.columns?.(files, options)) ?? { columns: {}, cells: {} };
    const column_samples = row.dry_run ? cells : {};
    const empty = {
      counts: {},
      notes: [],
      columns,
      column_samples,
      date_orders: [],
      reasons: [],
      sample: [],
    };
    // This comes before the file is read: if no column has the address, somebody has to say which one does.
    await updateRunning(db, row.id, { report: JSON.stringify(empty) });
    const staged = await stage(db, context, options, source.read(files, options), now);
    const { notes, date_orders } = staged;
    const report: Report = { ...empty, notes, date_orders };
    await noteStaged(db, row, staged, report);
    return { staged, report };
  });
}

async function noteStaged(
  db: Database,
  row: Import,
  { people, issues, tag_names, unlisted }: Staged,
  report: Report,
): Promise<void> {
  const counts = {
    people_count: people,
    issue_count: issues,
    unlisted_count: unlisted,
    tag_names,
    report: JSON.stringify(report),
  };
  // Another version of this program may read the file differently, and then all places are different. People who are already in stay in.
  const moved = row.people_count !== people || row.issue_count !== issues;
  if (moved) await setAsideBatches(db, row.key);
  if (!(await updateRunning(db, row.id, { ...counts, ...(moved && { people_done: 0, issue_place: 0 }) })))
    throw domainError('not_found', 'moving.import_deleted');
}

async function takePeople(db: Database, context: ReadContext, options: ImportOptions): Promise<void> {
  const { newsletter } = context;
  const row = await reload(db, context.row);
  const hasBegun = row.people_done > 0 || row.issue_place > 0;
  if (!hasBegun) await deleteLines(db, row.key, ['skipped', 'noted']); // the lines of the dry run
  const tag_keys = await makeTags(db, row);
  const done = new Set(await listBatches(db, row.key));
  const missing = stretchesOf(row.people_count, peopleAtOnce).filter(({ from }) => !done.has(from));
  await takeTurn(context.claim, newsletter.key);
  await inLanes(db, missing, stretch => {
    const people = { import_key: row.key, newsletter_key: newsletter.key, options, tag_keys, ...stretch };
    return takeStretch(db, row, people);
  });
}

/** Waits until no other import brings people into the newsletter. Two imports of the same people would only hinder each other. */
async function takeTurn(claim: Database, newsletter_key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('import', ${newsletter_key}))`.execute(claim);
}

/** Returns the keys of the tags that the file names. Tags that do not exist are created. */
async function makeTags(db: Database, { id, newsletter_key, tag_names }: Import): Promise<number[]> {
  await inTransaction(db, async trx => {
    const keys = await findTagKeysByName(trx, newsletter_key, tag_names);
    const made = await createTags(
      trx,
      newsletter_key,
      tag_names.filter((_, at) => keys[at] === 0),
    );
    const row = await findImport(trx, newsletter_key, id);
    await updateRunning(trx, id, { made_tags: [...(row?.made_tags ?? []), ...made] });
  });
  return findTagKeysByName(db, newsletter_key, tag_names);
}

async function reload(db: Database, { newsletter_key, id }: Import): Promise<Import> {
  const row = await findImport(db, newsletter_key, id);
  if (row) return row;
  throw domainError('not_found', 'moving.import_deleted');
}

async function reportOf(trx: Database, { now }: ReadContext, row: Import): Promise<Report> {
  const { report } = showImport(row, now);
  const done = await sumBatches(trx, row.key);
  return {
    ...report,
    counts: { ...done, ...(await countsOfLines(trx, row)), ...(await countIssues(trx, row.key)) },
    column_samples: {},
    reasons: await countReasons(trx, row.key),
    sample: [],
  };
}
