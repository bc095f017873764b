import { z } from 'zod';
import { domainError, found } from '../../platform/errors.ts';
import { expand, type Things, thingsIn } from '../../platform/http/expand.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { operations } from '../../platform/http/operations.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { showParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { eventSchema } from '../event.ts';
import { eventFilters, findEvent, listEvents } from './list.ts';

/** The objects to which events refer. */
const names = ['subscriber', 'email', 'automation'] as const;

/** The largest page with whole emails, because their bodies are long. */
const mostWithEmails = 100;

function operationsOf(things: Things) {
  const shownSchema = eventSchema.extend(thingsIn(things, names)).meta({ id: 'ExpandedEvent' });
  return operations('Events', {
    list: {
      summary: 'List events',
      description:
        'Newest first: the journal and what recipients did. Following `next` stays fast however long the list is.',
      access: { settings: 'read', subscribers: 'read' },
      may_lag: true,
      query: eventFilters,
      answers: listOf(shownSchema).extend({
        no_longer_kept_before: timestamp
          .nullable()
          .describe(
            'Deliveries, opens and clicks of emails up to this date may be missing, because they are no longer kept (delivery_months)',
          ),
      }),
    },
    retrieve: {
      summary: 'Retrieve an event',
      access: { settings: 'read', subscribers: 'read' },
      params: z.object({ id: z.string() }),
      query: z.object({ expand: showParameter }),
      answers: shownSchema,
      fails: [410],
    },
  });
}

export function eventRoutes(app: App, things: Things): void {
  const api = operationsOf(things);

  app.get('/v1/events', api.list, async (request, reply) => {
    const { db, newsletter, query } = request;
    if (query.expand?.includes('email') && query.page_size > mostWithEmails)
      throw domainError('request_invalid', 'requests.page_with_emails', { most: mostWithEmails });
    const listed = await listEvents(db, newsletter.key, query);
    const results = await expand(request, things, names, listed.results, query.expand);
    return {
      ...sendPage(reply, { ...listed, results }),
      no_longer_kept_before: listed.no_longer_kept_before,
    };
  });

  app.get('/v1/events/:id', api.retrieve, async request => {
    const event = found(await findEvent(request.db, request.newsletter.key, request.params.id), 'event');
    const [shown] = await expand(request, things, names, [event], request.query.expand);
    return shown!;
  });
}
