import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/connect.ts';
import type { SmtpSink } from '../../src/testing/smtp-sink.ts';
import { until } from '../../src/testing/until.ts';

export type Outcome = {
  kills: number;
  recipients: number;
  accepted: number;
  lost: number;
  doubled: number;
  uncertain: number;
  'longest pause, s': number;
};

/**
 * Waits until the newest email is sent, and calls `kill` whenever another share of it has arrived, `kills` times. Asks the database
 * directly. Returns the outcome of each recipient by the record of the mail server.
 */
export async function killWhileSending(
  db: Database,
  sink: SmtpSink,
  { kills, recipients, kill }: { kills: number; recipients: number; kill: () => Promise<void> },
): Promise<Outcome> {
  let arrived = performance.now();
  let longest = 0;
  sink.heard = () => {
    longest = Math.max(longest, performance.now() - arrived);
    arrived = performance.now();
  };
  await until('the first copy arrives', async () => sink.accepted.length > 0);
  longest = 0;
  for (let time = 1; time <= kills; time += 1) {
    await until('more copies arrive', async () => sink.accepted.length >= (recipients * time) / (kills + 1));
    await kill();
    await sleep(50);
  }
  await until('the email is sent', async () => (await readStatus(db)) === 'sent');
  const arrivals = new Map<string, number>();
  for (const { to } of sink.accepted) arrivals.set(to, (arrivals.get(to) ?? 0) + 1);
  const { rows } = await sql<{ uncertain: number }>`
    select count(*) as uncertain from deliveries
    where status = 'uncertain' and email_key = (select max(key) from emails)`.execute(db);
  return {
    kills,
    recipients,
    accepted: sink.accepted.length,
    lost: recipients - arrivals.size - rows[0]!.uncertain,
    doubled: [...arrivals.values()].filter(times => times > 1).length,
    uncertain: rows[0]!.uncertain,
    'longest pause, s': longest / 1000,
  };
}

async function readStatus(db: Database): Promise<string> {
  const { rows } = await sql<{ status: string }>`
    select status::text as status from emails order by key desc limit 1`.execute(db);
  return rows[0]!.status;
}
