import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningProcess } from './processes.ts';
import { patienceSeconds } from './until.ts';

/** A process that is killed again and again, and restarted each time as a supervisor would do. */
export type KeptProcess = {
  /** Resolves as soon as the current process is ready. */
  ready(): Promise<void>;
  /** Ends the running process as soon as it is ready, and starts the next. Resolves with its exit code, or null after a fatal signal. */
  strike(signal: NodeJS.Signals): Promise<number | null>;
  /** Stops the running process as soon as it is ready, and continues it after this time. */
  freeze(milliseconds: number): Promise<void>;
  /** The reasons why processes ended on their own. */
  falls: string[];
  /** Stops for good. */
  stop(): Promise<void>;
};

/**
 * Keeps one process running with `start` until stopped. If it cannot start, for example without a database, it tries again.
 * `on_strike` is called right before it is killed.
 */
export function keepProcess(start: () => Promise<RunningProcess>, on_strike = () => {}): KeptProcess {
  const struck = new WeakSet<RunningProcess>();
  const falls: string[] = [];
  let stopped = false;
  let current = begin();

  return {
    falls,
    ready: async () => void (await current),
    async strike(signal) {
      const victim = await current;
      struck.add(victim);
      on_strike();
      const code = await victim.end(signal);
      if (!stopped) current = begin();
      return code;
    },
    async freeze(milliseconds) {
      const { process } = await current;
      process.kill('SIGSTOP');
      await sleep(milliseconds);
      process.kill('SIGCONT');
    },
    async stop() {
      stopped = true;
      const last = await current.catch(() => undefined); // the waiting caller got the error
      if (!last) return;
      struck.add(last);
      await last.end('SIGTERM');
    },
  };

  function begin(): Promise<RunningProcess> {
    const beginning = startAtLast();
    beginning.catch(() => {}); // the waiting caller gets the error
    return beginning;
  }

  async function startAtLast(): Promise<RunningProcess> {
    const end = Date.now() + patienceSeconds * 1000;
    for (;;) {
      try {
        const running = await start();
        running.process.once('exit', code => {
          if (struck.has(running)) return;
          falls.push(`ended with ${code}: ${running.printed().slice(-500)}`);
          if (!stopped) current = begin();
        });
        return running;
      } catch (error) {
        if (stopped || Date.now() > end) throw error;
        await sleep(200);
      }
    }
  }
}
