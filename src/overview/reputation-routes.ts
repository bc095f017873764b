import { z } from 'zod';
import { lastDays } from '../delivery/ledger/last-days.ts';
import type { Clock } from '../platform/clock.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { readReputation, reputationSchema } from './reputation.ts';

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Retrieve the reputation at receiving domains',
    description:
      'How the receiving domains treated the emails of the last days, compared with the limits of the large mail services. docs/deliverability.md explains each number.',
    access: { emails: 'read' },
    query: z.object({ days: lastDays }),
    answers: reputationSchema,
  },
});

export function reputationRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/reputation', api.retrieve, request =>
    readReputation(request.db, request.newsletter.key, { days: request.query.days, now: clock() }),
  );
}
