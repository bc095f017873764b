import { canConvert } from '../../engines/pictures/convert.ts';
import type { Database } from '../../platform/database/connect.ts';
import { fileIdsIn, type Pictures } from './file.ts';
import { findImages } from './queries.ts';

/** Finds the images of the newsletter whose addresses are in a text. */
export async function findPictures(db: Database, newsletter_key: number, text: string): Promise<Pictures> {
  const ids = fileIdsIn(text);
  if (ids.length === 0) return {};
  const images = await findImages(db, newsletter_key, ids);
  const converts = images.length > 0 && (await canConvert());
  return Object.fromEntries(
    images.map(({ id, width, height, content_type }) => [
      id,
      { width, height, content_type, is_converted: converts },
    ]),
  );
}
