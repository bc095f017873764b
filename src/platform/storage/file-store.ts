import { createReadStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { readS3Url } from './s3.ts';

/** The store of uploaded files: bytes under a key. */
export type FileStore = Pick<Disk, 'put' | 'getBytes' | 'getStream' | 'delete' | 'deleteAll'> & {
  /** Returns the bytes of a file from `start` up to, but not including, `end`, as they are read. */
  getRange(key: string, start: number, end: number): Promise<Readable>;
  /** Replaces the stored bytes with these. A reader gets either the old or the new ones, whatever crashes. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
};

/**
 * Opens the folder `files` of `data_dir`, or the bucket of `files_url`, `s3://ACCESS_KEY:SECRET@HOST/BUCKET?region=REGION`, at any
 * S3-compatible service. Does not connect yet.
 */
export async function openFileStore({
  data_dir,
  files_url,
}: {
  data_dir: string;
  files_url: string | undefined;
}): Promise<FileStore> {
  if (files_url !== undefined) return openBucket(files_url);
  const location = resolve(data_dir, 'files');
  return Object.assign(new Disk(new FSDriver({ location, visibility: 'private' })), {
    getRange: async (key: string, start: number, end: number) =>
      createReadStream(resolve(location, key), { start, end: end - 1 }),
    async replace(key: string, bytes: Uint8Array) {
      const beside = resolve(location, `${key}.${process.pid}`);
      try {
        await writeFile(beside, bytes, { flush: true });
        await rename(beside, resolve(location, key));
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
    },
  });
}

async function openBucket(files_url: string): Promise<FileStore> {
  // This takes 10 MB that few installations need.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { settings, bucket } = readS3Url(files_url);
  const client = new S3Client(settings);
  const disk = new Disk(new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' }));
  return Object.assign(disk, {
    replace: (key: string, bytes: Uint8Array) => disk.put(key, bytes),
    async getRange(key: string, start: number, end: number) {
      const range = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end - 1}` });
      return (await client.send(range)).Body as Readable; // in Node; browsers get another kind of stream
    },
  });
}
