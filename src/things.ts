import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { newsletterOf } from './accounts/authenticate.ts';
import { automationSchema, showAutomation } from './automations/automation.ts';
import type { PushContext } from './automations/push-links.ts';
import { findAutomation } from './automations/queries.ts';
import { analyticsOf } from './deliveries/analytics.ts';
import { emailSchema, showEmail } from './emails/email.ts';
import type { Things } from './events/routes.ts';
import { showSubscriber, subscriberSchema } from './subscribers/subscriber.ts';
import { openTagDirectory } from './tags/resolve.ts';

/** What events speak of, to be shown whole beside its id. */
export function openThings(context: PushContext): Things {
  const { base_url } = context;
  return {
    subscriber: {
      schema: subscriberSchema,
      async show({ request, ids }) {
        const subscribers = await request.db
          .selectFrom('subscribers')
          .selectAll()
          .where(named(request, ids))
          .execute();
        const tags = await openTagDirectory(request.db, newsletterOf(request).key);
        return subscribers.map(subscriber => showSubscriber(subscriber, tags));
      },
    },
    email: {
      schema: emailSchema,
      async show({ request, ids }) {
        const newsletter = newsletterOf(request);
        const emails = await request.db.selectFrom('emails').selectAll().where(named(request, ids)).execute();
        const tags = await openTagDirectory(request.db, newsletter.key);
        const sent = emails.filter(({ status }) => status === 'sent').map(({ key }) => key);
        const analytics = await analyticsOf(request.db, sent);
        return emails.map(email => showEmail(email, { base_url, newsletter, tags, analytics }));
      },
    },
    automation: {
      schema: automationSchema,
      async show({ request, ids }) {
        const { key } = newsletterOf(request);
        const automations = await Promise.all(ids.map(id => findAutomation(request.db, key, id)));
        const tags = await openTagDirectory(request.db, key);
        return automations.flatMap(automation =>
          automation ? showAutomation(automation, tags, context) : [],
        );
      },
    },
  };
}

function named(request: FastifyRequest, ids: string[]) {
  return sql<boolean>`newsletter_key = ${newsletterOf(request).key} and id = any(${ids}::uuid[])`;
}
