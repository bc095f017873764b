import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { showSubscriber, subscriberSchema } from '../audience/subscribers/subscriber.ts';
import { openTagDirectory } from '../audience/tags/resolve.ts';
import { automationSchema, showAutomation } from '../automations/definition/automation.ts';
import { findAutomation } from '../automations/definition/queries.ts';
import { analyticsOf } from '../delivery/ledger/analytics.ts';
import { emailSchema } from '../emails/schema.ts';
import { showEmails } from '../emails/show.ts';
import type { PushContext } from '../links/push.ts';
import type { Things } from '../platform/http/expand.ts';

/** Returns the kinds of objects that events refer to, each with a function that shows them in full next to their ids. */
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
        const tags = await openTagDirectory(request.db, request.newsletter.key);
        return subscribers.map(subscriber => showSubscriber(subscriber, tags));
      },
    },
    email: {
      schema: emailSchema,
      async show({ request, ids }) {
        const emails = await request.db.selectFrom('emails').selectAll().where(named(request, ids)).execute();
        return showEmails(request.db, { base_url, analyticsOf }, request.caller, emails);
      },
    },
    automation: {
      schema: automationSchema,
      async show({ request, ids }) {
        const { key } = request.newsletter;
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
  return sql<boolean>`newsletter_key = ${request.newsletter.key} and id = any(${ids}::uuid[])`;
}
