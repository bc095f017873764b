import type { Database } from '../platform/database/connect.ts';
import type { FileKind } from '../platform/database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { FileStore } from '../platform/file-store.ts';
import { newId } from '../platform/ids.ts';
import type { Attachment } from '../platform/mail/message.ts';
import { cleanName, type File, imageType } from './file.ts';
import { findAttachments, insertFile } from './queries.ts';

/** The attachments that `ids` name, with their bytes. Throws `attachment_invalid`, and what the file store throws. */
export async function loadAttachments(
  db: Database,
  store: FileStore,
  newsletter_key: number,
  ids: string[],
): Promise<Attachment[]> {
  const files = await resolveAttachments(db, newsletter_key, ids);
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
 * Keeps an uploaded file: its bytes first, its row after, so that a row always has bytes. Throws `image_invalid` for an
 * image that mail programs do not show; what it is told by its bytes, not by its name.
 */
export async function storeFile(
  db: Database,
  store: FileStore,
  newsletter_key: number,
  kind: FileKind,
  { name, content_type, bytes }: Upload,
): Promise<File> {
  const type = kind === 'image' ? imageType(bytes) : content_type;
  if (type === null)
    throw new DomainError('image_invalid', 'image: this is no PNG, JPEG, GIF, WebP or AVIF.');
  const id = newId();
  await store.put(id, bytes);
  return insertFile(db, {
    id,
    newsletter_key,
    kind,
    name: cleanName(name),
    content_type: type,
    size: bytes.length,
  });
}

/** The attachments that `ids` name, in that order. Throws `attachment_invalid` for an id that names none. */
export async function resolveAttachments(
  db: Database,
  newsletter_key: number,
  ids: string[],
): Promise<File[]> {
  if (ids.length === 0) return [];
  const found = new Map((await findAttachments(db, newsletter_key, ids)).map(file => [file.id, file]));
  return ids.map(id => {
    const file = found.get(id);
    if (file) return file;
    throw new DomainError(
      'attachment_invalid',
      `attachments: no attachment has the id "${id.slice(0, 100)}". Upload it to /v1/attachments first.`,
    );
  });
}
