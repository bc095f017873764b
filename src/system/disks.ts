import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';

export const diskSchema = z
  .object({
    folder: z.string(),
    holds: z.array(z.enum(['database', 'files', 'other'])).describe('What this installation keeps there'),
    size: z.int().describe('In bytes'),
    free: z.int().describe('What this user may still write, in bytes'),
    is_low: z.boolean().describe('Whether less than 2 GB, or less than a twentieth, is free'),
  })
  .meta({ id: 'SystemDisk' });

type Disk = z.output<typeof diskSchema>;

const leastBytes = 2_000_000_000;
const leastShare = 0.05;

/** The disk of DATA_DIR, as the answering process sees it; none if it cannot be read. */
export async function readDisks(data_dir: string, holds: Disk['holds']): Promise<Disk[]> {
  const folder = resolve(data_dir);
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    const [size, free] = [blocks * bsize, bavail * bsize];
    return [{ folder, holds, size, free, is_low: free < leastBytes || free < size * leastShare }];
  } catch {
    return [];
  }
}
