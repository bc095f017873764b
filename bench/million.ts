// Sends to a list of a million: how soon after the request the first message reaches the server, how fast the rest follows, and how much
// memory that takes compared with lists of 2,000 and 100,000.
import { startSink, withService } from './rig/sending.ts';
import { printTable } from './rig/table.ts';

const sink = await startSink();
type List = { count: number; seconds: number; first: number; megabytes: number };
const lists: List[] = [];
for (const count of [2_000, 100_000, 1_000_000]) {
  lists.push(
    await withService({ smtp_url: sink.url, count }, async service => {
      const posted = Date.now();
      const { seconds } = await service.send('To all of them');
      const { first_date } = await sink.empty(count);
      return { count, seconds, first: first_date - posted, megabytes: await service.peakMegabytes() };
    }),
  );
}
printTable(
  'Lists of three sizes',
  lists.map(({ count, seconds, first, megabytes }) => ({
    recipients: count,
    'first message after ms': first,
    'messages/s': count / seconds,
    'peak MB': megabytes,
    'memory ratio': megabytes / lists[0]!.megabytes,
  })),
);
await sink.end();
