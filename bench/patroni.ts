// The host of a primary that Patroni manages dies in the middle of sending 20,000 copies (kill -9 of Patroni and PostgreSQL), and Patroni
// promotes the synchronous standby by itself. `COUNT` sets the number of copies.
import { playFailover } from '../src/testing/failover.ts';
import { makeFolder } from './rig/database.ts';
import { printFailover } from './rig/failover.ts';
import { openPatroni } from './rig/patroni.ts';

const recipients = Number(process.env.COUNT ?? 20_000);
const { folder } = await makeFolder();
const patroni = await openPatroni(folder);
printFailover(
  `Patroni and its primary killed -9 while ${recipients} copies are sent; Patroni promotes the synchronous standby`,
  await playFailover({
    url: patroni.url('postrider'),
    recipients,
    lose: patroni.losePrimary,
    takeOver: patroni.untilPromoted,
  }),
);
process.exit();
