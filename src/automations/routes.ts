import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { domainError } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters, params } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import type { PublishContext } from '../sequences/publish.ts';
import { bothKindsRoutes, kindOfBody } from './both-kinds.ts';
import { changeFeed } from './change-feed.ts';
import { createAutomation } from './create.ts';
import { type Automation, automationSchema } from './definition/automation.ts';
import { automationCodes } from './definition/fields.ts';
import { automationCreate, automationUpdate, demandAddress } from './definition/input.ts';
import { listAutomations } from './definition/queries.ts';
import { demandSending } from './demand-sending.ts';
import { itemRoutes } from './item-routes.ts';
import { planningRoutes } from './planning-routes.ts';
import { pushRoutes } from './push-routes.ts';
import { automationOf, showAutomations } from './request.ts';
import { type AutomationRoutes, runRoutes } from './run-routes.ts';
import { deleteAutomation } from './update.ts';

/** Throws `request_invalid` for a body that would make a sequence, because it has no feed. */
async function refuseSequence({ body }: FastifyRequest): Promise<void> {
  if (kindOfBody(body) === 'feed') return;
  throw domainError('request_invalid', 'automations.no_events', { field: 'trigger' });
}

/** Automations of feeds under both names of the resource, and sequences. */
export function automationRoutes(app: App, context: AutomationRoutes & PublishContext): void {
  resourceRoutes(app, '/v1/external_feeds', context);
  bothKindsRoutes(app, context);
  for (const base of ['/v1/automations', '/v1/external_feeds']) {
    runRoutes(app, base, context);
    planningRoutes(app, base, context);
    itemRoutes(app, base, context);
  }
  pushRoutes(app, context);
}

const api = operations('Automations', {
  list: {
    summary: 'List automations',
    access: { automations: 'read' },
    query: z.object(pageParameters),
    answers: listOf(automationSchema),
  },
  create: {
    summary: 'Create an automation',
    description:
      'Its feeds are fetched immediately. Their current items are not mailed, unless `skip_old_items` is false; later items are.',
    access: { automations: 'write' },
    codes: automationCodes,
    body: automationCreate,
    answers: { 201: automationSchema },
    fails: [409],
  },
  retrieve: {
    summary: 'Retrieve an automation',
    access: { automations: 'read' },
    params,
    answers: automationSchema,
  },
  update: {
    summary: 'Update an automation',
    access: { automations: 'write' },
    codes: automationCodes,
    params,
    body: automationUpdate,
    answers: automationSchema,
  },
  delete: {
    summary: 'Delete an automation',
    description: 'Emails it has created are kept.',
    access: { automations: 'write' },
    params,
  },
});

function resourceRoutes(app: App, base: string, context: AutomationRoutes): void {
  const show = (request: FastifyRequest, automations: Automation[]) =>
    showAutomations(request, context, automations);

  app.get(base, api.list, async (request, reply) => {
    const { results, count } = await listAutomations(request.db, request.newsletter.key, request.query);
    return sendPage(reply, { results: await show(request, results), count });
  });

  app.post(base, { ...api.create, preValidation: [refuseSequence, demandAddress] }, async request => {
    demandSending(request, request.body.behavior);
    const { newsletter, by } = request.caller;
    const automation = await createAutomation(request.db, context, newsletter, request.body, by);
    return (await show(request, [automation]))[0]!;
  });

  app.get(
    `${base}/:id`,
    api.retrieve,
    async request => (await show(request, [await automationOf(request)]))[0]!,
  );

  app.patch(`${base}/:id`, { ...api.update, preValidation: refuseSequence }, async request => {
    const updated = await changeFeed(request, context, request.params.id, request.body);
    return (await show(request, [updated]))[0]!;
  });

  app.delete(`${base}/:id`, api.delete, async ({ db, newsletter, params }) => {
    await deleteAutomation(db, newsletter.key, params.id);
  });
}
