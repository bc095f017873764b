import { type Converted, convertPicture } from '../../engines/pictures/convert.ts';
import { type Shape, shapeNames } from '../../engines/pictures/shapes.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { findFile } from './queries.ts';

const keyOf = (id: string, shape: Shape) => `${id}.${shape}`;

/** The conversions under way, by key. Readers who want the same one wait for it together. */
const making = new Map<string, Promise<Converted | undefined>>();
/** The most conversions that may wait. Beyond that, readers get pictures as they are. */
const mostWaiting = 100;

/** The last pictures that stay as they are, by key, so that nobody can request the same work again and again. */
const unmade = new Set<string>();
const mostUnmade = 1000;

/**
 * Finds an image in this shape, made at the first request and stored from then on. Undefined if the image is shown as it is. Backups leave
 * these files out, because they can be made again.
 */
export async function findShaped(
  db: Database,
  store: FileStore,
  id: string,
  shape: Shape,
): Promise<Converted | undefined> {
  const key = keyOf(id, shape);
  if (unmade.has(key)) return undefined;
  const stored = await store.getBytes(key).catch(() => undefined);
  if (stored) return { bytes: Buffer.from(stored), content_type: typeOf(stored) };
  if (!making.has(key) && making.size >= mostWaiting) return undefined;
  const made = making.get(key) ?? make(db, store, id, shape).finally(() => making.delete(key));
  making.set(key, made);
  return made;
}

async function make(
  db: Database,
  store: FileStore,
  id: string,
  shape: Shape,
): Promise<Converted | undefined> {
  const key = keyOf(id, shape);
  const converted = await convertPicture(Buffer.from(await store.getBytes(id)), shape);
  if (converted) {
    await store.replace(key, converted.bytes);
    if (!(await findFile(db, id))) await deleteShaped(store, id); // deleted meanwhile
    return converted;
  }
  unmade.add(key);
  if (unmade.size > mostUnmade) unmade.delete(unmade.values().next().value!);
  return undefined;
}

/** Deletes the variants that were made from an image. */
export async function deleteShaped(store: FileStore, id: string): Promise<void> {
  for (const shape of shapeNames) await store.delete(keyOf(id, shape));
}

function typeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff) return 'image/jpeg';
  return bytes[0] === 0x89 ? 'image/png' : 'image/webp';
}
