import { sql } from 'kysely';
import { type Database, inSavepoint, inTransaction } from '../../../platform/database/connect.ts';
import { deleteSome } from '../../../platform/database/delete-some.ts';
import { codeOf } from '../../../platform/errors.ts';
import type { IssueLine } from '../columns/line.ts';
import type { Outcome, PeopleCounts, Reason } from './report.ts';
import { stagedColumns } from './row.ts';

/** The statement that takes the rows of `rowOf`. */
export const copyStaged = `copy staged_people (${stagedColumns.join(', ')}) from stdin`;

/** Deletes the staged rows of the import. */
export async function unstage(db: Database, import_key: number): Promise<void> {
  const { rows } = await sql<{ many: boolean }>`
    select exists (select from staged_people where import_key = ${import_key} and place >= 20000) as many`.execute(
    db,
  );
  if (rows[0]!.many && (await emptyStage(db, import_key))) return;
  await sql`delete from staged_people where import_key = ${import_key}`.execute(db);
  await sql`delete from staged_issues where import_key = ${import_key}`.execute(db);
}

/** Empties both tables, which takes no time, if they contain no other import and none is being staged. Returns whether it did. */
async function emptyStage(db: Database, import_key: number): Promise<boolean> {
  const empty = async (trx: Database) => {
    await sql`lock table staged_people, staged_issues in access exclusive mode nowait`.execute(trx);
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from staged_people where import_key <> ${import_key})
        or exists (select from staged_issues where import_key <> ${import_key}) as used`.execute(trx);
    if (!rows[0]!.used) await sql`truncate staged_people, staged_issues`.execute(trx);
    return !rows[0]!.used;
  };
  return inTransaction(db, trx =>
    inSavepoint(trx, () => empty(trx)).catch(error => {
      if (codeOf(error) === lockNotAvailable) return false;
      throw error;
    }),
  );
}
const lockNotAvailable = '55P03';

/** Whether everything is staged, with hashes if they are needed. A crash of PostgreSQL empties the staged tables. */
export async function isStaged(
  db: Database,
  { key, newsletter_key, people_count, issue_place, issue_count }: StagedPlaces,
): Promise<boolean> {
  const { rows } = await sql<{ people: boolean; issues: number; erased: boolean; hashed: boolean }>`
    select
      exists (select from staged_people where import_key = ${key}) as people,
      (select count(*) from staged_issues where import_key = ${key} and place >= ${issue_place}) as issues,
      exists (select from suppressions where newsletter_key = ${newsletter_key}) as erased,
      not exists (select from staged_people where import_key = ${key} and address_hashes is null) as hashed`.execute(
    db,
  );
  const { people, issues, erased, hashed } = rows[0]!;
  return (people || people_count === 0) && issue_place + issues >= issue_count && (hashed || !erased);
}
export type StagedPlaces = {
  key: number;
  newsletter_key: number;
  people_count: number;
  issue_place: number;
  issue_count: number;
};

/** Whether anybody of the newsletter was erased. */
export async function hasSuppressions(db: Database, newsletter_key: number): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`
    select exists (select from suppressions where newsletter_key = ${newsletter_key}) as erased`.execute(db);
  return rows[0]!.erased;
}

export async function stageIssue(
  db: Database,
  import_key: number,
  place: number,
  issue: IssueLine,
): Promise<void> {
  await sql`
    insert into staged_issues (import_key, place, issue) values (${import_key}, ${place}, ${JSON.stringify(issue)})`.execute(
    db,
  );
}

export async function findStagedIssue(
  db: Database,
  import_key: number,
  place: number,
): Promise<IssueLine | undefined> {
  const { rows } = await sql<{ issue: IssueLine }>`
    select issue from staged_issues where import_key = ${import_key} and place = ${place}`.execute(db);
  return rows[0]?.issue;
}

/** Counts the emails that an import has created: past issues (`emails`) and drafts. */
export async function countIssues(
  db: Database,
  import_key: number,
): Promise<{ emails: number; drafts: number }> {
  const { rows } = await sql<{ emails: number; drafts: number }>`
    select count(*) filter (where status is distinct from 'draft') as emails, count(*) filter (where status = 'draft') as drafts
    from import_issues left join emails on emails.id = email_id where import_key = ${import_key}`.execute(db);
  return rows[0]!;
}

/** A line of the report. */
export type ReportLine = {
  file: string;
  line: number | null;
  outcome: Outcome;
  reason: string;
};

export async function insertLines(db: Database, import_key: number, lines: ReportLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into import_lines (import_key, file, line, outcome, reason)
    select ${import_key}, * from unnest(
      ${lines.map(({ file }) => file)}::text[], ${lines.map(({ line }) => line)}::bigint[],
      ${lines.map(({ outcome }) => outcome)}::text[], ${lines.map(({ reason }) => reason)}::text[])`.execute(
    db,
  );
}

/** Lists the lines of the report after this key, with the addresses of people who are subscribers now. */
export async function listLines(
  db: Database,
  import_key: number,
  after: number,
  limit: number,
): Promise<(ReportLine & { key: number; email_address: string | null })[]> {
  const { rows } = await sql<ReportLine & { key: number; email_address: string | null }>`
    select import_lines.key, file, line, outcome, reason, email_address
    from import_lines left join subscribers on subscribers.key = subscriber_key
    where import_key = ${import_key} and import_lines.key > ${after}
    order by import_lines.key limit ${limit}`.execute(db);
  return rows;
}

export async function countLines(db: Database, import_key: number, outcome: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from import_lines where import_key = ${import_key} and outcome = ${outcome}`.execute(
    db,
  );
  return rows[0]!.count;
}

const mostReasons = 20;

/** The parts that differ between lines with the same reason in the report, and the text that replaces each. */
const differences = [
  [': "([^"\\\\]|\\\\.)*"', ': "…"'],
  ['^The same person as in line \\d+( of "[^"]*")?', 'The same person as in an earlier line'],
  ['line has \\d+ cells', 'line has … cells'],
] as const;

/** Counts the most frequent reasons in the report. */
export async function countReasons(db: Database, import_key: number): Promise<Reason[]> {
  const common = differences.reduce(
    (text, [found, instead]) => sql<string>`regexp_replace(${text}, ${found}, ${instead}, 'g')`,
    sql<string>`reason`,
  );
  const { rows } = await sql<Reason>`
    select outcome, reason, count(*)::int as count
    from (
      select outcome, case when outcome in ('refused', 'merged') then ${common} else reason end as reason
      from import_lines where import_key = ${import_key}
    ) line
    group by outcome, reason
    order by count desc, outcome, reason
    limit ${mostReasons}`.execute(db);
  return rows;
}

/** Deletes these lines of the report. */
export async function deleteLines(db: Database, import_key: number, outcomes: string[]): Promise<void> {
  await sql`
    delete from import_lines where import_key = ${import_key} and outcome = any(${outcomes}::text[])`.execute(
    db,
  );
}

/** Lists where the imported batches begin. */
export async function listBatches(db: Database, import_key: number): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select place from import_batches where import_key = ${import_key}`.execute(db);
  return rows.map(({ place }) => place);
}

/** Keeps the batches of an earlier reading of the file only for undoing them: their places mean nothing in this reading. */
export async function setAsideBatches(db: Database, import_key: number): Promise<void> {
  await sql`
    update import_batches set place = (select min(place) from import_batches where import_key = ${import_key}) - 1 - place
    where import_key = ${import_key} and place >= 0`.execute(db);
}

/** Adds up the results of the batches of an import. */
export async function sumBatches(db: Database, import_key: number) {
  const { rows } = await sql<PeopleCounts>`
    select coalesce(sum(created), 0)::int as created, coalesce(sum(updated), 0)::int as updated,
      coalesce(sum(unchanged), 0)::int as unchanged, coalesce(sum(skipped), 0)::int as skipped,
      coalesce(sum(asked), 0)::int as confirmation_mails
    from import_batches where import_key = ${import_key}`.execute(db);
  return rows[0]!;
}

/** Deletes at most `limit` rows of imports that ended before that time or were deleted. Returns how many. */
export async function pruneTraces(db: Database, before: Date, limit: number): Promise<number> {
  const over = sql`import_key not in (
    select key from imports where completion_date is null or completion_date > ${before.toISOString()})`;
  return (
    (await deleteSome(db, 'import_lines', over, limit)) ||
    (await deleteSome(db, 'import_updates', over, limit)) ||
    (await deleteSome(db, 'import_issues', over, limit)) ||
    (await deleteSome(db, 'import_files', over, limit)) ||
    (await deleteSome(db, 'import_batches', over, limit)) ||
    (await deleteSome(db, 'staged_people', over, limit)) ||
    (await deleteSome(db, 'staged_issues', over, limit))
  );
}
