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

export const sends = new Counter({
  name: 'postrider_sends_total',
  help: 'Copies whose outcome was recorded, and hand-overs that no mail server accepted (unreachable)',
  labelNames: ['outcome'] as const,
  registers,
});

export const webhookAttempts = new Counter({
  name: 'postrider_webhook_attempts_total',
  help: 'Requests to webhooks',
  labelNames: ['result'] as const,
  registers,
});

export const feedFetches = new Counter({
  name: 'postrider_feed_fetches_total',
  help: 'Fetches of feeds',
  labelNames: ['result'] as const,
  registers,
});

export const bulkItems = new Counter({
  name: 'postrider_bulk_items_total',
  help: 'Items of bulk actions that were processed',
  labelNames: ['result'] as const,
  registers,
});

export const queueWaiting = new Gauge({
  name: 'postrider_queue_waiting',
  help: 'Work that is due and waits for a worker',
  labelNames: ['queue'] as const,
  registers,
});

export const queueOldest = new Gauge({
  name: 'postrider_queue_oldest_seconds',
  help: 'How long the oldest of it has been waiting',
  labelNames: ['queue'] as const,
  registers,
});

export const databaseUp = new Gauge({
  name: 'postrider_database_up',
  help: 'Whether the database responds',
  registers,
});

export const onHold = new Gauge({
  name: 'postrider_on_hold',
  help: 'Whether the installation is on hold, so that nothing goes out',
  registers,
});

export const sendingOpen = new Gauge({
  name: 'postrider_sending_open',
  help: 'Whether anything may go out: neither on hold, nor waiting for a worker or the witness',
  registers,
});

export const databaseConnections = new Gauge({
  name: 'postrider_database_connections',
  help: 'Connections in the pool of this process; "waiting" counts callers that wait for one',
  labelNames: ['state'] as const,
  registers,
});
