import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Seconds of processor time that PostgreSQL has used, with all its processes, those that have ended included, if this process
 * or one that it started runs the server. 0 where there is no /proc.
 */
export function postgresSeconds(): number {
  return secondsOf(({ name }) => name === 'postgres');
}

/** The same for what this process has started and has not ended, without PostgreSQL. */
export function startedSeconds(): number {
  return secondsOf(({ pid, name }) => pid !== process.pid && name !== 'postgres');
}

/** The same of servers on this machine that others have started, by the numbers of their first processes. */
export function serverSeconds(first_pids: number[]): number {
  return secondsOf(() => true, first_pids);
}

/** The processes that these have started, and those that those have started. */
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

/** See proc_pid_stat(5): the name, in parentheses, can contain anything. */
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

/** By the scheduler's counts, in nanoseconds: those of `stat` come in steps of 10 ms, an idle minute of a connection. */
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
