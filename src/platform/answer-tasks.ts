import { parentPort } from 'node:worker_threads';
import type { Answer } from './threads.ts';

/** Makes the file of `openThread` answer each task with `answer`. */
export function answerTasks<Task, Result>(work: (task: Task) => Result): void {
  parentPort?.on('message', (task: Task) => {
    parentPort?.postMessage(answerOf(() => work(task)));
  });
}

function answerOf<Result>(work: () => Result): Answer<Result> {
  try {
    return { result: work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
