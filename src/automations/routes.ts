import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf, newsletterOf } from '../accounts/authenticate.ts';
import { failures } from '../platform/http/errors.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { type Automation, automationCodes, automationSchema } from './automation.ts';
import { createAutomation } from './create.ts';
import { demandSending } from './demand-sending.ts';
import { refuseEventAutomation } from './event-automation.ts';
import { automationCreate, automationUpdate, demandAddress } from './input.ts';
import { itemRoutes } from './item-routes.ts';
import { planningRoutes } from './planning-routes.ts';
import { pushRoutes } from './push-routes.ts';
import { listAutomations } from './queries.ts';
import { automationOf, showAutomations } from './request.ts';
import { type AutomationRoutes, runRoutes } from './run-routes.ts';
import { deleteAutomation, updateAutomation } from './update.ts';

const tags = ['Automations'];
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

function resourceRoutes(app: App, base: string, context: AutomationRoutes): void {
  const { base_url } = context;
  const show = (request: FastifyRequest, automations: Automation[]) =>
    showAutomations(request, context, automations);

  app.get(
    base,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'List automations',
        querystring: z.object(pageParameters),
        response: { 200: listOf(automationSchema), ...failures(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const { results, count } = await listAutomations(request.db, newsletterOf(request).key, request.query);
      return sendPage(request, reply, base_url, request.query, {
        results: await show(request, results),
        count,
      });
    },
  );

  app.post(
    base,
    {
      config: { access: { automations: 'write' }, codes: automationCodes },
      preValidation: [refuseEventAutomation, demandAddress],
      schema: {
        tags,
        summary: 'Create an automation',
        description:
          'Its feeds are fetched immediately. Their current items are not mailed, unless `skip_old_items` is false; later items are.',
        body: automationCreate,
        response: { 201: automationSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      demandSending(request, request.body.behavior);
      const { newsletter, by } = callerOf(request);
      const automation = await createAutomation(request.db, context, newsletter, request.body, by);
      reply.code(201);
      return (await show(request, [automation]))[0]!;
    },
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'Retrieve an automation',
        params,
        response: { 200: automationSchema, ...failures(401, 403, 404) },
      },
    },
    async request => (await show(request, [await automationOf(request)]))[0]!,
  );

  app.patch(
    `${base}/:id`,
    {
      config: { access: { automations: 'write' }, codes: automationCodes },
      preValidation: refuseEventAutomation,
      schema: {
        tags,
        summary: 'Update an automation',
        params,
        body: automationUpdate,
        response: { 200: automationSchema, ...failures(400, 401, 403, 404) },
      },
    },
    async request => {
      const automation = await automationOf(request);
      const { behavior, status } = request.body;
      // A caller who may not send may stop an automation, but not change what it sends, to whom, or from which feed.
      if (behavior !== undefined || (status ?? automation.status) === 'active')
        demandSending(request, behavior ?? automation.behavior);
      const updated = await updateAutomation(
        request.db,
        context,
        newsletterOf(request),
        request.params.id,
        request.body,
        callerOf(request).by,
      );
      return (await show(request, [updated]))[0]!;
    },
  );

  app.delete(
    `${base}/:id`,
    {
      config: { access: { automations: 'write' } },
      schema: {
        tags,
        summary: 'Delete an automation',
        description: 'Emails it has created are kept.',
        params,
        response: { 204: z.void(), ...failures(401, 403, 404) },
      },
    },
    async (request, reply) => {
      await deleteAutomation(request.db, newsletterOf(request).key, request.params.id);
      reply.code(204);
    },
  );
}
