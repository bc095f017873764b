import { Worker } from 'node:worker_threads';

/** Why a task on another thread came to nothing: it took too long, or brought the thread down. */
export class ThreadFailure extends Error {
  readonly is_late: boolean;

  constructor(message: string, { is_late }: { is_late: boolean }) {
    super(message);
    this.is_late = is_late;
  }
}

export type Thread<Task, Result> = {
  /** Tasks take turns. Throws a ThreadFailure for one that ends the thread; the next task has a new one. */
  run(task: Task): Promise<Result>;
};

/**
 * Another thread, on which `file` answers each message with one (see `answerTasks`). It is started with the first task,
 * ends when it has been idle, and keeps no process alive that has nothing else to do. How much memory a task takes is for
 * `file` to bound: Node ends the whole process when a thread has none left.
 */
export function openThread<Task, Result>(
  file: URL,
  { deadline_ms, idle_ms = 30_000 }: { deadline_ms: number; idle_ms?: number },
): Thread<Task, Result> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const end = () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    return ended?.terminate();
  };
  const work = async (task: Task): Promise<Result> => {
    clearTimeout(idle);
    worker ??= new Worker(file);
    const current = worker;
    current.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const fail = (message: string, is_late = false) => reject(new ThreadFailure(message, { is_late }));
    const deadline = setTimeout(() => fail(`it took longer than ${deadline_ms / 1000} s`, true), deadline_ms);
    const onMessage = (answer: Answer<Result>) =>
      'error' in answer ? fail(answer.error) : resolve(answer.result);
    const onError = (error: Error) => fail(error.message);
    const onExit = () => fail('its thread ended');
    current.on('message', onMessage).on('error', onError).on('exit', onExit);
    try {
      current.postMessage(task);
      return await promise;
    } catch (error) {
      // Whatever the thread does still, nobody waits for it.
      current.on('error', () => {});
      worker = undefined;
      await current.terminate();
      throw error;
    } finally {
      clearTimeout(deadline);
      current.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (worker === current) {
        current.unref();
        idle = setTimeout(end, idle_ms).unref();
      }
    }
  };

  return {
    run(task) {
      const result = turn.then(() => work(task));
      turn = result.catch(() => {});
      return result;
    },
  };
}

export type Answer<Result> = { result: Result } | { error: string };
