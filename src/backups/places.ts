import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf, messageOf } from '../platform/errors.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { readS3Url } from '../platform/storage/s3.ts';
import { BackupError } from './error.ts';

/** A folder or bucket for backups. */
export type Place = {
  /** The name for people, without credentials. */
  name: string;
  /** Stores a file that appears once it is complete; returns its size. Throws BackupError if it cannot be written. */
  write(file: string, content: AsyncIterable<Buffer>): Promise<number>;
  read(file: string): Promise<Readable>;
  list(): Promise<{ name: string; size: number }[]>;
  remove(file: string): Promise<void>;
};

/** Parts of an upload grow with its size, because there may be at most 10,000. */
const partBytes = 8 << 20;
const partsOfOneSize = 2500;

export function isBucket(url: string): boolean {
  return url.startsWith('s3://');
}

/** Opens the folder, or the path in a bucket: `s3://…` as readS3Url reads it. Does not connect yet. */
export async function openPlace(url: string): Promise<Place> {
  return isBucket(url) ? openBucket(url) : openFolder(url);
}

/** Returns the path to which a file is written until it is complete. */
export function partialOf(path: string): string {
  return `${path}.partial`;
}

/** Splits the address of one file into its place and its name. */
export function splitPlace(url: string): { place: string; file: string } {
  const [path = '', query] = isBucket(url) ? url.split('?') : [resolve(url)];
  const at = path.lastIndexOf('/');
  return { place: `${path.slice(0, at + 1)}${query ? `?${query}` : ''}`, file: path.slice(at + 1) };
}

function openFolder(folder: string): Place {
  return {
    name: resolve(folder),
    async write(file, content) {
      const path = join(folder, file);
      const partial = partialOf(path);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const size = await writeFile(partial, content);
        await rename(partial, path);
        const handle = await open(folder, 'r');
        await handle.sync().finally(() => handle.close());
        return size;
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {});
        throw explain(error, path);
      }
    },
    async read(file) {
      const path = join(folder, file);
      await stat(path).catch(error => {
        throw new BackupError(sentence('backups.not_readable', { path, code: codeOf(error) }));
      });
      return createReadStream(path, { highWaterMark: 256 << 10 });
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.map(async name => ({ name, size: (await stat(join(folder, name))).size })));
    },
    remove: file => rm(join(folder, file), { force: true }),
  };
}

async function writeFile(path: string, content: AsyncIterable<Buffer>): Promise<number> {
  const handle = await open(path, 'w', 0o600);
  let size = 0;
  try {
    for await (const bytes of content) {
      await handle.writeFile(bytes);
      size += bytes.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return size;
}

function explain(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BackupError(sentence('backups.disk_full', { path }));
  if (['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'EISDIR', 'EIO'].includes(code ?? ''))
    return new BackupError(sentence('backups.not_writable', { path, code }));
  return error;
}

async function openBucket(url: string): Promise<Place> {
  const { settings, bucket, path } = readS3Url(url);
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const s3 = await import('@aws-sdk/client-s3'); // 10 MB that few installations need
  const client = new s3.S3Client({ maxAttempts: 5, ...settings });
  const at = (file: string) => ({ Bucket: bucket, Key: `${prefix}${file}` });
  const told = <T>(work: Promise<T>): Promise<T> =>
    work.catch(error => {
      throw new BackupError(
        sentence('backups.bucket_unusable', { bucket, prefix, reason: messageOf(error) }),
      );
    });

  async function write(file: string, content: AsyncIterable<Buffer>): Promise<number> {
    const { UploadId } = await told(client.send(new s3.CreateMultipartUploadCommand(at(file))));
    const parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let size = 0;
    try {
      for await (const Body of cut(content)) {
        const PartNumber = parts.length + 1;
        const part = { ...at(file), UploadId, PartNumber, Body, ContentLength: Body.length };
        const { ETag } = await told(client.send(new s3.UploadPartCommand(part)));
        parts.push({ PartNumber, ETag });
        size += Body.length;
      }
      const whole = { ...at(file), UploadId, MultipartUpload: { Parts: parts } };
      await told(client.send(new s3.CompleteMultipartUploadCommand(whole)));
      return size;
    } catch (error) {
      await client.send(new s3.AbortMultipartUploadCommand({ ...at(file), UploadId })).catch(() => {});
      throw error;
    }
  }

  async function list(): Promise<{ name: string; size: number }[]> {
    const found: { name: string; size: number }[] = [];
    for (let next: string | undefined; ; ) {
      const page = await told(
        client.send(
          new s3.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            ...(next === undefined ? {} : { ContinuationToken: next }),
          }),
        ),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? [])
        found.push({ name: Key.slice(prefix.length), size: Size });
      next = page.NextContinuationToken;
      if (next === undefined) return found;
    }
  }

  return {
    name: `s3://${bucket}/${prefix}`,
    write,
    list,
    async read(file) {
      const { Body } = await told(client.send(new s3.GetObjectCommand(at(file))));
      return Body as Readable; // on Node
    },
    async remove(file) {
      await told(client.send(new s3.DeleteObjectCommand(at(file))));
    },
  };
}

/** Yields the content in parts of an upload: at least one, which may be empty. */
async function* cut(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 0;
  for await (const bytes of content) {
    parts.push(bytes);
    length += bytes.length;
    if (length < partBytes * 4 ** Math.floor(number / partsOfOneSize)) continue;
    yield Buffer.concat(parts);
    number += 1;
    parts = [];
    length = 0;
  }
  if (length > 0 || number === 0) yield Buffer.concat(parts);
}
