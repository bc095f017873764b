import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { mostReputationDays, readReputation, reputationSchema } from './reputation.ts';

const usualDays = 30;
const rule = sentence('input.days_up_to', { most: mostReputationDays });

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Retrieve the reputation at receiving domains',
    description:
      'How the receiving domains treated the emails of the last days, compared with the limits of the large mail services. docs/deliverability.md explains each number.',
    access: { emails: 'read' },
    query: z.object({
      days: z.coerce
        .number(rule)
        .int(rule)
        .min(1, rule)
        .max(mostReputationDays, rule)
        .default(usualDays)
        .describe(`The last days; at most ${mostReputationDays}`),
    }),
    answers: reputationSchema,
  },
});

export function reputationRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get('/v1/reputation', api.retrieve, request =>
    readReputation(request.db, request.newsletter.key, { days: request.query.days, now: clock() }),
  );
}
