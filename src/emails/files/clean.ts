import { createHash } from 'node:crypto';
import { cleanPicture, type Picture } from '../../engines/pictures/clean.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { DomainError } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { type Cleaned, findUncleanImages, lockFile, recordCleaned } from './queries.ts';

/** Returns the columns to store for this cleaned picture. */
export function cleaned(id: string, { bytes, width, height }: Picture): Cleaned {
  return { id, size: bytes.length, hash: createHash('sha256').update(bytes).digest(), width, height };
}

type Outcome = 'cleaned' | 'clean' | { reason: string };

/**
 * Cuts the metadata from images that earlier versions stored with it, one after the other. Its address and its size in bytes stay the same,
 * so nothing that refers to the image or reads it meanwhile notices. `say` is called for each image. An image that cannot be read stays as
 * it is, and is tried again the next time.
 */
export async function cleanImages(
  db: Database,
  store: FileStore,
  say: (id: string, outcome: Outcome) => void,
): Promise<void> {
  let after = 0;
  for (;;) {
    const images = await findUncleanImages(db, after);
    for (const { id, newsletter_key } of images) {
      const outcome = await cleanImage(db, store, newsletter_key, id);
      if (outcome) say(id, outcome);
    }
    if (images.length === 0) return;
    after = images.at(-1)!.key;
  }
}

async function cleanImage(
  db: Database,
  store: FileStore,
  newsletter_key: number,
  id: string,
): Promise<Outcome | undefined> {
  return inTransaction(db, async trx => {
    if (!(await lockFile(trx, newsletter_key, 'image', id))) return undefined; // deleted meanwhile
    const stored = Buffer.from(await store.getBytes(id));
    const picture = tryCleaning(stored);
    if ('reason' in picture) return picture;
    const isClean = picture.bytes.equals(stored);
    // Programs that show pictures ignore bytes that follow the picture.
    const padding = Buffer.alloc(Math.max(0, stored.length - picture.bytes.length));
    const bytes = Buffer.concat([picture.bytes, padding]);
    if (!isClean) await store.replace(id, bytes);
    await recordCleaned(trx, newsletter_key, { ...cleaned(id, picture), size: bytes.length });
    return isClean ? 'clean' : 'cleaned';
  });
}

function tryCleaning(bytes: Buffer): Picture | { reason: string } {
  try {
    return cleanPicture(bytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { reason: error.detail.replace(/^image: /, '') };
  }
}
