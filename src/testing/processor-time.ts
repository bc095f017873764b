import assert from 'node:assert/strict';

/**
 * How many seconds of processor time `work` takes this process. Unlike the clock, that time does not run while others
 * have the machine.
 */
export function processorSeconds(work: () => void): number {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/**
 * Throws when `work` takes more than so many seconds of processor time: for input that is made to keep a reader busy for
 * hours. The bound is far above what is usual.
 */
export function assertBounded(seconds: number, work: () => void): void {
  const took = processorSeconds(work);
  assert.ok(took < seconds, `${took} seconds of processor time`);
}
