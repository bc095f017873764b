import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DomainError } from '../errors.ts';
import type { Answer, Call, Work } from './threads.ts';

// Linux has a priority for each thread, other systems only for the whole process. With few cores, the main thread comes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Asks a question of the thread that gave the task. */
export type Ask<Question, Reply> = (question: Question) => Promise<Reply>;

/** Makes the file that `openThread` loads answer each task with `work`. */
export function answerTasks<Task, Result, Question = never, Reply = never>(
  work: (task: Task, ask: Ask<Question, Reply>) => Result | Promise<Result>,
): void {
  let hear: (reply: Reply) => void = () => {};
  const ask: Ask<Question, Reply> = question => {
    parentPort?.postMessage({ question });
    return new Promise(resolve => {
      hear = resolve;
    });
  };
  parentPort?.on('message', async (message: { task: Task } | { reply: Reply }) => {
    if ('reply' in message) hear(message.reply);
    else parentPort?.postMessage(await answerOf(() => work(message.task, ask)));
  });
}

/** Makes the file that `callsOf` loads answer with these functions. */
export function answerCalls<Functions extends Work>(functions: Functions): void {
  answerTasks(({ name, args }: Call) => functions[name]?.(...(args as never[])));
}

async function answerOf<Result>(work: () => Result | Promise<Result>): Promise<Answer<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof DomainError) return { refused: { code: error.code, detail: error.detail } };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
