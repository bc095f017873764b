import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { readS3Url } from './s3.ts';

/**
 * Returns a name of the place of uploaded files that is the same for all processes that share the place: the bucket, or the content of a
 * file in the folder. Creates that file if it is missing. Returns '' if the folder cannot be written.
 */
export async function findFilesPlace({
  data_dir,
  files_url,
}: {
  data_dir: string;
  files_url: string | undefined;
}): Promise<string> {
  if (files_url !== undefined) {
    const { settings, bucket } = readS3Url(files_url);
    return `the bucket ${bucket} of ${settings.endpoint ?? 'Amazon'}`;
  }
  const folder = join(data_dir, 'files');
  const file = join(folder, 'folder-id');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Of two processes that start together, only one writes the file.
    await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch(error => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    return `the folder ${await readFile(file, 'utf8')}`;
  } catch {
    return '';
  }
}
