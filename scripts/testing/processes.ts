import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type Process = { pid: number; command: string };

/** A process group, if known, and a folder that nobody else uses. */
export type Owner = { folder: string; group?: number | undefined };

const pollMilliseconds = 50;

/**
 * Returns the processes of the group, and those with the folder as working directory or in their command or environment. That finds
 * processes that leave their group, as PostgreSQL, Postfix and Chromium do. Zombies do not count.
 */
export function findProcesses({ folder, group }: Owner): Process[] {
  const all = process.platform === 'linux' ? readProc() : readPs();
  return all
    .filter(({ pid, state, group: its, traces }) => {
      if (pid === process.pid || state === 'Z') return false;
      return its === group || traces().some(trace => trace.includes(folder));
    })
    .map(({ pid, command }) => ({ pid, command }));
}

/** Ends them with SIGTERM, and those still running after `grace` milliseconds with SIGKILL, until none is found. */
export async function endProcesses(owner: Owner, grace: number): Promise<void> {
  const end = performance.now() + grace;
  const asked = new Set<number>();
  for (;;) {
    const found = findProcesses(owner);
    if (found.length === 0) return;
    const isLate = performance.now() > end;
    for (const { pid } of found) {
      if (isLate) signal(pid, 'SIGKILL');
      else if (!asked.has(pid)) signal(pid, 'SIGTERM');
      asked.add(pid);
    }
    if (performance.now() > end + 10_000) throw new Error(`These processes cannot be ended:\n${list(found)}`);
    await sleep(pollMilliseconds);
  }
}

/** Waits at most `patience` milliseconds until none is left, and returns the rest. */
export async function untilGone(owner: Owner, patience: number): Promise<Process[]> {
  const end = performance.now() + patience;
  for (;;) {
    const found = findProcesses(owner);
    if (found.length === 0 || performance.now() > end) return found;
    await sleep(pollMilliseconds);
  }
}

export function list(processes: Process[]): string {
  return processes.map(({ pid, command }) => `${pid} ${command}`.slice(0, 200)).join('\n');
}

function signal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has just ended.
  }
}

type Row = Process & { state: string; group: number; traces(): string[] };

function readProc(): Row[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => {
      const read = (file: string) => quietly(() => readFileSync(`/proc/${pid}/${file}`, 'latin1'));
      // pid (name) state parent group …, where the name may contain anything.
      const [state = 'Z', , group] = read('stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = read('cmdline').replaceAll('\0', ' ').trim();
      const traces = () => [command, quietly(() => readlinkSync(`/proc/${pid}/cwd`)), read('environ')];
      return { pid: Number(pid), state, group: Number(group), command, traces };
    });
}

function readPs(): Row[] {
  return execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,pgid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/ +/))
    .map(([pid, group, state = 'Z', ...words]) => {
      const command = words.join(' ');
      return { pid: Number(pid), state: state[0]!, group: Number(group), command, traces: () => [command] };
    });
}

/** Reads an entry. An unreadable one belongs to another user's process, or to one that has just ended. */
function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
