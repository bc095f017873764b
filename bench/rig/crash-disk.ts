import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flight } from './crash-faults.ts';
import { type Course, playGroup, type Tally } from './crash-round.ts';
import { makeFolder } from './database.ts';
import { atTheLatestAtTheEnd } from './endings.ts';

/** Plays PostgreSQL on a small separate file system that is full for five seconds midway. Needs root and Linux. */
export async function playFullDisk(into: Tally[], course: Course): Promise<void> {
  const { folder, remove } = await makeFolder();
  try {
    const options = 'size=400m,mode=755';
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'postrider-crash', folder], { stdio: 'pipe' });
  } catch (error) {
    console.log(`No disk is filled: only root can mount a small one (${(error as Error).message.trim()}).`);
    return remove();
  }
  const unmount = atTheLatestAtTheEnd(async () => {
    execFileSync('umount', ['-l', folder]);
    await remove();
  });
  const strike = async ({ often }: Flight) => {
    await often(1, () => fill(folder, 5000));
    return { kills: 0, workers: 0 };
  };
  const fault = { name: "PostgreSQL's disk full for 5 s", rounds: 2, recipients: 20_000, strike };
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
  await playGroup({ faults: [fault], data_dir: folder, settings }, into, course);
  await unmount();
}

async function fill(folder: string, milliseconds: number): Promise<void> {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {}); // until nothing more fits
  await sleep(milliseconds);
  await rm(filler);
}
