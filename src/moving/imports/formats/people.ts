import { createTags } from '../../../audience/tags/resolve.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Format, ReadContext } from '../format.ts';
import { type Import, type Report, showImport } from '../import.ts';
import { check, findTagKeysByName } from '../people/check.ts';
import { openUploaded } from '../people/files.ts';
import type { Source } from '../people/line.ts';
import { type ImportOptions, optionsSchema } from '../people/options.ts';
import { openPace } from '../people/pace.ts';
import { countIssues, countLines, deleteLines, isStaged, sumBatches } from '../people/queries.ts';
import { sourceOf } from '../people/recognise.ts';
import { type Staged, stage } from '../people/stage.ts';
import { peopleAtOnce, takeStretch } from '../people/take.ts';
import { takeIssues } from '../people/take-issues.ts';
import { findImport, updateRunning } from '../queries.ts';
import { refusing } from '../refusing.ts';

/**
 * People and past issues of another service: read into staged tables, checked against what is here, then taken in batch by
 * batch, each in its own transaction. After a crash it goes on with the next batch.
 */
export const people: Format = {
  async allow() {},
  async run(db, context, { end, wait }) {
    const options = optionsSchema.parse(context.row.options);
    if (context.row.status !== 'in_progress') {
      await context.progress.check();
      const report = await prepare(db, context, options);
      if (context.row.dry_run) return wait(report);
      await context.progress.begin(report.counts.people! + report.counts.emails!);
    }
    await takePeople(db, context, options);
    const taken = await reload(db, context.row);
    await takeIssues(db, context, taken, sourceOf(showImport(taken, context.now).format).name, options);
    const row = await reload(db, context.row);
    await inTransaction(db, async trx => end(trx, await reportOf(trx, context, row)));
  },
};

/** Stages the file and checks what is staged. */
async function prepare(db: Database, context: ReadContext, options: ImportOptions): Promise<Report> {
  const { row, newsletter, progress } = context;
  await deleteLines(db, row.key, ['skipped']);
  const { staged, columns } = await stageFile(db, context, options);
  const stretch = { import_key: row.key, newsletter_key: newsletter.key, options };
  const { counts, sample } = await check(db, stretch, { ...staged }, count =>
    progress.add(count, 'checking'),
  );
  const refused = await countLines(db, row.key, 'refused');
  return {
    counts: { ...counts, refused, emails: staged.issues, people: staged.people },
    notes: staged.notes,
    columns,
    sample,
  };
}

async function stageFile(db: Database, context: ReadContext, options: ImportOptions) {
  const { row, bytes, now } = context;
  return refusing(async () => {
    const source: Source = sourceOf(showImport(row, now).format);
    const files = await openUploaded(bytes, row.file_name);
    const columns = (await source.columns?.(files, options)) ?? {};
    const staged = await stage(db, context, options, source.read(files, options), now);
    await noteStaged(db, row, staged);
    return { staged, columns };
  });
}

async function noteStaged(db: Database, row: Import, { people, issues, tag_names }: Staged): Promise<void> {
  const counts = { people_count: people, issue_count: issues, tag_names };
  // Another version of this program may read the file differently, and then no place is what it was. Who is in stays in.
  const moved = row.people_count !== people || row.issue_count !== issues;
  if (!(await updateRunning(db, row.id, { ...counts, ...(moved && { place: 0, issue_place: 0 }) })))
    throw new DomainError('not_found', 'The import was deleted, or is being undone.');
}

async function takePeople(db: Database, context: ReadContext, options: ImportOptions): Promise<void> {
  const { newsletter, jobs } = context;
  let row = await reload(db, context.row);
  if (!(await isStaged(db, row))) {
    await stageFile(db, { ...context, row }, options);
    row = await reload(db, row);
  }
  if (row.place === 0) await deleteLines(db, row.key, ['skipped']); // those of the dry run
  const tag_keys = await makeTags(db, row);
  const pace = openPace(db);
  for (let from = row.place; from < row.people_count; from += peopleAtOnce) {
    const to = Math.min(row.people_count, from + peopleAtOnce);
    const stretch = { import_key: row.key, newsletter_key: newsletter.key, options, tag_keys, from, to };
    await takeStretch(db, jobs, row, stretch);
    await pace();
  }
}

/** The keys of the tags that the file names, some of which are created. */
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
  throw new DomainError('not_found', 'The import was deleted, or is being undone.');
}

async function reportOf(trx: Database, { now }: ReadContext, row: Import): Promise<Report> {
  const { report } = showImport(row, now);
  const done = await sumBatches(trx, row.key);
  const { people = 0, confirmation_mails = 0 } = report.counts;
  const emails = await countIssues(trx, row.key);
  const refused = await countLines(trx, row.key, 'refused');
  return { ...report, counts: { ...done, refused, emails, people, confirmation_mails }, sample: [] };
}
