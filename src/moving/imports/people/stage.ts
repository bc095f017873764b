import { openHashes } from '../../../audience/subscribers/suppression.ts';
import { LineError } from '../../../platform/bundle/lines.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { copyIn } from '../../../platform/database/copy-in.ts';
import type { ReadContext } from '../format.ts';
import type { PersonLine, SourceLine } from './line.ts';
import type { ImportOptions } from './options.ts';
import { openPace } from './pace.ts';
import {
  copyStaged,
  deleteLines,
  hasSuppressions,
  insertLines,
  type ReportLine,
  setAsideDuplicates,
  stageIssue,
  unstage,
} from './queries.ts';
import { rowOf } from './row.ts';
import { openTagNumbers } from './tags.ts';

/** What a file holds, once it is staged. */
export type Staged = {
  people: number;
  issues: number;
  tag_names: string[];
  notes: string[];
  /** How many refused lines are not in the report. */
  unlisted: number;
};

/** Pieces that go to PostgreSQL, and refused lines that are written at once. */
const pieceCharacters = 32_000;
const linesAtOnce = 500;
/** Between two looks at the clock. */
const linesBetween = 64;
const mostNotes = 50;
/** A file of nothing but bad lines would fill the disk with reasons. */
const mostRefused = 100_000;
/** A staged person takes about 300 bytes, however short the line. */
const mostPeople = 10_000_000;

/**
 * Reads all lines into the staged tables, in place of what is there of this import, and refused ones into the report. Memory
 * stays bounded; nothing else changes.
 */
export async function stage(
  db: Database,
  { row: { key: import_key }, newsletter, secret, progress }: ReadContext,
  options: ImportOptions,
  lines: AsyncIterable<SourceLine | SourceLine[]>,
  now: Date,
): Promise<Staged> {
  await unstage(db, import_key);
  await deleteLines(db, import_key, ['refused']);
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
  let people = 0;
  let issues = 0;

  async function setAside(line: Exclude<SourceLine, PersonLine>): Promise<void> {
    if (line.kind === 'refused') refusals.add(line, line.reason);
    else if (line.kind === 'note') {
      if (notes.size < mostNotes) notes.add(`${line.file}: ${line.text}`);
    } else if (JSON.stringify(line).includes('\\u0000'))
      refusals.add(line, 'html: it contains a NUL character. Remove it.');
    else {
      await stageIssue(db, import_key, issues, line);
      issues += 1;
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
          throw new LineError(`it has more than ${mostPeople} people. Split it into several files.`);
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
  await inTransaction(db, async trx => {
    await setAsideDuplicates(trx, import_key);
  });
  for (const [word, name] of tags.renamed)
    notes.add(`The tag ${JSON.stringify(word.slice(0, 150).toWellFormed())} is called "${name}" here.`);
  const unlisted = refusals.unlisted();
  if (unlisted > 0)
    notes.add(`The report lists the first ${mostRefused} refused lines. ${unlisted} more were refused.`);
  return { people, issues, tag_names: tags.names, notes: [...notes], unlisted };
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
    /** Writes those that wait, if they are that many. */
    async flush(least: number): Promise<void> {
      if (waiting.length >= least) await insertLines(db, import_key, waiting.splice(0));
    },
    unlisted: () => Math.max(0, count - mostRefused),
  };
}
