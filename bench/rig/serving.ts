// Runs as a separate process: the whole service as `postrider serve` runs it. On request it reports what it has used so far, and for how
// long one task kept its main thread busy.

import { readConfig } from '../../src/platform/config/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { startService } from '../../src/program/main.ts';
import { usageNow } from './processes.ts';

/**
 * The milliseconds of processor time that the main thread used between two ticks of a timer. On an otherwise idle machine, a request that
 * arrives in between waits this long. Other load does not count.
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
else await service.stop(); // the benchmark ended during startup
