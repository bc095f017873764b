// Runs as a separate process, so that nothing else delays it: requests ADDRESS every EVERY milliseconds, whether the earlier requests have
// been answered or not. On request it reports how many milliseconds each one took.
import { Pool } from 'undici';

const { origin, pathname } = new URL(process.env.ADDRESS ?? '');
const pool = new Pool(origin, { connections: 20 });
const times: number[] = [];
const timer = setInterval(() => void askOnce(), Number(process.env.EVERY));
process.on('message', () => process.send!(times.splice(0)));
process.on('disconnect', async () => {
  clearInterval(timer);
  await pool.destroy();
});
process.send!('ready');

async function askOnce(): Promise<void> {
  const since = performance.now();
  const { statusCode, body } = await pool.request({ method: 'GET', path: pathname });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${pathname} answered ${statusCode}`);
  times.push(performance.now() - since);
}
