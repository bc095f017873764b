import { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { withPasswords } from './choose-feeds.ts';
import { automationCodes } from './definition/fields.ts';
import { demandAddress } from './definition/input.ts';
import { findAutomation } from './definition/queries.ts';
import { discoveredSchema, discoverFeeds, discovery } from './feeds/discover.ts';
import { type PreviewContext, previewAutomation } from './simulation/preview.ts';
import { automationPreview, previewSchema, showPreview } from './simulation/preview-schema.ts';

/** What the subject and body of an automation can name, in addition to what emails can, with what it says. */
const feedVariables = [
  ['item.title', 'The title of the newest post'],
  ['item.url', 'Its address'],
  ['item.publish_date', 'Its date'],
  ['item.description', 'Its summary'],
  ['item.content', 'Its full text'],
  ['item.author', 'Who wrote it'],
  ['item.image', 'The address of its picture'],
  ['item.categories', 'Its categories, as a list'],
  ['item.enclosure.url', 'The address of its file, such as an episode'],
  ['item.enclosure.type', 'The type of that file, such as audio/mpeg'],
  ['item.enclosure.length', 'Its size in bytes'],
  ['item.feed.title', 'The title of the feed that the post comes from'],
  ['item.feed.url', 'The website of that feed'],
  ['items', 'All posts of a digest, oldest first: {% for item in items %} … {% endfor %}'],
  ['feed.title', 'The title of the feed'],
  ['feed.url', 'The website of the feed'],
] as const;

const variablesSchema = z
  .object({ variables: z.array(z.object({ name: z.string(), description: z.string() })) })
  .meta({
    id: 'AutomationVariables',
    examples: [{ variables: [{ name: 'item.title', description: 'The title of the newest post' }] }],
  });

function showVariables(): z.input<typeof variablesSchema> {
  return { variables: feedVariables.map(([name, description]) => ({ name, description })) };
}

const api = operations('Automations', {
  preview: {
    summary: 'Preview an automation',
    description:
      "What these settings would do with the feed's current items, or would have done since a date. Nothing is created or sent.",
    access: { automations: 'read' },
    codes: automationCodes,
    body: automationPreview,
    answers: previewSchema,
    fails: [404, 409],
  },
  discover: {
    summary: 'Find the feeds of a site',
    description:
      'The feed at an address, the feeds that the page there links to, or those in the usual places of its site.',
    access: { automations: 'read' },
    codes: automationCodes,
    body: discovery,
    answers: discoveredSchema,
    fails: [409],
  },
  listVariables: {
    summary: 'List what templates of automations can name',
    description:
      'The Liquid variables that a feed fills in. Those about the reader are listed at `/v1/emails/variables`.',
    access: { automations: 'read' },
    answers: variablesSchema,
  },
});

/** The routes that help to plan an automation. Nothing here changes anything. */
export function planningRoutes(app: App, base: string, context: PreviewContext): void {
  app.post(
    `${base}/preview`,
    { ...api.preview, preValidation: demandAddress },
    async ({ db, newsletter, body }) => {
      const { since, automation_id, ...input } = body;
      const present = automation_id && (await findAutomation(db, newsletter.key, automation_id));
      if (automation_id && !present) throw notFound('automation');
      const addresses = present ? withPasswords(input.addresses, present) : input.addresses;
      const wanted = { ...input, addresses };
      return showPreview(await previewAutomation(db, context, newsletter, wanted, since?.(context.clock())));
    },
  );

  app.post(`${base}/discover`, api.discover, async ({ newsletter, body }) => ({
    feeds: await discoverFeeds(context, newsletter.key, body.url),
  }));

  app.get(`${base}/variables`, api.listVariables, async () => showVariables());
}
