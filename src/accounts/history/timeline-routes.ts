import { z } from 'zod';
import { failures } from '../../platform/http/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import type { App } from '../../platform/http/server.ts';
import { newsletterOf } from '../authenticate.ts';
import { readTimeline } from './timeline.ts';
import { timelineEntry, timelineFilters } from './timeline-entry.ts';

export function timelineRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/subscribers/:id_or_email/timeline',
    {
      config: { access: { subscribers: 'read', emails: 'read' } },
      schema: {
        tags: ['Subscribers'],
        summary: 'List everything that is known about a subscriber',
        description:
          'Newest first: consents, changes, copies of emails, every open and click with its verdict, and what mail servers reported. Following `next` stays fast however long the list is.',
        params: z.object({ id_or_email: z.string() }),
        querystring: timelineFilters,
        response: {
          200: listOf(timelineEntry).extend({
            no_longer_kept_before: timestamp
              .nullable()
              .describe('Mails up to this date may be missing: they are no longer kept (delivery_months)'),
          }),
          ...failures(400, 401, 403, 404),
        },
      },
    },
    async (request, reply) => {
      const { query, params } = request;
      const { results, count, cursor, no_longer_kept_before } = await readTimeline(
        request.db,
        newsletterOf(request).key,
        params.id_or_email,
        query,
      );
      return {
        ...sendPage(request, reply, base_url, query, { results, count }, cursor),
        no_longer_kept_before,
      };
    },
  );
}
