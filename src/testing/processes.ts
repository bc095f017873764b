import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inProgram } from '../platform/root.ts';
import { patienceSeconds } from './until.ts';

/** The program as users run it. `npm test` builds it and says where. */
export const builtProgram = process.env.TEST_PROGRAM ?? inProgram('scripts/launch.ts');

/**
 * A running process. Take it with `await using`: it is killed when its block ends, however that happens. It never outlives this process.
 */
export type RunningProcess = AsyncDisposable & {
  process: ChildProcess;
  /** Returns everything that it has printed so far, on both outputs. */
  printed(): string;
  /** Sends the signal and waits for the end. Resolves with the exit code, or null after a fatal signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/**
 * Runs `postrider` as a separate process, or another `program` in the folder `cwd`, and waits until it has printed `ready`. If it ends
 * before that or takes too long, throws with its output and leaves nothing running. The command `before` runs it, for example one that
 * enters a network namespace.
 */
export async function startProcess(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
  { program = builtProgram, cwd, before = [] }: { program?: string; cwd?: string; before?: string[] } = {},
): Promise<RunningProcess> {
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', program, ...args];
  const [command, ...rest] = [...before, ...node];
  const child = spawn(command!, rest, {
    // Each test file has its own temporary folder, so a process that is started again finds its earlier data.
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      LOG_LEVEL: 'warn',
      ...(cwd === undefined && { DATA_DIR: join(tmpdir(), 'postrider-data') }),
      ...env,
    },
    ...(cwd !== undefined && { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  const ended = once(child, 'exit').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  const running: RunningProcess = {
    process: child,
    printed: () => printed,
    end(signal) {
      child.kill(signal);
      return ended;
    },
    [Symbol.asyncDispose]: async () => void (await running.end('SIGKILL')),
  };
  const isReady = new Promise<void>(resolve => {
    const hear = (part: Buffer) => {
      printed += part;
      if (ready.test(printed)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const waiting = new AbortController();
  const outcome = await Promise.race([
    isReady,
    ended.then(code => `ended with ${code}`),
    sleep(patienceSeconds * 1000, `was not ready within ${patienceSeconds} s`, waiting),
  ]);
  waiting.abort();
  if (outcome === undefined) return running;
  await running.end('SIGKILL');
  throw new Error(`postrider ${args.join(' ')} ${outcome}:\n${printed}`);
}
