import { setTimeout as delay } from 'node:timers/promises';
import { isDiskFull } from '../outage.ts';
import type { Cluster } from './cluster.ts';
import { connect, type Session } from './connect.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { type Postmaster, sightPostmaster } from './postmaster.ts';
import { type Ending, type ServerOptions, type StartedServer, startServer } from './server.ts';

/** How long to wait, in milliseconds. Recovery after a crash replays up to max_wal_size, which takes a slow disk a while. */
const patience = { usual: 10_000, recovering: 600_000 };

/**
 * Connects to the server of this cluster, and starts it if none is running. Waits for a server that is stopping or recovering. Only
 * postmaster.pid says where the server is and when it is ready, whatever process started it. Throws EmbeddedDatabaseError if there is no
 * usable server, and the reason of `signal` if that is aborted.
 */
export async function reachServer(
  cluster: Cluster,
  options: ServerOptions & { application_name: string; signal: AbortSignal },
): Promise<Session> {
  const since = performance.now();
  let started: StartedServer | undefined;
  let obstacle = 'it did not become ready';
  try {
    for (;;) {
      options.signal.throwIfAborted();
      const sighting = await sightPostmaster(cluster.dir);
      const server = sighting.is === 'serving' ? sighting.postmaster : undefined;
      if (server?.status === 'ready') {
        const attempt = await connect(cluster, server, options.application_name);
        if ('client' in attempt) return attempt;
        obstacle = attempt.obstacle;
      }
      if (server === undefined && started === undefined) {
        started = await startServer(cluster, options, sighting);
      }
      if (started?.ended) {
        refuseUnlessPassing(started.ended, cluster);
        obstacle = started.ended.reason;
        started = undefined;
        await delay(100);
      }
      const limit = server?.status === 'starting' ? patience.recovering : patience.usual;
      if (performance.now() - since > limit) throw unusable(cluster, server, obstacle);
      await delay(10);
    }
  } catch (error) {
    if (started) await giveUp(started);
    throw error;
  }
}

async function giveUp(started: StartedServer): Promise<void> {
  if (started.pid && !started.ended) process.kill(started.pid, 'SIGINT');
  for (const since = performance.now(); performance.now() - since < patience.usual; await delay(10)) {
    if (started.ended) return;
  }
}

/**
 * Throws unless another start may succeed: another process was faster or has already stopped our server again, the previous server has not
 * quite ended, or the socket's folder was just removed.
 */
function refuseUnlessPassing({ in_order, reason, wrote }: Ending, cluster: Cluster): void {
  if (in_order || /lock file|shared memory block/.test(wrote)) return;
  if (isDiskFull(cluster.data_dir))
    throw new EmbeddedDatabaseError(
      `PostgreSQL cannot be started on ${cluster.dir}: the disk is full (${reason}). Free some space.`,
    );
  throw new EmbeddedDatabaseError(
    `PostgreSQL cannot be started on ${cluster.dir}: ${reason}. ${wrote || `Its log is ${cluster.data_dir}/postgres.log.`}\nSet DATABASE_URL to use your own PostgreSQL server.`,
  );
}

function unusable(cluster: Cluster, server: Postmaster | undefined, obstacle: string): EmbeddedDatabaseError {
  const which = server ? `process ${server.pid}, socket in ${server.socket_dir}` : 'not running';
  return new EmbeddedDatabaseError(
    `PostgreSQL on ${cluster.dir} (${which}) cannot be used: ${obstacle}. Its log is ${cluster.data_dir}/postgres.log.`,
  );
}
