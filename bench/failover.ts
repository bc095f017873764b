// A primary of PostgreSQL is killed in the middle of sending 20,000 copies, and its synchronous standby is promoted: who is lost, who gets
// two copies, and how long sending pauses. `COUNT` sets the number of copies.
import { openPair } from '../src/testing/database-servers.ts';
import { playFailover } from '../src/testing/failover.ts';
import { printFailover } from './rig/failover.ts';

const recipients = Number(process.env.COUNT ?? 20_000);

await using pair = await openPair({ synchronous: true });
printFailover(
  `kill -9 of the primary while ${recipients} copies are sent, then pg_promote() on its synchronous standby`,
  await playFailover({
    url: pair.url('postrider'),
    recipients,
    lose: () => pair.primary.end('SIGKILL'),
    takeOver: () => pair.standby.promote(),
  }),
);
