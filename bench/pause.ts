// Measures how soon a pause takes effect while an email is sent to 100,000 people at full speed, compared with the two seconds that
// docs/api.md promises.
import { setTimeout as sleep } from 'node:timers/promises';
import { startSink, withService } from './rig/sending.ts';
import { median, printTable } from './rig/table.ts';

const count = 100_000;
const rounds = 5;
const promised = 2000;

const sink = await startSink();
const times = await withService({ smtp_url: sink.url, count }, async service => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const email = { subject: `Round ${round}`, body: 'Hello' };
    const path = `/v1/emails/${(await service.call('POST', '/v1/emails', email)).id}`;
    const accepted = async () => (await service.call('GET', `${path}/progress`)).accepted;
    while ((await accepted()) < 5000) await sleep(20);
    const since = Date.now();
    await service.call('POST', `${path}/pause`);
    await sleep(2 * promised);
    const { last_date } = await sink.empty(await accepted());
    times.push(last_date - since);
  }
  return times;
});
printTable(`From the request to the last message that is handed over, ${rounds} rounds`, [
  { what: 'median', ms: median(times), ratio: median(times) / promised },
  { what: 'slowest', ms: Math.max(...times), ratio: Math.max(...times) / promised },
]);
await sink.end();
