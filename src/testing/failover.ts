import { sql } from 'kysely';
import { connectDatabase } from '../platform/database/connect.ts';
import { type CrashStage, openCrashStage } from './crash-stage.ts';
import { withDatabase } from './database.ts';
import type { Account } from './promise.ts';
import { until } from './until.ts';

export type Failover = {
  /** The ledger and the mail server's copies when everybody has been served. */
  account: Account;
  /** The API's answer while no server accepted writes. */
  answer: { status: number; retry_after: string | null };
  /** The time between the loss of the primary and the first write accepted by the standby, in milliseconds. */
  away_ms: number;
  /** The time after that until somebody who was not in hand before got a copy, in milliseconds. */
  pause_ms: number;
};

/** The number of recipients that the two workers have in hand together. Their copies go out without a database. */
export const mostInHand = 100;
/** Few enough that the connections cannot hold more than UNCERTAIN_WINDOW, which is half of `mostInHand`. */
const connections = 4;

type Play = {
  recipients: number;
  /** Ends the primary without warning. */
  lose(copies: () => number): Promise<void>;
  /** Resolves when another server accepts writes. */
  takeOver(): Promise<void>;
  /** Runs before the accounting, for example an operator's decision. */
  meanwhile?: (copies: () => number) => Promise<void>;
};

/**
 * Loses the primary of a database in the middle of a send by two workers, and waits until everybody has been served. `url` is the address
 * of a database that does not exist yet on any of the servers.
 */
export async function playFailover({ url, ...play }: Play & { url: string }): Promise<Failover> {
  await createDatabase(url);
  const stage = await openCrashStage({ database_url: url, env: { SMTP_CONNECTIONS: String(connections) } });
  try {
    return await playFailoverOn(stage, play);
  } finally {
    await stage.close();
  }
}

export type FailoverStage = Pick<
  CrashStage,
  'url' | 'addAudience' | 'countAtSink' | 'send' | 'settle' | 'account'
>;

/** Does the same on the caller's stage. */
export async function playFailoverOn(stage: FailoverStage, play: Play): Promise<Failover> {
  const subject = 'Through a failover';
  const audience = await stage.addAudience(play.recipients);
  const id = await stage.send(audience, subject);
  const count = () => stage.countAtSink(subject);
  await until('a quarter is sent', async () => count() >= play.recipients / 4);
  await play.lose(count);
  const lost = performance.now();
  const answer = await until('an answer of the API', () =>
    askOnce(`${stage.url}/v1/emails/${id}`, audience.api_key),
  );
  await play.takeOver();
  const taken_over = performance.now();
  const before = count();
  await play.meanwhile?.(count);
  await until('sending goes on', async () => count() > before + mostInHand);
  const pause_ms = performance.now() - taken_over;
  await stage.settle(id);
  return {
    account: await stage.account(audience, id, subject),
    answer,
    away_ms: taken_over - lost,
    pause_ms,
  };
}

async function createDatabase(url: string): Promise<void> {
  const name = /\/(\w+)(?:\?|$)/.exec(url)![1]!;
  await using db = connectDatabase(withDatabase(url, 'postgres'), { size: 1, on_error: () => {} });
  await sql`create database ${sql.id(name)}`.execute(db);
}

async function askOnce(url: string, key: string): Promise<Failover['answer'] | undefined> {
  const response = await fetch(url, { headers: { authorization: `Token ${key}` } }).catch(() => undefined);
  return response && { status: response.status, retry_after: response.headers.get('retry-after') };
}
