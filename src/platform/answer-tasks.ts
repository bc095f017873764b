import { parentPort } from 'node:worker_threads';
import { DomainError } from './errors.ts';
import type { Answer, Call, Work } from './threads.ts';

/** Makes the file of `openThread` answer each task with `answer`. */
export function answerTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.on('message', (task: Task) => {
    parentPort?.postMessage(answerOf(() => work(task)));
  });
}

/** Makes the file of `callsOf` answer with these functions. */
export function answerCalls<Functions extends Work>(work: Functions): void {
  answerTasks(({ name, args }: Call) => work[name]?.(...(args as never[])));
}

function answerOf<Result>(work: () => Result): Answer<Result> {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof DomainError) return { refused: { code: error.code, detail: error.detail } };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
