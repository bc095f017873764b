import { openHashes } from '../../../audience/subscribers/suppression.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { copyIn } from '../../../platform/database/copy-in.ts';
import type { ReadContext } from '../format.ts';
import type { SourceLine } from './line.ts';
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
export type Staged = { people: number; issues: number; tag_names: string[]; notes: string[] };

/** Pieces that go to PostgreSQL, and refused lines that are written at once. */
const pieceCharacters = 32_000;
const linesAtOnce = 500;
/** Between two looks at the clock. */
const linesBetween = 64;
const mostNotes = 50;

/**
 * Reads all lines into the staged tables, in place of what is there of this import, and refused ones into the report. Memory
 * stays bounded; nothing else changes.
 */
export async function stage(
  db: Database,
  { row: { key: import_key }, newsletter, secret, progress }: ReadContext,
  options: ImportOptions,
  lines: AsyncIterable<SourceLine>,
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
  const pace = openPace(db);
  const notes = new Set<string>();
  let refused: ReportLine[] = [];
  let people = 0;
  let issues = 0;
  const refuse = async (file: string, line: number, reason: string) => {
    const shown = reason.replaceAll('\0', '').toWellFormed();
    refused.push({ file: file.replaceAll('\0', '').toWellFormed(), line, outcome: 'refused', reason: shown });
    if (refused.length >= linesAtOnce) await insertLines(db, import_key, refused.splice(0));
  };
  async function* rows() {
    let piece = '';
    let count = 0;
    for await (const line of lines) {
      if (line.kind === 'person') {
        const row = rowOf(line, people, context);
        if (typeof row === 'string') {
          piece += row;
          people += 1;
        } else await refuse(line.file, line.line, row.refusal);
      } else if (line.kind === 'refused') await refuse(line.file, line.line, line.reason);
      else if (line.kind === 'note') {
        if (notes.size < mostNotes) notes.add(`${line.file}: ${line.text}`);
      } else if (JSON.stringify(line).includes('\\u0000'))
        await refuse(line.file, line.line, 'html: it contains a NUL character. Remove it.');
      else {
        await stageIssue(db, import_key, issues, line);
        issues += 1;
      }
      count += 1;
      if (piece.length >= pieceCharacters) {
        yield piece;
        piece = '';
      }
      if (count % linesBetween === 0) {
        await progress.add(linesBetween, 'reading');
        await pace();
      }
    }
    yield piece;
  }
  await copyIn(db, copyStaged, rows());
  await insertLines(db, import_key, refused);
  refused = [];
  await inTransaction(db, async trx => {
    await setAsideDuplicates(trx, import_key);
  });
  for (const [word, name] of tags.renamed)
    notes.add(`The tag ${JSON.stringify(word.slice(0, 150).toWellFormed())} is called "${name}" here.`);
  return { people, issues, tag_names: tags.names, notes: [...notes] };
}
