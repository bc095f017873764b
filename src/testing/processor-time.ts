import assert from 'node:assert/strict';

/**
 * Does `work` and throws when it took this process more than so many seconds of processor time: for input that is made
 * to keep a reader busy for hours. Unlike the clock, processor time does not run while others have the machine; the bound
 * is far above what is usual all the same.
 */
export function assertBounded(seconds: number, work: () => void): void {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  const took = (user + system) / 1e6;
  assert.ok(took < seconds, `${took} seconds of processor time`);
}
