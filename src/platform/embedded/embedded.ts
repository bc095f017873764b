import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { minute_ms } from '../durations.ts';
import { messageOf } from '../errors.ts';
import { enter, leaveLast, sessionName } from './claim.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import type { Session } from './connect.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { reachServer } from './reach.ts';
import { stopServer } from './server.ts';

export { EmbeddedDatabaseError };

export type EmbeddedDatabase = { url: string; close(): Promise<void> };

type Log = (message: string, detail?: object) => void;
type Held = { session: Session | undefined };
type Wish = {
  claim: boolean;
  log: Log;
  on_outage: Log;
  settings?: Record<string, string>;
  socket_dir?: string;
  signal: AbortSignal;
};

const patience = 10_000;

/**
 * Opens the PostgreSQL that is included with Postrider. Its data is in `<data_dir>/postgres`, and it listens on a Unix
 * socket only. `url` is a connection string for pg. If a server already runs on this folder, joins it.
 *
 * With `claim` (for `serve`), this process is the only one of its kind on the folder. It restarts the server when it
 * dies (`url` stays valid) and stops it on `close`. Without (for short commands), `close` stops the server if no other
 * process uses it. Throws EmbeddedDatabaseError for what a person can fix.
 */
export async function openEmbeddedDatabase(options: {
  data_dir: string;
  claim: boolean;
  log: Log;
  /** Called when a server that this process keeps running ends, and when it runs again. */
  on_outage?: Log;
  /** PostgreSQL settings in addition to ours, for a server that this process starts. */
  settings?: Record<string, string>;
}): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster(options.data_dir, {
    durable: options.settings?.fsync !== 'off',
    log: options.log,
  });
  const closing = new AbortController();
  const wish: Wish = { on_outage: options.log, ...options, signal: closing.signal };
  const first = await openSession(cluster, wish);
  const held: Held = { session: first };
  const kept = options.claim
    ? keepRunning(held, cluster, { ...wish, socket_dir: first.socket_dir })
    : undefined;
  const close = async () => {
    closing.abort();
    await kept;
    // Without a session, either no server runs, or other processes look after it.
    if (held.session === undefined) return;
    if (options.claim || (await leaveLast(held.session.client).catch(() => false))) {
      await stopServer(cluster, options.log);
    }
    await held.session.client.end();
  };
  let closed: Promise<void> | undefined;
  return {
    url: first.url,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** Starts, for one session, the server of a cluster that programs of another major version created. */
export async function openForeignDatabase(cluster: Cluster, log: Log): Promise<EmbeddedDatabase> {
  const signal = new AbortController().signal;
  const session = await openSession(cluster, { claim: true, log, on_outage: log, signal });
  return {
    url: session.url,
    async close() {
      await stopServer(cluster, log);
      await session.client.end();
    },
  };
}

/** Connects to the server and registers there: with the claim, or as one of its users. */
async function openSession(cluster: Cluster, wish: Wish): Promise<Session> {
  const since = performance.now();
  for (;;) {
    const session = await reachServer(cluster, { ...wish, application_name: sessionName(wish.claim) });
    let obstacle = 'another process is stopping it';
    try {
      if (await enter(session.client, wish.claim, cluster.data_dir)) return session;
      await session.client.end();
    } catch (error) {
      await session.client.end();
      if (error instanceof EmbeddedDatabaseError) throw error;
      obstacle = messageOf(error);
    }
    if (performance.now() - since > patience) {
      throw new EmbeddedDatabaseError(
        `The database in ${cluster.dir} cannot be used: ${obstacle}. Try again.`,
      );
    }
    await delay(50);
  }
}

/** Keeps the server running until closing: whenever the session is lost, restarts the server if it is dead, and takes the claim again. */
async function keepRunning(held: Held, cluster: Cluster, wish: Wish): Promise<void> {
  const closing = once(wish.signal, 'abort');
  let pause = 100;
  while (!wish.signal.aborted) {
    if (held.session) {
      const since = performance.now();
      await Promise.race([held.session.ended, closing]);
      if (wish.signal.aborted) return;
      held.session = undefined;
      wish.on_outage('PostgreSQL has stopped; restarting it');
      if (performance.now() - since > minute_ms) pause = 100;
    }
    await delay(pause, undefined, { signal: wish.signal }).catch(() => {});
    pause = Math.min(pause * 2, 10_000);
    try {
      held.session = await openSession(cluster, wish);
      wish.on_outage('PostgreSQL is running again');
    } catch (error) {
      if (wish.signal.aborted) return;
      wish.on_outage('PostgreSQL cannot be used; trying again', { reason: messageOf(error) });
    }
  }
}
