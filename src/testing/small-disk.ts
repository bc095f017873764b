import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a separate disk of this many megabytes, for any user, until `remove`. Undefined if this user cannot mount one. */
export function mountSmallDisk(megabytes: number): { folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-small-'));
  try {
    const options = `size=${megabytes}m,mode=777`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'postrider-small', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    remove() {
      execFileSync('umount', ['-l', folder]); // a server that is just ending may still use it
      rmdirSync(folder);
    },
  };
}
