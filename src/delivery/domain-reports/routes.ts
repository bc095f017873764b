import { z } from 'zod';
import { ownNewsletter } from '../../accounts/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import { operations } from '../../platform/http/operations.ts';
import type { App } from '../../platform/http/server.ts';
import { sentence } from '../../platform/sentences/sentence.ts';
import { summarizeReports } from './summarize.ts';
import { domainReportsSchema } from './summary.ts';
import { reportDays } from './take.ts';

const rule = sentence('input.days_up_to', { most: reportDays });

const api = operations('Newsletters', {
  retrieve: {
    summary: 'Show who sends in the name of a newsletter’s domain',
    description:
      'What receivers reported in the last days: who sends mail in the name of the domain, which of it fails DMARC (RFC 7489, RFC 9989), and what fails when others deliver mail to the domain over TLS (RFC 8460). Reports come by mail, and anyone can send one, so nothing is ever done because of them.',
    access: { settings: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({
      days: z.coerce
        .number(rule)
        .int(rule)
        .min(1, rule)
        .max(reportDays, rule)
        .default(30)
        .describe(`How many of the last days; at most ${reportDays}`),
    }),
    answers: domainReportsSchema,
  },
});

export function domainReportRoutes(
  app: App,
  { clock, bounce_domain }: { clock: Clock; bounce_domain: string | undefined },
): void {
  app.get('/v1/newsletters/:id/domain_reports', api.retrieve, request =>
    summarizeReports(request.db, ownNewsletter(request, request.params.id), {
      days: request.query.days,
      now: clock(),
      bounce_domain,
    }),
  );
}
