// Runs as a separate process: the part of a worker that fetches feeds and runs automations, one of the two per request.
import { fileURLToPath } from 'node:url';
import { pollRound, runRound } from '../../src/automations/poller.ts';
import { loadTheme } from '../../src/engines/rendering/theme.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { createLog } from '../../src/platform/log.ts';
import { openSafeFetch } from '../../src/platform/safe-fetch/safe-fetch.ts';
import { usageNow } from './processes.ts';

/** The number of feeds or automations, the seconds by the clock, and of processor time. */
export type Polled = { count: number; seconds: number; program: number; peak_megabytes: number };

const url = process.env.DATABASE_URL!;
const db = connectDatabase(url, { size: 10, on_error: () => {} });
const safe_fetch = openSafeFetch({
  allowed_private_networks: ['127.0.0.1'],
  contact_url: 'http://news.example',
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
});
const context = {
  db,
  safe_fetch,
  theme: loadTheme(fileURLToPath(new URL('../../themes/default/', import.meta.url))),
  clock: systemClock,
  log: createLog('warn'),
  random: Math.random,
  poll_minutes: 30,
  emails_per_poll: 10,
  websub: false,
};
process.on('disconnect', async () => {
  await safe_fetch.close();
  await db.destroy();
});
process.on('message', async (what: 'poll' | 'run') => {
  const [begun, since] = [usageNow(), performance.now()];
  const count = await (what === 'poll' ? pollRound(context) : runRound(context));
  const [done, end] = [usageNow(), performance.now()];
  process.send!({
    count,
    seconds: (end - since) / 1000,
    program: done.cpu_seconds - begun.cpu_seconds,
    peak_megabytes: done.peak_megabytes,
  } satisfies Polled);
});
process.send!('ready');
