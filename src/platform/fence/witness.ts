import type { Readable } from 'node:stream';
import { messageOf } from '../errors.ts';
import { sentence } from '../sentences/sentence.ts';
import { readS3Url } from '../storage/s3.ts';

const timeoutMilliseconds = 3000;
/** The most characters that are read of an object. Our tokens are shorter. */
const longestToken = 100;

/** The content of the witness when it was read: '' and no version if there is no such object. */
export type Seen = { token: string; version: string | undefined };

/** An object in a bucket that only somebody who has seen its content can replace. */
export type Witness = {
  /** The address, without credentials. */
  name: string;
  /** Reads the content. Throws WitnessError if that is impossible. */
  read(): Promise<Seen>;
  /**
   * Replaces the content that was seen. Returns false if somebody else has replaced it: then nothing was written. Throws WitnessError if
   * the answer is missing or unclear, so that the token may or may not have been written.
   */
  replace(seen: Seen, token: string): Promise<boolean>;
  /**
   * Throws WitnessError if the service ignores conditions, so that two copies could replace the same content. `token` is the content of the
   * witness, and stays there.
   */
  test(token: string): Promise<void>;
  close(): void;
};

/** The witness could not be used. The message says why. */
export class WitnessError extends Error {}

/** Opens the object at `s3://…`, as readS3Url reads it. Does not connect yet. */
export async function openWitness(url: string): Promise<Witness> {
  const { settings, bucket, path } = readS3Url(url);
  const { GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3'); // 10 MB that few need
  const client = new S3Client({ ...settings, maxAttempts: 1 });
  const host = settings.endpoint === undefined ? '' : `${new URL(settings.endpoint).host}/`;
  const name = `s3://${host}${bucket}/${path}`;
  const object = { Bucket: bucket, Key: path };
  const limit = () => ({ abortSignal: AbortSignal.timeout(timeoutMilliseconds) });

  async function read(): Promise<Seen> {
    try {
      const { Body, ContentLength = 0, ETag } = await client.send(new GetObjectCommand(object), limit());
      if (ContentLength > longestToken) {
        (Body as Readable).destroy(); // on Node
        throw new WitnessError(sentence('holds.witness_other_file', { name }));
      }
      return { token: (await Body?.transformToString()) ?? '', version: ETag };
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return { token: '', version: undefined };
      throw explain(error);
    }
  }

  async function replace({ version }: Seen, token: string): Promise<boolean> {
    const condition = version === undefined ? { IfNoneMatch: '*' } : { IfMatch: version };
    try {
      await client.send(new PutObjectCommand({ ...object, ...condition, Body: token }), limit());
      return true;
    } catch (error) {
      // 412: the object has another content. 409: another write is in progress. NoSuchKey: the object that was seen is gone.
      if ([409, 412].includes(statusOf(error)) || nameOf(error) === 'NoSuchKey') return false;
      throw explain(error);
    }
  }

  async function test(token: string): Promise<void> {
    for (const version of [undefined, '"00000000000000000000000000000000"'])
      if (await replace({ token, version }, token))
        throw new WitnessError(sentence('holds.witness_no_conditions', { name }));
  }

  function explain(error: unknown): WitnessError {
    if (error instanceof WitnessError) return error;
    const why = nameOf(error) === 'AbortError' ? 'it did not answer in time' : messageOf(error);
    return new WitnessError(sentence('holds.witness_unusable', { name, why }));
  }

  return { name, read, replace, test, close: () => client.destroy() };
}

/** Returns the status of the answer; 0 if there was none. */
function statusOf(error: unknown): number {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
