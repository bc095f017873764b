import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns the seconds of processor time that PostgreSQL has used with all its processes, including ended ones, if this process or one that
 * it started runs the server. 0 without /proc.
 */
export function postgresSeconds(): number {
  return secondsOf(({ name }) => name === 'postgres');
}

/** Returns the same for processes that this one has started and not ended, without PostgreSQL. */
export function startedSeconds(): number {
  return secondsOf(({ pid, name }) => pid !== process.pid && name !== 'postgres');
}

/** Returns the same for servers on this machine that others have started, by the numbers of their first processes. */
export function serverSeconds(first_pids: number[]): number {
  return secondsOf(() => true, first_pids);
}

/** Returns the descendants of these processes. */
export function processesBelow(first_pids: number[]): number[] {
  return ours(first_pids).flatMap(({ pid }) => (first_pids.includes(pid) ? [] : pid));
}

function secondsOf(isMeant: (one: Process) => boolean, first_pids = [process.pid]): number {
  return ours(first_pids)
    .filter(isMeant)
    .reduce((sum, { seconds }) => sum + seconds, 0);
}

function ours(first_pids: number[]): Process[] {
  const processes = new Map(listProcesses().map(one => [one.pid, one]));
  const isOurs = (pid: number): boolean =>
    first_pids.includes(pid) || (processes.has(pid) && isOurs(processes.get(pid)!.parent));
  return [...processes.values()].filter(({ pid }) => isOurs(pid));
}

type Process = { pid: number; name: string; parent: number; seconds: number };

/** Reads all processes. See proc_pid_stat(5): the name, in parentheses, can contain anything. */
function listProcesses(): Process[] {
  return pids().flatMap(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [start, end] = [stat.indexOf('('), stat.lastIndexOf(')')];
      const fields = stat
        .slice(end + 2)
        .split(' ')
        .map(Number);
      const ended = (fields[13]! + fields[14]!) / ticksPerSecond();
      return [
        { pid, name: stat.slice(start + 1, end), parent: fields[1]!, seconds: runningSeconds(pid) + ended },
      ];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/**
 * Returns the seconds by the scheduler's counts, which are in nanoseconds. Those of `stat` come in steps of 10 ms, as much as an idle
 * connection uses in a minute.
 */
function runningSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const counts = threads.map(id => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' '));
  return counts.reduce((sum, [running]) => sum + Number(running) / 1e9, 0);
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

let per_second: number | undefined;

function ticksPerSecond(): number {
  per_second ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return per_second;
}
