import { z } from 'zod';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import type { App } from '../../platform/http/server.ts';
import { readTimeline } from './timeline.ts';
import { timelineEntry, timelineFilters } from './timeline-entry.ts';

const api = operations('Subscribers', {
  list: {
    summary: 'List everything that is known about a subscriber',
    description:
      'Newest first: consents, changes, copies of emails, every open and click with its verdict, and reports of mail servers. Following `next` stays fast however long the list is.',
    access: { subscribers: 'read', emails: 'read' },
    may_lag: true,
    params: z.object({ id_or_email: z.string() }),
    query: timelineFilters,
    answers: listOf(timelineEntry).extend({
      no_longer_kept_before: timestamp
        .nullable()
        .describe('Mails up to this date may be missing, because they are no longer kept (delivery_months)'),
    }),
  },
});

export function timelineRoutes(app: App): void {
  app.get(
    '/v1/subscribers/:id_or_email/timeline',
    api.list,
    async ({ db, newsletter, params, query }, reply) => {
      const listed = await readTimeline(db, newsletter.key, params.id_or_email, query);
      return { ...sendPage(reply, listed), no_longer_kept_before: listed.no_longer_kept_before };
    },
  );
}
