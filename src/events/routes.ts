import { z } from 'zod';
import { newsletterOf } from '../accounts/authenticate.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import type { App } from '../platform/http/server.ts';
import { eventSchema } from './event.ts';
import { eventFilters, findEvent, listEvents } from './list.ts';

const tags = ['Events'];

export function eventRoutes(app: App, { base_url }: { base_url: string }): void {
  app.get(
    '/v1/events',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'List what happened',
        description:
          'Newest first. subscriber.delivered, subscriber.opened and subscriber.clicked are listed when asked for by event_type, and with a subscriber_id or an email_id.',
        querystring: eventFilters,
        response: { 200: listOf(eventSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        base_url,
        request.query,
        await listEvents(request.db, newsletterOf(request).key, request.query),
      ),
  );

  app.get(
    '/v1/events/:id',
    {
      config: { access: { settings: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an event',
        params: z.object({ id: z.string() }),
        response: { 200: eventSchema, ...failures(401, 403, 404) },
      },
    },
    async request => {
      const event = await findEvent(request.db, newsletterOf(request).key, request.params.id);
      if (!event) throw notFound('event');
      return event;
    },
  );
}
