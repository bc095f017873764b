import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/postrider.ts', import.meta.url));

export type RunningProcess = {
  process: ChildProcess;
  /** What it has printed so far, on both outputs. */
  printed(): string;
  /** Sends the signal and waits for the end; resolves with the exit code, null after a deadly signal. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

/** Runs `postrider` as a process of its own and waits until it has printed `ready`. Throws with its output if it ends before. */
export async function startProcess(
  args: string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      printed += part;
      if (ready.test(printed)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(code => reject(new Error(`postrider ${args.join(' ')} ended with ${code}:\n${printed}`)));
  });
  return {
    process: child,
    printed: () => printed,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
