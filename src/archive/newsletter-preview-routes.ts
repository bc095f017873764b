import { z } from 'zod';
import { ownNewsletter } from '../accounts/authenticate.ts';
import { colorFields } from '../accounts/look/contrast.ts';
import { type LookField, lookFieldNames } from '../accounts/look/fields.ts';
import { newsletterUpdate } from '../accounts/newsletter.ts';
import { layoutChecks } from '../engines/rendering/own-layout.ts';
import { onlyChanges } from '../platform/changes.ts';
import { operations } from '../platform/http/operations.ts';
import type { App } from '../platform/http/server.ts';
import { sentenceSchema } from '../platform/sentences/schema.ts';
import { sentence } from '../platform/sentences/sentence.ts';
import {
  findLookFaults,
  type PreviewContext,
  previewNewsletter,
  previewParts,
} from './newsletter-preview.ts';

const previewBody = newsletterUpdate
  .pick({
    name: true,
    description: true,
    locale: true,
    formal_words: true,
    words: true,
    postal_address: true,
    double_opt_in: true,
    sign_up_text: true,
    premium_text: true,
    premium_url: true,
    confirmation_subject: true,
    confirmation_text: true,
    welcome_subject: true,
    welcome_body: true,
    gift_subject: true,
    gift_text: true,
    ending_subject: true,
    ending_text: true,
    ended_subject: true,
    ended_text: true,
    ...(Object.fromEntries(lookFieldNames.map(name => [name, true])) as Record<LookField, true>),
  })
  .extend({
    part: z
      .enum(previewParts, sentence('input.one_of', { values: previewParts.join(', ') }))
      .describe(
        'home: the page with the form; archive: the list of issues; embed: the form alone; issue: a sample issue as a page; mail: the same as a mail; confirmation, welcome, gift, ending (of a gift or trial) and ended: these mails',
      ),
  });

const api = operations('Newsletters', {
  preview: {
    summary: 'Preview the pages and mails of a newsletter',
    description:
      'Renders a page or a mail with the settings of this request in place of the newsletter’s own. Changes nothing.',
    access: { settings: 'read' },
    is_typed: true,
    params: z.object({ id: z.string() }),
    body: previewBody,
    answers: z.object({
      subject: z.string().describe('Only for a mail; empty for pages'),
      html: z.string(),
      text: z.string().describe('Only for a mail; empty for pages'),
      findings: z
        .array(
          z.object({
            field: z.enum([...colorFields, 'css', 'web_css', 'custom_email_template']),
            check: z.enum(layoutChecks).optional().describe('Only for a layout: what it was checked for'),
            line: z.int().nullable(),
            found: z.string(),
            found_sentence: sentenceSchema,
            remedy: z.string(),
            remedy_sentence: sentenceSchema,
          }),
        )
        .describe(
          'Which parts of the newsletter’s own CSS and layout are not used, and which of its colors readers do not see as they are set; why, and what to do. A mail whose own layout cannot be used has no html',
        ),
    }),
  },
});

/** Shows what settings would do before they are saved. */
export function newsletterPreviewRoutes(app: App, context: PreviewContext): void {
  app.post('/v1/newsletters/:id/preview', api.preview, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    const { part, ...settings } = request.body;
    const changes = onlyChanges(newsletter, settings);
    const changed = { ...newsletter, ...changes };
    return {
      ...(await previewNewsletter(request.db, context, changed, part)),
      findings: findLookFaults(context, changed),
    };
  });
}
