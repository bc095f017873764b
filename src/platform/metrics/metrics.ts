import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Counters of this process for GET /metrics (docs/operations.md). Labels have few values: no ids, addresses or names.
 */
export const metrics = new Registry();

const registers = [metrics];

export const requestSeconds = new Histogram({
  name: 'postrider_http_request_seconds',
  help: 'Time to answer HTTP requests, by the pattern of the route',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Counter({ name, help, labelNames, registers });
const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Gauge({ name, help, labelNames, registers });

export const sends = counter(
  'postrider_sends_total',
  'Copies whose outcome was recorded, and hand-overs that no mail server accepted (unreachable)',
  'outcome',
);
export const webhookAttempts = counter('postrider_webhook_attempts_total', 'Requests to webhooks', 'result');
export const feedFetches = counter('postrider_feed_fetches_total', 'Fetches of feeds', 'result');
export const bulkItems = counter(
  'postrider_bulk_items_total',
  'Items of bulk actions that were processed',
  'result',
);
export const queueWaiting = gauge(
  'postrider_queue_waiting',
  'Work that is due and waits for a worker',
  'queue',
);
export const queueOldest = gauge(
  'postrider_queue_oldest_seconds',
  'How long the oldest of it has been waiting',
  'queue',
);
export const replicaReads = counter(
  'postrider_replica_reads_total',
  'Reads that a replica may serve: replica (it did), behind (it lacked a change of the reader), none_in_use, failed',
  'result',
);
export const replicaLag = gauge(
  'postrider_replica_lag_seconds',
  'For how long the replica has lacked a change; absent if unknown',
  'replica',
);
export const replicaInUse = gauge(
  'postrider_replica_in_use',
  'Whether this process reads from the replica',
  'replica',
);
export const databaseUp = gauge('postrider_database_up', 'Whether the database responds');
export const onHold = gauge(
  'postrider_on_hold',
  'Whether the installation is on hold, so that nothing goes out',
);
export const sendingOpen = gauge(
  'postrider_sending_open',
  'Whether anything may go out: neither on hold, nor waiting for a worker or the witness',
);
export const databaseConnections = gauge(
  'postrider_database_connections',
  'Connections in the pool of this process; "waiting" counts callers that wait for one',
  'state',
);
