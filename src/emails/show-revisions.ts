import { openTagDirectory } from '../audience/tags/resolve.ts';
import type { Database } from '../platform/database/connect.ts';
import { notFound } from '../platform/errors.ts';
import type { Email } from './email.ts';
import { measure } from './revise.ts';
import { contentOf, type KeptFor, type RevisionContent, type RevisionEntry } from './revision.ts';
import { findRevisionRow, listRevisionRows, type RevisionRow } from './revision-queries.ts';

/** Lists the email's revisions, newest first; the first is the present email. With `names`, their authors are named. */
export async function listRevisions(db: Database, email: Email, names: boolean): Promise<RevisionEntry[]> {
  const [newest, ...others] = await listRevisionRows(db, email.key);
  if (!newest) return [];
  const now = { ...newest, ...(await present(db, email, newest.number)) };
  return [showEntry(now, names, true), ...others.map(row => showEntry(row, names, false))];
}

/** Returns one of the email's revisions with its content. Throws `not_found`. */
export async function readRevision(
  db: Database,
  email: Email,
  number: number,
  names: boolean,
): Promise<RevisionEntry & RevisionContent> {
  const row = await findRevisionRow(db, email.key, number);
  if (!row) throw notFound('revision');
  const { subject, body, settings } = row;
  if (subject !== null && body !== null && settings !== null)
    return { ...showEntry(row, names, false), subject, body, settings };
  const { content, ...measured } = await present(db, email, number);
  return { ...showEntry({ ...row, ...measured }, names, true), ...content };
}

/** Returns the present email as its newest revision. */
async function present(db: Database, email: Email, number: number) {
  const content = contentOf(email, await openTagDirectory(db, email.newsletter_key));
  return { content, ...(await measure(db, email.key, number, content)) };
}

function showEntry(row: RevisionRow, names: boolean, is_current: boolean): RevisionEntry {
  const { number, begin_date, end_date, kept_for, size, words_added, words_removed } = row;
  return {
    number,
    is_current,
    begin_date,
    end_date,
    author: showHand(row.written_by, row, names),
    kept_for: kept_for as KeptFor | null,
    size: size ?? 0,
    words_added: words_added ?? 0,
    words_removed: words_removed ?? 0,
  };
}

/** Returns the author; null if unknown or deleted. */
export function showHand(
  id: string | null,
  { author_type, author_name }: Pick<RevisionRow, 'author_type' | 'author_name'>,
  names: boolean,
): RevisionEntry['author'] {
  if (author_type === null || id === null) return null;
  return { type: author_type, id, name: names ? author_name : null };
}
