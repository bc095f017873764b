import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { sentence } from '../platform/sentences/sentence.ts';
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
import { deleteAutomation, updateAutomation } from './update.ts';

/** Fields that an event automation has and a feed automation does not. */
const theirs = ['trigger', 'actions', 'timing', 'should_evaluate_filter_after_delay'];

/**
 * In Buttondown's current API, this address is for event automations (a trigger, timing, actions). Throws
 * `request_invalid` for the body of one; otherwise it would become an automation without a feed.
 */
async function refuseEventAutomation({ body }: FastifyRequest): Promise<void> {
  if (typeof body !== 'object' || body === null || 'url' in body || 'urls' in body) return;
  const field = theirs.find(name => name in body);
  if (field === undefined) return;
  throw new DomainError('request_invalid', sentence('automations.no_events', { field }));
}

const params = z.object({ id: z.string() });

/** The resource under both its names. */
export function automationRoutes(app: App, context: AutomationRoutes): void {
  for (const base of ['/v1/automations', '/v1/external_feeds']) {
    resourceRoutes(app, base, context);
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

  app.post(base, { ...api.create, preValidation: [refuseEventAutomation, demandAddress] }, async request => {
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

  app.patch(`${base}/:id`, { ...api.update, preValidation: refuseEventAutomation }, async request => {
    const automation = await automationOf(request);
    const { behavior, status } = request.body;
    // A caller who may not send may stop an automation, but not change what it sends, to whom, or from which feed.
    if (behavior !== undefined || (status ?? automation.status) === 'active')
      demandSending(request, behavior ?? automation.behavior);
    const updated = await updateAutomation(
      request.db,
      context,
      request.newsletter,
      request.params.id,
      request.body,
      request.caller.by,
    );
    return (await show(request, [updated]))[0]!;
  });

  app.delete(`${base}/:id`, api.delete, async ({ db, newsletter, params }) => {
    await deleteAutomation(db, newsletter.key, params.id);
  });
}
