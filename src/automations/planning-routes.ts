import { newsletterOf } from '../accounts/authenticate.ts';
import { notFound } from '../platform/errors.ts';
import { failures } from '../platform/http/errors.ts';
import type { App } from '../platform/http/server.ts';
import { automationCodes } from './automation.ts';
import { withPasswords } from './choose-feeds.ts';
import { discoveredSchema, discoverFeeds, discovery } from './discover.ts';
import { demandAddress } from './input.ts';
import { type PreviewContext, previewAutomation } from './preview.ts';
import { automationPreview, previewSchema, showPreview } from './preview-schema.ts';
import { findAutomation } from './queries.ts';
import { showVariables, variablesSchema } from './variables.ts';

const tags = ['Automations'];

/** What helps to plan an automation. Nothing here changes anything. */
export function planningRoutes(app: App, base: string, context: PreviewContext): void {
  app.post(
    `${base}/preview`,
    {
      config: { access: { automations: 'read' }, codes: automationCodes },
      preValidation: demandAddress,
      schema: {
        tags,
        summary: 'Preview an automation',
        description:
          "What these settings would make of the feed's current items, or would have made since a date. Nothing is created or sent.",
        body: automationPreview,
        response: { 200: previewSchema, ...failures(400, 401, 403, 404, 409) },
      },
    },
    async request => {
      const { since, automation_id, ...input } = request.body;
      const newsletter = newsletterOf(request);
      const present = automation_id && (await findAutomation(request.db, newsletter.key, automation_id));
      if (automation_id && !present) throw notFound('automation');
      const addresses = present ? withPasswords(input.addresses, present) : input.addresses;
      const wanted = { ...input, addresses };
      return showPreview(
        await previewAutomation(request.db, context, newsletter, wanted, since?.(context.clock())),
      );
    },
  );

  app.post(
    `${base}/discover`,
    {
      config: { access: { automations: 'read' }, codes: automationCodes },
      schema: {
        tags,
        summary: 'Find the feeds of a site',
        description:
          'The feed at an address, the feeds that the page there links to, or those in the usual places of its site.',
        body: discovery,
        response: { 200: discoveredSchema, ...failures(400, 401, 403, 409) },
      },
    },
    async request => ({
      feeds: await discoverFeeds(context, newsletterOf(request).key, request.body.url),
    }),
  );

  app.get(
    `${base}/variables`,
    {
      config: { access: { automations: 'read' } },
      schema: {
        tags,
        summary: 'List what templates of automations can name',
        description:
          'The Liquid variables that a feed fills in. What each reader gets is listed at `/v1/emails/variables`.',
        response: { 200: variablesSchema, ...failures(401, 403) },
      },
    },
    async () => showVariables(),
  );
}
