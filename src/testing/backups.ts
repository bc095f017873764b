import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Restored, type RestoreTarget, restoreBackup } from '../backups/restore.ts';
import { readTar, tarEnd, tarFile } from '../backups/tar.ts';
import { type BackupSource, streamBackup, type Written } from '../backups/write.ts';
import { readConfig } from '../platform/config/config.ts';
import { connectDatabase, type Database } from '../platform/database/connect.ts';
import { createLog } from '../platform/log.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { type Service, startService } from '../program/main.ts';
import { createEmptyDatabase } from './database.ts';
import { testSecretKey } from './vault.ts';

/** Takes a backup in memory. Returns it with its description. */
export async function takeBackup(source: BackupSource): Promise<Written & { bytes: Buffer }> {
  let written: Written | undefined;
  const parts: Buffer[] = [];
  for await (const part of streamBackup(source, whole => {
    written = whole;
  }))
    parts.push(part);
  return { ...written!, bytes: Buffer.concat(parts) };
}

/** Returns the bytes as a stream, as if they were read out of a file. */
export function streamOf(bytes: Buffer): AsyncIterable<Buffer> {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
    })(),
  );
}

export type Restoring = AsyncDisposable & {
  db: Database;
  url: string;
  files: Map<string, Buffer>;
  keys: Buffer[];
  restore(bytes: Buffer, passphrase?: string | null): Promise<Restored>;
  /** Starts the service on the restored data with this data folder, and stops it. Returns the service. */
  start(data_dir: string): Promise<Service>;
};

/** Opens an empty database for restoring a backup. Files and keys are kept in memory. */
export async function openRestoring(): Promise<Restoring> {
  const database = await createEmptyDatabase();
  const db = connectDatabase(database.url, { size: 2, on_error: () => {} });
  const files = new Map<string, Buffer>();
  const keys: Buffer[] = [];
  const store = {
    put: async (key: string, bytes: Buffer) => void files.set(key, bytes),
  } as unknown as FileStore;
  const target: RestoreTarget = {
    db,
    store,
    mark: async () => {},
    keep_keys: async found => void keys.push(...found),
    finish: async () => {},
  };
  return {
    db,
    url: database.url,
    files,
    keys,
    restore: (bytes, passphrase = null) => restoreBackup(async () => target, streamOf(bytes), passphrase),
    async start(data_dir) {
      const env = { DATABASE_URL: database.url, DATA_DIR: data_dir, SECRET_KEY: testSecretKey, PORT: '0' };
      const service = await startService(readConfig(env, '/nowhere/.env'), createLog('silent'));
      await service.stop();
      return service;
    },
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database.drop();
    },
  };
}

/** Returns the backup of a furnished installation of an earlier release (src/backups/releases). */
export function releaseBackup(name: string): Buffer {
  return readFileSync(new URL(`../backups/releases/${name}.tar.zst`, import.meta.url));
}

export type Member = { name: string; content: Buffer };

/** Returns the files in an unencrypted backup. */
export async function membersOf(bytes: Buffer): Promise<Member[]> {
  const members: Member[] = [];
  for await (const { name, content } of readTar(streamOf(zstdDecompressSync(bytes)))) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(Buffer.from(part));
    members.push({ name, content: Buffer.concat(parts) });
  }
  return members;
}

/** Packs these files into an unencrypted backup. */
export function packMembers(members: Member[]): Buffer {
  const files = members.flatMap(({ name, content }) => [...tarFile(name, content, new Date(0))]);
  return zstdCompressSync(Buffer.concat([...files, tarEnd]), {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
}
