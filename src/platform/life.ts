import { readdir, readFile, readlink } from 'node:fs/promises';
import { codeOf } from './errors.ts';

/**
 * The identity of a process among all others: numbers of processes are used again, and each container has its own. `realm` is where the
 * number counts (this start of the machine, and its namespace of processes), and `start` is when the process began, in ticks of the kernel.
 * Both are null if the system does not tell.
 */
export type Life = { process_id: number; realm: string | null; start: string | null };

/** Reads the identity of this process. */
export async function readLife(): Promise<Life> {
  const [boot, namespace, self] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
    readlink('/proc/self').catch(() => ''),
  ]);
  const seen = await readStat(process.pid);
  // A container may show the processes of the machine, with other numbers.
  if (!boot || !namespace || !seen || self !== String(process.pid))
    return { process_id: process.pid, realm: null, start: null };
  return { process_id: process.pid, realm: `${boot.trim()} ${namespace}`, start: seen.start };
}

/** Whether the process of this life has certainly ended. Only the kernel that `here` lives in can know that. */
export async function hasEnded(life: Life, here: Life): Promise<boolean> {
  if (life.realm === null || life.realm !== here.realm) return false;
  if (!isAlive(life.process_id)) return true;
  const seen = await readStat(life.process_id);
  return seen !== undefined && (seen.start !== life.start || seen.is_corpse);
}

/** Whether a process has this number now, even one that we may not signal. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * Reads when the process began. `is_corpse` means that no part of it runs, but its parent has not collected its exit code. Returns
 * undefined if this cannot be read.
 */
async function readStat(pid: number): Promise<{ start: string; is_corpse: boolean } | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5): the name, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0]!, fields[19]!];
    const is_corpse = (state === 'Z' || state === 'X') && (await readdir(`/proc/${pid}/task`)).length <= 1;
    return { start, is_corpse };
  } catch {
    return undefined;
  }
}
