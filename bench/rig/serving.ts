// A process of its own: the whole service as `postrider serve` runs it, which says on request what it has used so far, and
// how long its main thread was kept by one thing.

import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { startService } from '../../src/program/main.ts';
import { usageNow } from './processes.ts';

/**
 * Milliseconds of its own processor time that the main thread used between two turns of a timer: what anybody who asks in
 * between waits for, on a machine that has nothing else to do. Other work on the machine does not count.
 */
const stretches: number[] = [];
let used = 0;
const watch = () => {
  const { user, system } = process.threadCpuUsage();
  stretches.push((user + system - used) / 1000);
  used = user + system;
};
if (process.env.WATCH) setInterval(watch, 5).unref();

const config = readConfig(process.env, '/nowhere');
const service = await startService(config, createLog(config.LOG_LEVEL));
process.on('disconnect', () => void service.stop());
process.on('message', message => {
  if (message === 'usage') process.send!(usageNow());
  if (message === 'stretches') process.send!(stretches.splice(0));
});
if (process.connected) process.send!('ready');
else await service.stop(); // the benchmark ended while we started
