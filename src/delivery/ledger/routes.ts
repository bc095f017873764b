import { Readable } from 'node:stream';
import { z } from 'zod';
import { deliveryExample } from '../../emails/examples.ts';
import type { Clock } from '../../platform/clock.ts';
import { day_ms } from '../../platform/durations.ts';
import { asDownload } from '../../platform/http/download.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { params } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import type { Replicas } from '../../platform/replicas/replicas.ts';
import { domainProgress, openDomainProgress } from './domain-progress.ts';
import { emailOf, keptEmailOf } from './email-of.ts';
import { lastDays } from './last-days.ts';
import { listDeliveries, writeDeliveries } from './list.ts';
import { deliveryConditions, deliveryFilters, deliverySchema } from './recipient.ts';
import { readRelayCounts, readRelayCountsOf, relayFiguresSchema } from './relay-counts.ts';

const deliveryList = listOf(deliverySchema).meta({
  examples: [{ results: [deliveryExample], count: 1, next: null, previous: null }],
});

const access = { emails: 'read' } as const;

const api = operations('Emails', {
  listDomains: {
    summary: 'Retrieve the progress of an email by receiving domain',
    description:
      'Counted from the ledger, at most every two seconds, and less often for large emails: `counted_date` says when.',
    access,
    params,
    answers: domainProgress,
    fails: [400, 410],
  },
  listRelays: {
    summary: 'Retrieve the progress of an email by relay',
    description:
      'Grouped by the relay that was asked last. Counted within minutes of a change, and less often for large emails: `counted_date` says when. Emails of the last 90 days are counted.',
    access,
    params,
    answers: relayFiguresSchema,
  },
  list: {
    summary: 'List the deliveries of an email',
    description:
      'The outcome for each recipient, in the order of sending unless `ordering` says otherwise. Follow `next`: with filters or an order it contains a cursor, so that late pages are as fast as the first.',
    access: { ...access, subscribers: 'read' },
    may_lag: true,
    params,
    query: deliveryFilters,
    answers: deliveryList,
    fails: [410],
  },
  export: {
    summary: 'Export the deliveries of an email as CSV',
    description:
      'Those that match the filters, in the order of sending. A cell that a spreadsheet would run as a formula begins with an apostrophe. Each request is recorded in the audit log.',
    access: { ...access, subscribers: 'read' },
    params,
    query: deliveryConditions,
    produces: ['text/csv; charset=utf-8'],
    answers: z.unknown(),
    fails: [410],
  },
});

const relays = operations('Relays', {
  figures: {
    summary: 'Retrieve what became of mail by relay',
    description:
      'Counts the copies of all newsletters’ emails of the last days, by the relay that was tried last. Updated within minutes of a change.',
    access: { installation: 'read' },
    may_lag: true,
    query: z.object({ days: lastDays }),
    answers: relayFiguresSchema,
  },
});

type DeliveryRoutes = { replicas: Replicas; retry_hours: number; clock: Clock };

/** Adds the routes that show the outcome for each recipient of an email, and its progress by receiving domain and by relay. */
export function deliveryRoutes(app: App, { replicas, retry_hours, clock }: DeliveryRoutes): void {
  const progressByDomain = openDomainProgress();
  app.get('/v1/emails/:id/progress/domains', api.listDomains, async request =>
    progressByDomain(request.db, (await keptEmailOf(request)).key),
  );

  app.get('/v1/emails/:id/progress/relays', api.listRelays, async request =>
    readRelayCountsOf(request.db, (await emailOf(request)).key),
  );

  app.get('/v1/relay_figures', relays.figures, async ({ db, query: { days } }) =>
    readRelayCounts(db, { since: new Date(clock().getTime() - days * day_ms) }),
  );

  app.get('/v1/emails/:id/deliveries', api.list, async (request, reply) => {
    const { key, newsletter_key } = await keptEmailOf(request);
    const filters = { ...request.query, retry_hours };
    return sendPage(reply, await listDeliveries(request.db, newsletter_key, key, filters));
  });

  app.get('/v1/emails/:id/deliveries/export', api.export, async (request, reply) => {
    const { key, newsletter_key, slug } = await keptEmailOf(request);
    const lines = replicas.stream(request.caller.by, db =>
      writeDeliveries(db, newsletter_key, key, { ...request.query, retry_hours }),
    );
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', asDownload(`${slug}-recipients.csv`));
    return Readable.from(lines);
  });
}
