import { createHash } from 'node:crypto';
import { holdNewsletter } from '../../accounts/queries.ts';
import { cleanPicture, type Picture } from '../../engines/pictures/clean.ts';
import { arrangePicture } from '../../engines/pictures/convert.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { FileKind } from '../../platform/database/schema.ts';
import { domainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Attachment } from '../../platform/mail/message.ts';
import { limitOf, sizeOf } from '../../platform/sentences/counted.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { cleanName, type File } from './file.ts';
import { findAttachments, findImageOfHash, holdAttachments, insertFile, sumOfSizes } from './queries.ts';

/** Returns the attachments with these ids, in that order. Deleted ones are left out: no unsent email named them when they were deleted. */
export async function findAttachmentsOf(
  db: Database,
  newsletter_key: number,
  ids: string[],
): Promise<File[]> {
  return inOrder(ids, await findAttachments(db, newsletter_key, ids)).filter(file => file !== undefined);
}

/** Loads the attachments with their bytes. Throws the errors of the file store. */
export async function loadAttachments(
  store: FileStore,
  files: Pick<File, 'id' | 'name' | 'content_type'>[],
): Promise<Attachment[]> {
  return Promise.all(
    files.map(async ({ id, name, content_type }) => ({
      name,
      content_type,
      bytes: await store.getBytes(id),
    })),
  );
}

export type Upload = { name: string; content_type: string; bytes: Uint8Array };

/**
 * Stores an uploaded file: first its bytes, then its row, so that a row always has bytes. Images lose their metadata and are turned
 * upright; an image that the newsletter already has is reused. Throws `image_invalid` like cleanPicture, and `upload_quota_exceeded` if the
 * newsletter would have more than `quota` bytes. `record` runs in the transaction that adds a file, and does not run for a reused one.
 */
export async function storeFile(
  db: Database,
  { store, quota }: { store: FileStore; quota: number },
  newsletter_key: number,
  kind: FileKind,
  { name, content_type, bytes: given }: Upload,
  record: (trx: Database, file: File) => Promise<void> = async () => {},
): Promise<File> {
  const clean = kind === 'image' ? cleanPicture(given) : undefined;
  // Earlier versions stored images without turning them upright.
  const before = clean && (await findImageOfHash(db, newsletter_key, hashOf(clean)));
  if (before) return before;
  const picture = clean && (await arrange(clean));
  const { bytes, ...facts } = picture ?? { content_type, bytes: given };
  const hash = picture ? hashOf(picture) : null;
  const known = hash && picture !== clean && (await findImageOfHash(db, newsletter_key, hash));
  if (known) return known;
  await demandRoom(db, newsletter_key, bytes.length, quota); // before anything is written
  const id = newId();
  try {
    await store.put(id, bytes);
    const file = await inTransaction(db, async trx => {
      await holdNewsletter(trx, newsletter_key);
      await demandRoom(trx, newsletter_key, bytes.length, quota);
      const row = { id, newsletter_key, kind, hash, ...facts, size: bytes.length };
      const inserted = await insertFile(trx, { ...row, name: cleanName(name) });
      if (inserted.id === id) await record(trx, inserted);
      return inserted;
    });
    if (file.id !== id) await store.delete(id);
    return file;
  } catch (error) {
    await store.delete(id).catch(() => {}); // on a full disk, even a partial file takes space that others need
    throw error;
  }
}

function hashOf({ bytes }: Picture): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Returns the picture upright, and no larger than it is ever shown, if the installation can convert it. */
async function arrange(picture: Picture): Promise<Picture> {
  const arranged = await arrangePicture(picture.bytes, picture.content_type);
  return arranged === picture.bytes ? picture : cleanPicture(arranged);
}

async function demandRoom(db: Database, newsletter_key: number, size: number, quota: number): Promise<void> {
  const present = await sumOfSizes(db, newsletter_key);
  if (present + size <= quota) return;
  throw domainError('upload_quota_exceeded', 'files.quota_exceeded', {
    present: sizeOf(present),
    size: sizeOf(size),
    quota: limitOf(quota),
  });
}

/**
 * Returns the attachments with these `ids`, in that order, and keeps them from being deleted until the transaction ends. Throws
 * `attachment_invalid` for an unknown id.
 */
export async function resolveAttachments(
  trx: Database,
  newsletter_key: number,
  ids: string[],
): Promise<File[]> {
  if (ids.length === 0) return [];
  return inOrder(ids, await holdAttachments(trx, newsletter_key, ids)).map((file, at) => {
    if (file) return file;
    throw domainError('attachment_invalid', 'files.no_attachment', { id: ids[at]!.slice(0, 100) });
  });
}

function inOrder(ids: string[], files: File[]): (File | undefined)[] {
  const byId = new Map(files.map(file => [file.id, file]));
  return ids.map(id => byId.get(id));
}
