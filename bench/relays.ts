// Measures what it costs to choose a relay: one email with three tracked links to 50,000 people (COUNT), over the relay of SMTP_URL, over
// the newsletter's own relay of 20 that were added, and divided among three by weight. All are the same server, and each way has nine
// connections to it. Of each, the median of three rounds that alternate.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Run, type Service, startSink, withService } from './rig/sending.ts';
import { printWays } from './rig/ways.ts';

const count = Number(process.env.COUNT ?? 50_000);
const rounds = 3;
const connections = 9;
const others = 19;
/** The time within which workers follow a change of relays. */
const followMilliseconds = 3_000;

/** The number of connections of each relay that names the newsletter, by way. */
const ways: Record<string, number[]> = {
  'over SMTP_URL': [],
  'over its own of 20': [connections],
  'divided among three': [3, 3, 3],
};

const sink = await startSink();
const runs: Record<string, Run[]> = {};
await withService(
  { smtp_url: sink.url, count, env: { SMTP_CONNECTIONS: String(connections) } },
  async service => {
    const { id } = (await service.call('GET', '/v1/newsletters')).results[0];
    await service.send('Before the first round');
    await sink.empty(count);
    for (let round = 1; round <= rounds; round += 1)
      for (const [name, own] of Object.entries(ways)) {
        const relays = await addRelays(service, id, own);
        runs[name] = [...(runs[name] ?? []), await service.send(`Round ${round} ${name}`)];
        await sink.empty(count);
        for (const relay of relays) await service.call('DELETE', `/v1/relays/${relay}`);
      }
  },
);
await sink.end();

/** Adds the newsletter's relays and, if there are any, others that serve other domains. Returns their ids. */
async function addRelays(service: Service, newsletter: string, own: number[]): Promise<string[]> {
  const place = { host: '127.0.0.1', port: sink.port, tls: 'opportunistic' };
  const wanted = [
    ...own.map(most => ({ name: 'Own', connections: most, newsletter_ids: [newsletter] })),
    ...Array.from({ length: own.length === 0 ? 0 : others }, (_, at) => ({
      name: 'Other',
      from_domains: [`other${at}.example`],
    })),
  ];
  const ids: string[] = [];
  for (const relay of wanted) ids.push((await service.call('POST', '/v1/relays', { ...place, ...relay })).id);
  await sleep(followMilliseconds);
  return ids;
}

printWays(`An email to ${count.toLocaleString('en')} people, median of ${rounds} rounds`, runs, {
  count,
  of: 'of SMTP_URL',
});
