import assert from 'node:assert/strict';

/**
 * Returns the seconds of processor time that `work` takes in this process. Unlike elapsed time, they do not include time when other
 * processes run.
 */
export function processorSeconds(work: () => void): number {
  const since = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

/**
 * Throws if `work` takes more than this many seconds of processor time, for input crafted to keep a reader busy for hours. The limit is far
 * above the usual time.
 */
export function assertBounded(seconds: number, work: () => void): void {
  const took = processorSeconds(work);
  assert.ok(took < seconds, `${took} seconds of processor time`);
}
