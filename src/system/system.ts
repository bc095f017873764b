import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../platform/database/connect.ts';
import { timestamp } from '../platform/http/fields.ts';
import type { Replicas } from '../platform/replicas/replicas.ts';
import { listProcesses } from '../platform/rounds/processes.ts';
import { version } from '../platform/version.ts';
import { databaseSchema, readDatabase } from './database.ts';
import { queueSchema, readQueues } from './queues.ts';

const diskSchema = z
  .object({
    folder: z.string(),
    holds: z.array(z.enum(['database', 'files', 'other'])).describe('What this installation keeps there'),
    size: z.int().describe('In bytes'),
    free: z.int().describe('How many bytes this user may still write'),
    is_low: z.boolean().describe('Whether less than 2 GB, or less than a twentieth, is free'),
  })
  .meta({ id: 'SystemDisk' });

type Disk = z.output<typeof diskSchema>;

const leastBytes = 2_000_000_000;
const leastShare = 0.05;

/** Returns the disk of DATA_DIR as the answering process sees it; an empty list if it cannot be read. */
async function readDisks(data_dir: string, holds: Disk['holds']): Promise<Disk[]> {
  const folder = resolve(data_dir);
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    const [size, free] = [blocks * bsize, bavail * bsize];
    return [{ folder, holds, size, free, is_low: free < leastBytes || free < size * leastShare }];
  } catch {
    return [];
  }
}

const processSchema = z
  .object({
    id: z.string(),
    role: z.string().describe('`all`, `api` or `worker`'),
    host: z.string(),
    process_id: z.int(),
    version: z.string(),
    start_date: timestamp,
    seen_date: timestamp.describe('When it last confirmed that it is running, which it does every minute'),
    is_running: z
      .boolean()
      .describe(
        'False if it has been silent for more than 150 seconds: it was killed, or cannot reach the database',
      ),
  })
  .meta({ id: 'SystemProcess' });

export const systemSchema = z
  .object({
    version: z.string().describe('The version of the process that answers'),
    node_version: z.string(),
    start_date: timestamp.describe('When the process that answers was started'),
    processes: z
      .array(processSchema)
      .describe('Those that are running, and those of the last day that ended without deleting their entry'),
    queues: z.array(queueSchema),
    database: databaseSchema,
    files: z
      .object({
        count: z.int(),
        size: z.int().describe('In bytes'),
        place: z.enum(['folder', 'bucket']).describe('DATA_DIR, or the bucket of FILES_URL'),
      })
      .describe('Images and attachments of all newsletters'),
    disks: z.array(diskSchema).describe('Disks that the answering process writes to'),
  })
  .meta({ id: 'System' });

export type Machine = { data_dir: string; is_embedded: boolean; has_bucket: boolean };

/** Reads the state that an operator looks at first. */
export async function readSystem(
  { db, replicas }: { db: Database; replicas: Replicas },
  { data_dir, is_embedded, has_bucket }: Machine,
): Promise<z.output<typeof systemSchema>> {
  const holds = [
    ...(is_embedded ? ['database' as const] : []),
    ...(has_bucket ? [] : ['files' as const]),
    'other' as const,
  ];
  const [processes, queues, database, files, disks] = await Promise.all([
    listProcesses(db),
    readQueues(db),
    readDatabase(db),
    sumFiles(db),
    readDisks(data_dir, holds),
  ]);
  return {
    version,
    node_version: process.versions.node,
    start_date: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    processes,
    queues,
    database: { ...database, is_embedded, replicas: replicas.states() },
    files: { ...files, place: has_bucket ? 'bucket' : 'folder' },
    disks,
  };
}

async function sumFiles(db: Database): Promise<{ count: number; size: number }> {
  const { rows } = await sql<{ count: number; size: number }>`
    select count(*) as count, coalesce(sum(size), 0)::bigint as size from files`.execute(db);
  return rows[0]!;
}
