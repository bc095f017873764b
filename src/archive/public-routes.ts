import { z } from 'zod';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { archiveAddress } from '../emails/email.ts';
import type { Theme } from '../engines/rendering/theme.ts';
import type { Database } from '../platform/database/connect.ts';
import { found } from '../platform/errors.ts';
import { timestamp } from '../platform/http/fields.ts';
import { operations } from '../platform/http/operations.ts';
import { listOf, sendPage } from '../platform/http/pages.ts';
import { pageParameters, textParameter } from '../platform/http/query.ts';
import type { App } from '../platform/http/server.ts';
import { isBlank, lineOf } from '../platform/http/words.ts';
import { titleOf } from './content.ts';
import { countPublished, listPublished, listSearchConfigs, searchPublished } from './queries.ts';

const publicEmail = z
  .object({
    id: z.string(),
    creation_date: timestamp.describe('When it was published'),
    subject: z.string(),
    slug: z.string(),
    publish_date: timestamp,
    description: z.string(),
    absolute_url: z.string(),
  })
  .meta({
    id: 'PublicEmail',
    examples: [
      {
        id: '019a2c5e-7b1d-7c43-9f0a-2e6d1b8c4f55',
        creation_date: '2026-11-20T09:00:00.000Z',
        subject: 'What the sea leaves on a Tuesday',
        slug: 'what-the-sea-leaves-on-a-tuesday',
        publish_date: '2026-11-20T09:00:00.000Z',
        description: '',
        absolute_url: 'https://news.example.org/low-water/archive/what-the-sea-leaves-on-a-tuesday',
      },
    ],
  });

const api = operations('Emails', {
  list: {
    summary: 'List the published emails of a newsletter',
    description: 'What its archive shows, newest first, or what contains these words. Needs no key.',
    access: 'public',
    security: [],
    params: z.object({ username: z.string() }),
    query: z.object({ ...pageParameters, q: textParameter.describe('Words to search for') }),
    answers: listOf(publicEmail),
    fails: [404],
  },
});

/** Adds the routes of the archive for programs: the same emails, for anybody. */
export function publicRoutes(app: App, context: { db: Database; theme: Theme; base_url: string }): void {
  const { db } = context;
  app.get('/v1/public/emails/:username', api.list, async ({ params, query }, reply) => {
    const newsletter = found(await findNewsletterByUsername(db, params.username), 'newsletter');
    const { page, page_size } = query;
    const range = { limit: page_size, offset: (page - 1) * page_size };
    const words = lineOf(query.q, 100);
    const listed = isBlank(words) ? await all() : await matching();
    return sendPage(reply, listed, email => {
      const { id, slug, description, published_date } = email;
      return {
        id,
        creation_date: published_date,
        subject: titleOf(context, newsletter, email),
        slug,
        publish_date: published_date,
        description,
        absolute_url: archiveAddress(context.base_url, newsletter, email),
      };
    });

    async function all() {
      return {
        results: await listPublished(db, newsletter, range),
        count: await countPublished(db, newsletter),
      };
    }

    async function matching() {
      const configs = await listSearchConfigs(db, newsletter.username);
      const results =
        configs.length === 0 ? [] : await searchPublished(db, newsletter, configs, { words, ...range });
      return { results, count: results[0]?.found ?? 0 };
    }
  });
}
