import { type Author, demandContent } from '../../accounts/content.ts';
import { onlyChanges } from '../../platform/changes.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { FileKind } from '../../platform/database/schema.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { File } from './file.ts';
import {
  deleteFileRow,
  findAnyFile,
  findRequesters,
  findUsesOfAttachment,
  listFiles,
  lockFile,
  updateFileRow,
} from './queries.ts';
import { deleteShaped } from './shaped.ts';

/** Finds a file of the newsletter. Throws `not_found`. */
export async function findFileOf(
  db: Database,
  newsletter_key: number,
  kind: FileKind,
  id: string,
): Promise<File> {
  const { results } = await listFiles(db, newsletter_key, kind, { ids: [id], page: 1, page_size: 1 });
  return results[0] ?? refuse(kind);
}

/**
 * Applies `changes`; the bytes stay the same. Throws `not_found`, and `forbidden` if the author's bounds do not allow renaming a file that
 * readers see.
 */
export async function updateFile(
  db: Database,
  newsletter_key: number,
  kind: FileKind,
  id: string,
  changes: { name?: string | undefined; metadata?: object | undefined },
  author: Author,
): Promise<File> {
  return inTransaction(db, async trx => {
    const file = isId(id) ? await lockFile(trx, newsletter_key, kind, id) : undefined;
    if (!file) refuse(kind);
    const { name, metadata } = onlyChanges(file, changes);
    if (name !== undefined) await demandUnused(trx, newsletter_key, author, file);
    const columns = {
      ...(name !== undefined && { name, changed_by: author.by }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    };
    return Object.keys(columns).length === 0 ? file : updateFileRow(trx, file.key, columns);
  });
}

/**
 * Deletes the file: first its row, then its bytes, so that a row always has bytes. A deleted image disappears from mails and pages that
 * show it. Throws `not_found`, `attachment_in_use`, with the ids of the emails, while an email still has to send the attachment, and
 * `forbidden` if the author's bounds do not allow changing content that goes out or is public.
 */
export async function deleteFile(
  db: Database,
  { store, log }: { store: FileStore; log: Log },
  newsletter_key: number,
  kind: FileKind,
  id: string,
  author: Author,
): Promise<void> {
  await inTransaction(db, async trx => {
    const file = await lockFile(trx, newsletter_key, kind, id);
    if (!file) refuse(kind);
    await demandUnused(trx, newsletter_key, author, file);
    const emails = kind === 'attachment' ? await findUsesOfAttachment(trx, newsletter_key, id) : [];
    if (emails.length > 0)
      throw new DomainError('attachment_in_use', sentence('files.in_use', { count: emails.length }), {
        email_ids: emails.slice(0, 100).join(','),
      });
    await deleteFileRow(trx, file.key);
  });
  // Leftover bytes take up space but do no harm: nothing refers to them any more.
  await Promise.all([store.delete(id), kind === 'image' && deleteShaped(store, id)]).catch(error =>
    log.warn({ err: error, file: id }, 'the bytes of a deleted file could not be deleted'),
  );
}

async function demandUnused(
  trx: Database,
  newsletter_key: number,
  author: Author,
  { id }: File,
): Promise<void> {
  const why = sentence('people.why_file');
  await demandContent(trx, author, () => findRequesters(trx, newsletter_key, id), why);
}

function refuse(kind: FileKind): never {
  throw notFound(kind);
}

/** Deletes one file of the newsletter, its bytes first, so that a crash leaves no bytes behind. Returns how many it deleted. */
export async function removeFile(db: Database, store: FileStore, newsletter_key: number): Promise<number> {
  const file = await findAnyFile(db, newsletter_key);
  if (!file) return 0;
  await store.delete(file.id);
  await deleteShaped(store, file.id);
  await deleteFileRow(db, file.key);
  return 1;
}
