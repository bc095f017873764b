// Plays docs/running/high-availability.md to its end on two machines, which are network namespaces of Linux: PostgreSQL with a synchronous
// standby and Postrider on each. In the middle of sending 20,000 copies, the cable of the primary's machine is pulled and its power is cut,
// so that nobody is told that it is gone. The standby is promoted; later the machine comes back as its standby. Needs root, Linux, `ip` and
// Debian's PostgreSQL (PG_BIN names another folder with its programs). `COUNT` sets the number of copies.
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { newsletterCreate } from '../src/accounts/newsletter.ts';
import { createNewsletter } from '../src/accounts/newsletters.ts';
import { connectDatabase } from '../src/platform/database/connect.ts';
import { addSubscribers } from '../src/testing/audience.ts';
import { openMailings } from '../src/testing/crash-mailings.ts';
import { type FailoverStage, playFailoverOn } from '../src/testing/failover.ts';
import { startProcess } from '../src/testing/processes.ts';
import { type Copies, takeCopies } from '../src/testing/promise.ts';
import { openSmtpSink } from '../src/testing/smtp-sink.ts';
import { makeFolder } from './rig/database.ts';
import { printFailover } from './rig/failover.ts';
import { password, postgresOn } from './rig/machine-postgres.ts';
import { type Machine, openNetwork, whyNoMachines } from './rig/machines.ts';

const port = 8080;
const recipients = Number(process.env.COUNT ?? 20_000);
const reason = whyNoMachines();
if (reason !== undefined) {
  console.log(`Skipped: ${reason}`);
  process.exit();
}

const { folder, remove } = await makeFolder();
await chmod(folder, 0o755); // PostgreSQL does not run as root
const network = openNetwork();
const [one, two] = ['one', 'two'].map(name => postgresOn(network.addMachine(name), folder));
await one!.initialize();
await two!.follow(one!);
await one!.waitFor('two');

const sink = await openSmtpSink();
await network.open(Number(new URL(sink.url).port));
const database_url = `postgres://postrider:${password}@${one!.machine.address},${two!.machine.address}/postrider`;
for (const { machine } of [one!, two!]) await startPostrider(machine);
const db = connectDatabase(database_url, { size: 3, on_error: () => {} });

const failover = await playFailoverOn(openStage(), {
  recipients,
  async lose() {
    one!.machine.plug(false);
    await one!.machine.powerOff();
  },
  takeOver: async () => two!.promote(),
});
printFailover(
  `The machine of the primary vanishes while ${recipients} copies are sent by two machines; then pg_promote() on the other one`,
  failover,
);
await bringBack();
await db.destroy();
await network.close();
await sink.close();
await remove();
process.exit();

/** Turns the former primary into a standby of the new one, and starts Postrider on both machines again. */
async function bringBack(): Promise<void> {
  const since = performance.now();
  one!.machine.plug(true);
  await one!.follow(two!);
  await two!.waitFor('one');
  await startPostrider(one!.machine);
  console.log(
    `The machine is back: a synchronous standby with Postrider, ready ${((performance.now() - since) / 1000).toFixed(1)} seconds after the cable was put back.`,
  );
}

async function startPostrider(machine: Machine): Promise<void> {
  const env = {
    DATABASE_URL: database_url,
    DATA_DIR: join(folder, `${machine.name}-data`),
    SECRET_KEY: process.env.SECRET_KEY!,
    SMTP_URL: sink.url.replace('127.0.0.1', network.address),
    BASE_URL: `http://${machine.address}:${port}`,
    HOST: '0.0.0.0',
    PORT: String(port),
    RATE_LIMIT: '1000000',
  };
  await startProcess(['serve'], env, /Postrider is ready/, { before: machine.on() });
}

/** Returns a stage with the API of the machine that stays. */
function openStage(): FailoverStage {
  const url = `http://${two!.machine.address}:${port}`;
  const record = new Map<string, Copies>();
  const copiesOf = (subject: string): Copies => {
    takeCopies(sink.accepted, record);
    return record.get(subject) ?? new Map();
  };
  return {
    ...openMailings({ db, url, copiesOf }).issues,
    url,
    countAtSink: subject => copiesOf(subject).size,
    async addAudience(count) {
      const input = newsletterCreate.parse({ username: 'two-machines', name: 'Two machines' });
      const { api_key, ...newsletter } = await createNewsletter(db, url, input);
      await addSubscribers(db, newsletter, count);
      await sql`analyze subscribers`.execute(db);
      return { api_key, count };
    },
  };
}
