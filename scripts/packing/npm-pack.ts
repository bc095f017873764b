import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { z } from 'zod';

export type Packed = { file: string; size: number; files: number };

/** The output of `npm pack --json`. The size is in bytes. */
const answer = z.union([
  z.tuple([z.object({ filename: z.string(), size: z.int(), entryCount: z.int() })]),
  z.record(z.string(), z.object({ filename: z.string(), size: z.int(), entryCount: z.int() })),
]);

/** Packs the package in `stage` into `folder`. Throws if npm cannot. */
export function npmPack(stage: string, folder: string): Packed {
  const caller = process.env.npm_execpath ?? '';
  const [command, ...first] =
    basename(caller) === 'npm-cli.js' ? [process.execPath, caller] : (['npm'] as const);
  const { status, stdout, stderr } = spawnSync(
    command,
    [...first, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: stage, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
  const [made] = Object.values(answer.parse(JSON.parse(stdout)));
  return { file: join(folder, made!.filename), size: made!.size, files: made!.entryCount };
}
