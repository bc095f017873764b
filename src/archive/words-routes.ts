import { z } from 'zod';
import { ownNewsletter } from '../accounts/authenticate.ts';
import { operations } from '../platform/http/operations.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import type { App } from '../platform/http/server.ts';
import { listTexts } from '../platform/languages/own-words.ts';
import { languageTag } from '../platform/languages/tag.ts';

const api = operations('Newsletters', {
  listWords: {
    summary: 'List what pages and mails say',
    description:
      'Every text in one language, with the newsletter’s own in place of the usual one. `words` of the newsletter sets them.',
    access: { settings: 'read' },
    params: z.object({ id: z.string() }),
    query: z.object({
      language: languageTag
        .optional()
        .describe('Any BCP 47 tag; the default is the language of the newsletter'),
    }),
    answers: z.object({
      language: z.string().describe('The nearest language for which there are texts'),
      languages: z
        .array(z.object({ tag: z.string(), name: z.string() }))
        .describe('All languages for which there are texts'),
      texts: z.array(
        z.object({
          key: z.string(),
          usual: z.string().describe('In ICU MessageFormat'),
          own: z.string().describe('The newsletter’s own text; empty: the usual one'),
        }),
      ),
    }),
  },
});

/** Adds the routes for the texts that a newsletter can replace with its own words. */
export function wordsRoutes(app: App, { pages }: { pages: Pages }): void {
  app.get('/v1/newsletters/:id/words', api.listWords, async request => {
    const newsletter = ownNewsletter(request, request.params.id);
    return listTexts(pages.catalogue, newsletter, request.query.language ?? newsletter.locale);
  });
}
