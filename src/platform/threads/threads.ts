import { Worker } from 'node:worker_threads';
import { DomainError, type ErrorCode } from '../errors.ts';

/** A task on another thread failed: it took too long, or crashed the thread. */
export class ThreadFailure extends Error {
  readonly is_late: boolean;

  constructor(message: string, { is_late }: { is_late: boolean }) {
    super(message);
    this.is_late = is_late;
  }
}

export type Thread<Task, Result, Question = never, Reply = never> = {
  /**
   * Runs tasks one at a time. Throws the DomainError of a task, or a ThreadFailure if it fails otherwise; the next task gets a new thread.
   * `reply` answers the questions of the task; an error that it throws ends the task.
   */
  run(task: Task, reply?: (question: Question) => Promise<Reply>): Promise<Result>;
};

/**
 * Opens another thread, on which `file` answers each message with one (see `answerTasks`). It starts with the first task, ends after being
 * idle, and does not keep the process alive. `file` must bound the memory of a task itself: Node ends the whole process when a thread runs
 * out of memory. `deadline_ms` is processor time, so that no task fails because the machine is busy.
 */
export function openThread<Task, Result, Question = never, Reply = never>(
  file: URL,
  { deadline_ms, idle_ms = 30_000 }: { deadline_ms: number; idle_ms?: number },
): Thread<Task, Result, Question, Reply> {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const end = () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    return ended?.terminate();
  };
  const work = async (task: Task, reply?: (question: Question) => Promise<Reply>): Promise<Result> => {
    clearTimeout(idle);
    worker ??= new Worker(file);
    const current = worker;
    current.ref();
    const { promise, resolve, reject } = Promise.withResolvers<Exclude<Answer<Result>, { error: string }>>();
    const fail = (message: string, is_late = false) => reject(new ThreadFailure(message, { is_late }));
    const start = () =>
      watch(current, deadline_ms, () => fail(`it took longer than ${deadline_ms / 1000} s`, true));
    let stopWatching = start();
    const onQuestion = async (question: Question) => {
      stopWatching(); // the deadline is for the thread, not for us
      try {
        const replied = await reply?.(question);
        stopWatching = start();
        current.postMessage({ reply: replied });
      } catch (error) {
        reject(error);
      }
    };
    const onMessage = (answer: Answer<Result> | { question: Question }) => {
      if ('question' in answer) void onQuestion(answer.question);
      else if ('error' in answer) fail(answer.error);
      // With --watch, Node also sends messages about the thread's imports.
      else if ('result' in answer || 'refused' in answer) resolve(answer);
    };
    const onError = (error: Error) => fail(error.message);
    const onExit = () => fail('its thread ended');
    current.on('message', onMessage).on('error', onError).on('exit', onExit);
    let answer: Awaited<typeof promise>;
    try {
      current.postMessage({ task });
      answer = await promise;
    } catch (error) {
      // Nothing waits for the work that the thread is still doing.
      current.on('error', () => {});
      worker = undefined;
      await current.terminate();
      throw error;
    } finally {
      stopWatching();
      current.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (worker === current) {
        current.unref();
        idle = setTimeout(end, idle_ms).unref();
      }
    }
    if ('refused' in answer) throw new DomainError(answer.refused.code, answer.refused.detail);
    return answer.result;
  };

  return {
    run(task, reply) {
      const result = turn.then(() => work(task, reply));
      turn = result.catch(() => {});
      return result;
    },
  };
}

/** The multiple of its deadline that a thread gets if it is stuck without working, or cannot tell how much it has worked. */
const mostPatience = 20;

/** Calls `onLate` when the thread has used `deadline_ms` of processor time from now on. Returns a function that stops this. */
function watch(thread: Worker, deadline_ms: number, onLate: () => void): () => void {
  const end = performance.now() + mostPatience * deadline_ms;
  // A thread that has not started cannot tell its processor time, which is zero.
  const before = processorTime(thread).catch(() => 0);
  let isOver = false;
  let timer = setTimeout(look, deadline_ms);
  function look() {
    if (performance.now() >= end) return onLate();
    timer = setTimeout(look, deadline_ms); // unless it answers
    void Promise.all([before, processorTime(thread)]).then(judge, () => {});
  }
  function judge([was, is]: [number, number]) {
    if (isOver) return;
    clearTimeout(timer);
    const left = deadline_ms - (is - was);
    if (left <= 0) onLate();
    else timer = setTimeout(look, Math.max(100, left));
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Returns the processor time that the thread has used, in milliseconds. */
async function processorTime(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}

/** Functions whose arguments and results can be sent to another thread. */
export type Work = Record<string, (...args: never[]) => unknown>;

/** Calls one of the functions on the other thread. */
export type Calls<Functions extends Work> = <Name extends keyof Functions & string>(
  name: Name,
  ...args: Parameters<Functions[Name]>
) => Promise<ReturnType<Functions[Name]>>;

/** Returns the functions that `file` offers with `answerCalls`, on one other thread. */
export function callsOf<Functions extends Work>(
  file: URL,
  options: { deadline_ms: number; idle_ms?: number },
): Calls<Functions> {
  const thread = openThread<Call, unknown>(file, options);
  return async (name, ...args) => (await thread.run({ name, args })) as ReturnType<Functions[typeof name]>;
}

/** Returns the same functions on this thread. */
export function callsHere<Functions extends Work>(functions: Functions): Calls<Functions> {
  return async (name, ...args) => functions[name]!(...args) as ReturnType<Functions[typeof name]>;
}

export type Call = { name: string; args: unknown[] };

export type Answer<Result> =
  | { result: Result }
  | { refused: { code: ErrorCode; detail: string } }
  | { error: string };
