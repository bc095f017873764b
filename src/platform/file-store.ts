import { resolve } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where uploaded files are stored: bytes under a key. */
export type FileStore = Pick<Disk, 'put' | 'getBytes' | 'getStream' | 'delete' | 'deleteAll'>;

/**
 * The folder `files` of `data_dir`, or the bucket of `files_url`, `s3://ACCESS_KEY:SECRET@HOST/BUCKET?region=REGION`,
 * at any S3-compatible service. Does not connect yet.
 */
export async function openFileStore({
  data_dir,
  files_url,
}: {
  data_dir: string;
  files_url: string | undefined;
}): Promise<FileStore> {
  if (files_url === undefined)
    return new Disk(new FSDriver({ location: resolve(data_dir, 'files'), visibility: 'private' }));
  const { S3Driver } = await import('flydrive/drivers/s3'); // 10 MB that few installations need
  const { hostname, port, pathname, username, password, searchParams } = new URL(files_url);
  const scheme = searchParams.get('tls') === 'off' ? 'http' : 'https';
  return new Disk(
    new S3Driver({
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
      endpoint: `${scheme}://${hostname}${port && `:${port}`}`,
      region: searchParams.get('region') ?? 'us-east-1',
      bucket: decodeURIComponent(pathname.slice(1)),
      forcePathStyle: true,
      supportsACL: false,
      // Other services may not support Amazon's checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      visibility: 'private',
    }),
  );
}
