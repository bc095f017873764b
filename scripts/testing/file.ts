import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcesses, list, untilGone } from './processes.ts';
import type { Report } from './reporter.ts';

export type FileResult = {
  file: string;
  passed: number;
  skipped: number;
  failures: Failure[];
  seconds: number;
  /** User and system time of the file's process and those it started; 0 if it did not end normally. */
  cpu_seconds: number;
  printed: string;
};

/** A failed test, or a fault of the file as a whole. */
export type Failure = { name: string; place: string; error: string };

type Options = {
  /** Options for node and node:test. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** The folder in which the file's temporary folder is created. */
  folder: string;
  /** The time limit of the file, in milliseconds. */
  limit: number;
  /** The milliseconds that a process has to end by itself before it is killed or counts as left behind. */
  grace: number;
  /** True if the file may have no test, because only some are selected. */
  may_be_empty: boolean;
  /** True to show the file's output live. */
  echo: boolean;
  /** Ends the file. */
  signal: AbortSignal;
};

const reporter = fileURLToPath(new URL('reporter.ts', import.meta.url));
const untracked = new URL('untracked.ts', import.meta.url).href;
const together = fileURLToPath(new URL('together.ts', import.meta.url));

/**
 * Runs the tests of some files, one after another, in a separate process group and temporary folder. When this resolves, nothing that they
 * started is running and the folder is gone. A file also fails if it exceeds its time limit, ends before its tests, has no test, or leaves
 * a process behind; of several files, the last one is blamed for that.
 */
export async function runFiles(files: readonly string[], options: Options): Promise<FileResult[]> {
  const folder = mkdtempSync(join(options.folder, 'file-'));
  chmodSync(folder, 0o1777); // readable like any temporary folder: servers started by root run as other users
  const since = performance.now();
  const results = files.map(
    (file): FileResult => ({
      file,
      passed: 0,
      skipped: 0,
      failures: [],
      seconds: 0,
      cpu_seconds: 0,
      printed: '',
    }),
  );
  let current = 0; // the index of the running file
  let isOver = false;
  const fail = (error: string, result = results[current]!) =>
    result.failures.push({ name: 'the file', place: result.file, error });

  const child = spawn(process.execPath, argumentsFor(files, options.args), {
    detached: true, // in a separate process group
    env: { ...options.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const owner = { folder, group: child.pid };
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      results[current]!.printed += text;
      if (options.echo) process.stdout.write(text);
    });
  }
  let ending: Promise<void> | undefined;
  const endAll = () => {
    ending ??= endProcesses(owner, options.grace);
    return ending;
  };
  child.on('message', (report: Report) => {
    if (report.type === 'over') {
      isOver = true;
      if (files.length === 1) results[0]!.cpu_seconds = report.cpu_seconds;
    } else if (report.type === 'file over') {
      const { seconds, cpu_seconds } = report;
      Object.assign(results[current]!, { seconds, cpu_seconds });
      current = Math.min(current + 1, files.length - 1);
      limit.refresh();
    } else if (report.type === 'lingers') {
      fail(`Its tests have finished, but it did not end. What keeps it alive: ${report.holders.join(', ')}`);
      void endAll();
    } else {
      const result = results.find(({ file }) => file === report.file) ?? results[current]!;
      if (report.outcome === 'failed') result.failures.push(report);
      else result[report.outcome] += 1;
    }
  });
  const limit = setTimeout(() => {
    fail(`It was ended after ${options.limit / 1000} seconds.`);
    void endAll();
  }, options.limit);
  const stop = () => void endAll();
  options.signal.addEventListener('abort', stop);

  const [code, signal] = await exited;
  clearTimeout(limit);
  options.signal.removeEventListener('abort', stop);
  const left = ending ? [] : await untilGone(owner, options.grace);
  if (left.length > 0) fail(`It left processes behind, which were ended:\n${list(left)}`);
  const wasEnded = ending !== undefined && left.length === 0;
  await endAll();
  await closed; // all of its messages have arrived
  const [running, ...after] = isOver ? [] : results.slice(current);
  if (options.signal.aborted) fail('It was stopped.');
  else if (running && !wasEnded)
    fail(code === 0 ? 'It ran no test to its end.' : `It ended with ${code ?? signal}.`);
  for (const result of after) fail(`It did not run, because ${running?.file} did not end.`, result);
  if (isOver && !wasEnded && !options.may_be_empty)
    for (const result of results) if (countTests(result) === 0) fail('It ran no test to its end.', result);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  if (files.length === 1) results[0]!.seconds = (performance.now() - since) / 1000;
  return results;
}

function argumentsFor(files: readonly string[], args: string[]): string[] {
  return [
    ...args,
    '--max-semi-space-size=32', // megabytes: tests make many short-lived objects, and collecting them less often takes less time
    `--import=${untracked}`,
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
    ...(files.length > 1 ? [together] : []),
    ...files,
  ];
}

function countTests({ passed, skipped, failures }: FileResult): number {
  return passed + skipped + failures.length;
}
