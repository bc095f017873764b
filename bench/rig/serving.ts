// A process of its own: the whole service as `postrider serve` runs it, which says on request what it has used so far.

import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { startService } from '../../src/program/main.ts';
import { usageNow } from './processes.ts';

const config = readConfig(process.env, '/nowhere');
const service = await startService(config, createLog(config.LOG_LEVEL));
process.on('disconnect', () => void service.stop());
process.on('message', message => {
  if (message === 'usage') process.send!(usageNow());
});
if (process.connected) process.send!('ready');
else await service.stop(); // the benchmark ended while we started
