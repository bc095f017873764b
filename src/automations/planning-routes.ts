import { z } from 'zod';
import { notFound } from '../platform/errors.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import { withPasswords } from './choose-feeds.ts';
import { automationCodes } from './definition/fields.ts';
import { demandAddress } from './definition/input.ts';
import { findAutomation } from './definition/queries.ts';
import { discoveredSchema, discoverFeeds, discovery } from './feeds/discover.ts';
import { type PreviewContext, previewAutomation } from './simulation/preview.ts';
import { automationPreview, previewSchema, showPreview } from './simulation/preview-schema.ts';

/** The variables that the subject and body of an automation can use, in addition to those of emails, with their meaning. */
const feedVariables = [
  ['item.title', sentence('variables.item_title')],
  ['item.url', sentence('variables.item_url')],
  ['item.publish_date', sentence('variables.item_publish_date')],
  ['item.description', sentence('variables.item_description')],
  ['item.content', sentence('variables.item_content')],
  ['item.author', sentence('variables.item_author')],
  ['item.image', sentence('variables.item_image')],
  ['item.categories', sentence('variables.item_categories')],
  ['item.enclosure.url', sentence('variables.item_enclosure_url')],
  ['item.enclosure.type', sentence('variables.item_enclosure_type')],
  ['item.enclosure.length', sentence('variables.item_enclosure_length')],
  ['item.feed.title', sentence('variables.item_feed_title')],
  ['item.feed.url', sentence('variables.item_feed_url')],
  ['items', sentence('variables.items', { example: '{% for item in items %} … {% endfor %}' })],
  ['feed.title', sentence('variables.feed_title')],
  ['feed.url', sentence('variables.feed_url')],
] as const;

const variablesSchema = z
  .object({
    variables: z.array(
      z.object({ name: z.string(), description: z.string(), description_sentence: sentenceSchema }),
    ),
  })
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

/** Adds the routes that help to plan an automation. Nothing here changes anything. */
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
