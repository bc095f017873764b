import { cleanImages } from '../emails/files/clean.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/connect.ts';
import { counted } from '../platform/sentences/counted.ts';
import { openFileStore } from '../platform/storage/file-store.ts';

/** `postrider clean-images`: cuts metadata from the images of earlier versions. Resolves with whether all of them could be read. */
export async function cleanStoredImages(config: Config, db: Database): Promise<boolean> {
  const store = await openFileStore({ data_dir: config.DATA_DIR, files_url: config.FILES_URL });
  const counts = { cleaned: 0, clean: 0, unread: 0 };
  await cleanImages(db, store, (id, outcome) => {
    if (typeof outcome === 'string') counts[outcome] += 1;
    else {
      counts.unread += 1;
      console.log(`${id} was not changed: ${outcome.reason}`);
    }
  });
  console.log(
    `${counted(counts.cleaned, 'image')} cleaned, ${counts.clean} had no metadata, ${counts.unread} could not be read.`,
  );
  return counts.unread === 0;
}
