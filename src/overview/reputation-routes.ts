import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import type { Clock } from '../platform/clock.ts';
import { failures } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import { mostReputationDays, readReputation, reputationSchema } from './reputation.ts';

const usualDays = 30;
const rule = `use a number of days from 1 to ${mostReputationDays}`;

export function reputationRoutes(app: App, { clock }: { clock: Clock }): void {
  app.get(
    '/v1/reputation',
    {
      config: { access: { emails: 'read' } },
      schema: {
        tags: ['Newsletters'],
        summary: 'Retrieve the reputation at receiving domains',
        description:
          'What the receiving domains made of the emails that were sent in the last days, against the limits of the large mail services. docs/deliverability.md explains each number.',
        querystring: z.object({
          days: z.coerce
            .number(rule)
            .int(rule)
            .min(1, rule)
            .max(mostReputationDays, rule)
            .default(usualDays)
            .describe(`The last days; at most ${mostReputationDays}`),
        }),
        response: { 200: reputationSchema, ...failures(400, 401, 403) },
      },
    },
    request =>
      readReputation(request.db, newsletterOf(request).key, { days: request.query.days, now: clock() }),
  );
}
