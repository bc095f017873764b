import { openHashes } from '../../../audience/subscribers/suppression.ts';
import { LineError } from '../../../platform/bundle/lines.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { copyIn } from '../../../platform/database/copy-in.ts';
import { sentence } from '../../../platform/sentences/sentence.ts';
import type { PersonLine, SourceLine } from '../columns/line.ts';
import type { ReadContext } from '../format.ts';
import { mergeRepeated } from './merge.ts';
import type { ImportOptions } from './options.ts';
import { openPace } from './pace.ts';
import {
  copyStaged,
  deleteLines,
  hasSuppressions,
  insertLines,
  type ReportLine,
  stageIssue,
  unstage,
} from './queries.ts';
import type { DateReport } from './report.ts';
import { rowOf } from './row.ts';
import { openTagNumbers } from './tags.ts';

/** The contents of a file that is staged. */
export type Staged = {
  /** The lines with people, including those that were merged. */
  people: number;
  /** The past issues, including drafts. */
  issues: number;
  /** How many of the issues are drafts. */
  drafts: number;
  tag_names: string[];
  notes: string[];
  date_orders: DateReport[];
  /** The refused lines that are not in the report. */
  unlisted: number;
};

/** The size of the pieces that go to PostgreSQL, and the number of refused lines that are written at once. */
const pieceCharacters = 32_000;
const linesAtOnce = 500;
/** The number of lines between two looks at the clock. */
const linesBetween = 64;
const mostNotes = 50;
/** The most refused lines in the report: a file of nothing but bad lines would fill the disk with reasons. */
const mostRefused = 100_000;
/** The most people in a file. A staged person takes about 300 bytes, however short the line. */
const mostPeople = 10_000_000;

/**
 * Reads all lines into the staged tables, in place of earlier rows of this import, and refused lines into the report. Memory stays bounded;
 * nothing else changes.
 */
export async function stage(
  db: Database,
  { row: { key: import_key }, newsletter, secret, progress }: ReadContext,
  options: ImportOptions,
  lines: AsyncIterable<SourceLine | SourceLine[]>,
  now: Date,
): Promise<Staged> {
  await unstage(db, import_key);
  await deleteLines(db, import_key, ['refused', 'merged']);
  const erased = await hasSuppressions(db, newsletter.key);
  const tags = openTagNumbers();
  const context = {
    import_key,
    confirm: options.confirm,
    tags,
    tags_for_all: options.tags,
    hashesOf: erased ? openHashes(secret, newsletter) : undefined,
    now,
  };
  const refusals = openRefusals(db, import_key);
  const notes = new Set<string>();
  const twofold = new Map<string, DateReport>();
  let people = 0;
  let issues = 0;
  let drafts = 0;

  async function setAside(line: Exclude<SourceLine, PersonLine>): Promise<void> {
    if (line.kind === 'refused') refusals.add(line, line.reason);
    else if (line.kind === 'note') {
      if (notes.size < mostNotes) notes.add(`${line.file}: ${line.text}`);
    } else if (line.kind === 'dates') {
      const { column, count, example, order } = line;
      twofold.set(column, { column, example, order, count: count + (twofold.get(column)?.count ?? 0) });
    } else if (JSON.stringify(line).includes('\\u0000')) refusals.add(line, sentence('lines.html_nul'));
    else {
      await stageIssue(db, import_key, issues, line);
      issues += 1;
      if (line.is_draft) drafts += 1;
    }
  }

  const pace = openPace(db);
  async function* rows() {
    let piece = '';
    let count = 0;
    for await (const some of lines)
      for (const line of [some].flat()) {
        if (line.kind === 'person') {
          const row = rowOf(line, people, context);
          if (typeof row === 'string') {
            piece += row;
            people += 1;
          } else refusals.add(line, row.refusal);
        } else await setAside(line);
        count += 1;
        if (count % linesBetween !== 0) continue;
        if (people > mostPeople)
          throw new LineError(sentence('moving.too_many_people', { most: mostPeople }));
        if (piece.length >= pieceCharacters) {
          yield piece;
          piece = '';
        }
        await refusals.flush(linesAtOnce);
        await progress.add(linesBetween, 'reading');
        await pace();
      }
    yield piece;
  }
  await copyIn(db, copyStaged, rows());
  await refusals.flush(1);
  const contradicted = await inTransaction(db, trx => mergeRepeated(trx, import_key, options));
  if (contradicted > 0) notes.add(contradictions(contradicted));
  const date_orders = [...twofold.values()];
  for (const dates of date_orders) if (dates.order === null) notes.add(question(dates));
  for (const [word, name] of tags.renamed)
    notes.add(
      sentence('moving.tag_called', { word: JSON.stringify(word.slice(0, 150).toWellFormed()), name }),
    );
  const unlisted = refusals.unlisted();
  if (unlisted > 0) notes.add(sentence('moving.refused_listed', { most: mostRefused, more: unlisted }));
  return { people, issues, drafts, tag_names: tags.names, notes: [...notes], date_orders, unlisted };
}

function contradictions(count: number): string {
  const who = count === 1 ? '1 person has' : `${count} people have`;
  return sentence('moving.lines_contradict', { who });
}

function question({ column, count, example }: DateReport): string {
  const dates = count === 1 ? '1 date' : `${count} dates`;
  return sentence('moving.dates_ambiguous', { column: column.slice(0, 60), dates, example });
}

/** Collects refused lines for the report. */
function openRefusals(db: Database, import_key: number) {
  const waiting: ReportLine[] = [];
  let count = 0;
  return {
    add({ file, line }: { file: string; line: number }, reason: string): void {
      count += 1;
      if (count > mostRefused) return;
      const shown = (text: string) => text.replaceAll('\0', '').toWellFormed();
      waiting.push({ file: shown(file), line, outcome: 'refused', reason: shown(reason) });
    },
    /** Writes the waiting lines, if there are at least that many. */
    async flush(least: number): Promise<void> {
      if (waiting.length >= least) await insertLines(db, import_key, waiting.splice(0));
    },
    unlisted: () => Math.max(0, count - mostRefused),
  };
}
