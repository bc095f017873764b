import type { FastifyReply } from 'fastify';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { archiveAddress } from '../emails/email.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Pages } from '../platform/http/public-pages.ts';
import type { App } from '../platform/http/server.ts';
import type { Theme } from '../rendering/theme.ts';
import { renderArchivePage } from './page.ts';
import { findPresentSlug, findPublished } from './queries.ts';

type ArchiveRoutes = { db: Database; theme: Theme; pages: Pages; base_url: string };

/** The public page of an email, at its absolute_url. What nobody may see is not found, whatever the reason. */
export function archiveRoutes(app: App, { db, theme, pages, base_url }: ArchiveRoutes): void {
  app.get('/:username/archive/:slug', { schema: { hide: true } }, async (request, reply) => {
    const { username, slug } = request.params as { username: string; slug: string };
    const newsletter = await findNewsletterByUsername(db, username);
    if (!newsletter) return notThere(reply);
    const email = await findPublished(db, newsletter, slug);
    if (email) return sendEmailPage(reply, await renderArchivePage(db, theme, base_url, newsletter, email));
    const present = await findPresentSlug(db, newsletter, slug);
    if (present === undefined) return notThere(reply);
    return reply.redirect(archiveAddress(base_url, newsletter, { slug: present }), 301);
  });

  function notThere(reply: FastifyReply) {
    return pages.send(reply, 404, 'not-found', {});
  }
}

function sendEmailPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; img-src 'self' https: http: data:; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'Cache-Control': 'public, max-age=60',
    })
    .serializer(String)
    .send(html);
}
