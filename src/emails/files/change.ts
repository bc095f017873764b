import { type Bounds, unapproved } from '../../accounts/bounds.ts';
import { counted } from '../../platform/counted.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { FileKind } from '../../platform/database/schema.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store.ts';
import { isId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { File } from './file.ts';
import {
  deleteFileRow,
  findAnyFile,
  findUsesOfAttachment,
  isSeen,
  listFiles,
  lockFile,
  updateFileRow,
} from './queries.ts';

/** Throws `not_found`. */
export async function findFileOf(
  db: Database,
  newsletter_key: number,
  kind: FileKind,
  id: string,
): Promise<File> {
  const { results } = await listFiles(db, newsletter_key, kind, { ids: [id], page: 1, page_size: 1 });
  return results[0] ?? refuse(kind);
}

/** Applies `changes`; the bytes stay the same. Throws `not_found`. */
export async function updateFile(
  db: Database,
  newsletter_key: number,
  kind: FileKind,
  id: string,
  changes: { name?: string | undefined; metadata?: object | undefined },
): Promise<File> {
  const { name, metadata } = changes;
  const columns = {
    ...(name !== undefined && { name }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  };
  if (Object.keys(columns).length === 0) return findFileOf(db, newsletter_key, kind, id);
  const updated = isId(id) ? await updateFileRow(db, newsletter_key, { kind, id }, columns) : undefined;
  return updated ?? refuse(kind);
}

/**
 * Deletes the file: first its row, then its bytes, so that a row always has bytes. Mails and pages that show an image
 * lose it. Throws `not_found`, and `attachment_in_use`, with the ids, while an email still has to send the attachment.
 */
export async function deleteFile(
  db: Database,
  { store, log }: { store: FileStore; log: Log },
  newsletter_key: number,
  kind: FileKind,
  id: string,
  { needs_approval }: Pick<Bounds, 'needs_approval'>,
): Promise<void> {
  await inTransaction(db, async trx => {
    const file = await lockFile(trx, newsletter_key, kind, id);
    if (!file) refuse(kind);
    if (needs_approval && (await isSeen(trx, newsletter_key, file.id)))
      throw unapproved('and an email that is no longer a draft uses this file');
    const emails = kind === 'attachment' ? await findUsesOfAttachment(trx, newsletter_key, id) : [];
    if (emails.length > 0)
      throw new DomainError(
        'attachment_in_use',
        `${counted(emails.length, 'email')} that ${emails.length === 1 ? 'is' : 'are'} not completely sent yet ${emails.length === 1 ? 'uses' : 'use'} this attachment. Remove it there, delete emails that must not be sent, or wait until all are sent.`,
        { email_ids: emails.slice(0, 100).join(',') },
      );
    await deleteFileRow(trx, file.key);
  });
  // Leftover bytes take up space but do no harm: nothing refers to them any more.
  await store
    .delete(id)
    .catch(error => log.warn({ err: error, file: id }, 'the bytes of a deleted file could not be deleted'));
}

function refuse(kind: FileKind): never {
  throw notFound(kind);
}

/** Deletes one file of the newsletter, its bytes first, so that a crash leaves none behind. Returns how many it deleted. */
export async function removeFile(db: Database, store: FileStore, newsletter_key: number): Promise<number> {
  const file = await findAnyFile(db, newsletter_key);
  if (!file) return 0;
  await store.delete(file.id);
  await deleteFileRow(db, file.key);
  return 1;
}
