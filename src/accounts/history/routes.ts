import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, notFound } from '../../platform/errors.ts';
import { failures } from '../../platform/http/errors.ts';
import { timestamp } from '../../platform/http/fields.ts';
import { listOf, sendPage } from '../../platform/http/pages.ts';
import { showParameter } from '../../platform/http/query.ts';
import type { App } from '../../platform/http/server.ts';
import { newsletterOf } from '../authenticate.ts';
import { type Event, eventSchema } from '../events/event.ts';
import { eventFilters, findEvent, listEvents } from './list.ts';

const names = ['subscriber', 'email', 'automation'] as const;

/** The ids that events refer to, and how to show the objects behind them. */
export type Things = Record<
  (typeof names)[number],
  {
    schema: z.ZodType<{ id: string }>;
    show(wish: { request: FastifyRequest; ids: string[] }): Promise<{ id: string }[]>;
  }
>;

const tags = ['Events'];
/** Email bodies are long. */
const mostWithEmails = 100;

export function eventRoutes(app: App, { base_url, things }: { base_url: string; things: Things }): void {
  const shownSchema = eventSchema
    .extend({
      subscriber: things.subscriber.schema.nullable().describe('With expand=subscriber'),
      email: things.email.schema.nullable().describe('With expand=email'),
      automation: things.automation.schema.nullable().describe('With expand=automation'),
    })
    .meta({ id: 'ExpandedEvent' });

  app.get(
    '/v1/events',
    {
      config: { access: { settings: 'read', subscribers: 'read' } },
      schema: {
        tags,
        summary: 'List events',
        description:
          'Newest first: the journal and what recipients did. Following `next` stays fast however long the list is.',
        querystring: eventFilters,
        response: {
          200: listOf(shownSchema).extend({
            no_longer_kept_before: timestamp
              .nullable()
              .describe(
                'Deliveries, opens and clicks of emails up to this date may be missing, as they are no longer kept (delivery_months)',
              ),
          }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const { query } = request;
      if (query.expand?.includes('email') && query.page_size > mostWithEmails)
        throw new DomainError(
          'request_invalid',
          `page_size: use at most ${mostWithEmails} with expand=email.`,
        );
      const { results, count, cursor, no_longer_kept_before } = await listEvents(
        request.db,
        newsletterOf(request).key,
        query,
      );
      const shown = await expand(request, results, query.expand);
      return {
        ...sendPage(request, reply, base_url, query, { results: shown, count }, cursor),
        no_longer_kept_before,
      };
    },
  );

  app.get(
    '/v1/events/:id',
    {
      config: { access: { settings: 'read', subscribers: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an event',
        params: z.object({ id: z.string() }),
        querystring: z.object({ expand: showParameter }),
        response: { 200: shownSchema, ...failures(400, 401, 403, 404, 410) },
      },
    },
    async request => {
      const event = await findEvent(request.db, newsletterOf(request).key, request.params.id);
      if (!event) throw notFound('event');
      const [shown] = await expand(request, [event], request.query.expand);
      return shown!;
    },
  );

  async function expand(request: FastifyRequest, events: Event[], wanted: string[] = []) {
    const found = new Map<string, { id: string }>();
    for (const name of names.filter(name => wanted.includes(name))) {
      const ids = [...new Set(events.flatMap(event => event[`${name}_id`] ?? []))];
      for (const thing of await things[name].show({ request, ids })) found.set(`${name} ${thing.id}`, thing);
    }
    const thing = (name: (typeof names)[number], event: Event) =>
      found.get(`${name} ${event[`${name}_id`]}`) ?? null;
    return events.map(event => ({
      ...event,
      subscriber: thing('subscriber', event),
      email: thing('email', event),
      automation: thing('automation', event),
    }));
  }
}
