import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { connectionsOf, type Database } from '../database/connect.ts';
import { readSending } from '../fence/queries.ts';
import { operations } from '../http/operations.ts';
import { routeOf } from '../http/route.ts';
import type { App } from '../http/server.ts';
import type { Backlog } from '../work/backlog.ts';
import {
  databaseConnections,
  databaseUp,
  metrics,
  onHold,
  queueOldest,
  queueWaiting,
  replicaInUse,
  replicaLag,
  requestSeconds,
  sendingOpen,
} from './metrics.ts';

type MetricsRoutes = {
  db: Database;
  replicas: { states(): { name: string; status: string; lag_seconds: number | null }[] };
  /** Throws for a request that may not see the metrics. */
  allow: (request: FastifyRequest) => Promise<void>;
  /** Functions that each read some of the queues. */
  backlogs: ((db: Database) => Promise<Backlog[]>)[];
};

/** Serves `/metrics`: the counters of this process, and the work waiting in the database, in the text format of Prometheus. */
export function metricsRoutes(app: App, { db, replicas, allow, backlogs }: MetricsRoutes): void {
  app.get('/metrics', api.metrics, async (request, reply) => {
    await allow(request);
    await readGauges(db, backlogs);
    readReplicas(replicas);
    reply.type(metrics.contentType);
    return metrics.metrics();
  });
}

const api = operations('Service', {
  metrics: {
    summary: 'Metrics for Prometheus',
    description:
      'In the Prometheus text format. Needs METRICS_TOKEN in `Authorization: Bearer`, or a key with `installation: read`.',
    produces: ['text/plain'],
    answers: z.string(),
    fails: [401, 403],
  },
});

/** Measures every request from here on, by method, route pattern, and status class (`2xx`). */
export function timeRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: routeOf(request),
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
}

function readReplicas(replicas: MetricsRoutes['replicas']): void {
  replicaLag.reset();
  for (const { name: replica, status, lag_seconds } of replicas.states()) {
    replicaInUse.set({ replica }, status === 'in_use' ? 1 : 0);
    if (lag_seconds !== null) replicaLag.set({ replica }, lag_seconds);
  }
}

async function readGauges(db: Database, backlogs: MetricsRoutes['backlogs']): Promise<void> {
  for (const [state, count] of Object.entries(connectionsOf(db))) databaseConnections.set({ state }, count);
  queueWaiting.reset();
  queueOldest.reset();
  try {
    const read = await Promise.all(backlogs.map(backlog => backlog(db)));
    for (const { queue, waiting, oldest_seconds } of read.flat()) {
      queueWaiting.set({ queue }, waiting);
      queueOldest.set({ queue }, oldest_seconds);
    }
    const sending = await readSending(db);
    onHold.set(sending === 'hold' ? 1 : 0);
    sendingOpen.set(sending === 'open' ? 1 : 0);
    databaseUp.set(1);
  } catch {
    databaseUp.set(0); // in an outage, the counters of this process matter most
  }
}
