import { answerTasks } from '../platform/threads/answer-tasks.ts';

let count = 0;

/** A thread that does what it is told, including misbehaving. */
answerTasks((task: string) => {
  if (task === 'exit') process.exit();
  if (task === 'throw') throw new Error('It was told to.');
  if (task === 'hang') for (;;);
  if (task === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
  count += 1;
  return task === 'count' ? count : 'answered';
});
