import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Newsletter } from '../accounts/newsletter.ts';
import { findNewsletterByUsername } from '../accounts/queries.ts';
import { usernameParameter } from '../accounts/username.ts';
import { archiveAddress } from '../emails/email.ts';
import { homeAddress } from '../links/site.ts';
import { domainError, notFound } from '../platform/errors.ts';
import { sendMade } from '../platform/http/conditional.ts';
import type { App } from '../platform/http/server.ts';
import type { FileStore } from '../platform/storage/file-store.ts';
import { type ContentContext, titleOf } from './content.ts';
import { keepPages } from './kept.ts';
import { findPublished } from './queries.ts';
import { makeShare, type Shared, shareAddress, shareSize, shareVersion } from './share.ts';

type Context = ContentContext & { store: FileStore };
type Route = { Params: { username: string; slug?: string }; Querystring: Record<string, string | string[]> };

const kept_bytes = 8 * 1024 * 1024;
const hide = { schema: { hide: true } };

/** Serves what other sites need to show a link to a page: its picture, and its title (oEmbed 1.0, oembed.com). */
export function shareRoutes(app: App, context: Context): void {
  const kept = keepPages(kept_bytes);

  const sendPicture = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const { username, slug = '' } = request.params;
    const { newsletter, page } = await demandShared(context, username, slug);
    const picture = await kept.get(
      `${newsletter.id}/${page.slug}`,
      async () => shareVersion(newsletter, page),
      () => makeShare(context, newsletter, page),
    );
    if (!picture) throw notFound('page');
    // Other sites show the picture, which is its purpose.
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return sendMade(request, reply, picture);
  };
  app.get<Route>(`/${usernameParameter}/share.png`, hide, sendPicture);
  app.get<Route>(`/${usernameParameter}/archive/:slug/share.png`, hide, sendPicture);

  app.get<Route>(`/${usernameParameter}/oembed`, hide, async (request, reply) => {
    const { url, format = 'json' } = request.query;
    if (format !== 'json') return reply.code(501).send();
    const newsletter = await findNewsletterByUsername(context.db, request.params.username);
    const slug = newsletter && slugIn(context.base_url, newsletter, String(url));
    if (slug === undefined) throw notFound('page');
    const shared = await demandShared(context, request.params.username, slug);
    reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
    return cardOf(context, shared.newsletter, shared.page);
  });
}

type Found = { newsletter: Newsletter; page: Shared };

/** Throws `not_found` for a page that nobody may see. */
async function demandShared(context: Context, username: string, slug: string): Promise<Found> {
  const newsletter = await findNewsletterByUsername(context.db, username);
  if (newsletter && slug === '') return { newsletter, page: { slug, title: newsletter.name } };
  const email = newsletter && (await findPublished(context.db, newsletter, slug.normalize('NFC')));
  if (!email) throw domainError('not_found', 'requests.no_page');
  return { newsletter: newsletter!, page: { slug: email.slug, title: titleOf(context, newsletter!, email) } };
}

/** Returns the slug of the page at this address of the newsletter; empty for its home, undefined for other addresses. */
function slugIn(base_url: string, newsletter: Newsletter, address: string): string | undefined {
  const home = homeAddress(base_url, newsletter);
  if (!address.startsWith(home)) return undefined;
  const path = address.slice(home.length).replace(/[?#].*$/s, '');
  if (/^\/?$/.test(path)) return '';
  const [, slug] = /^\/archive\/([^/]+)\/?$/.exec(path) ?? [];
  try {
    return slug && decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}

function cardOf(context: Context, newsletter: Newsletter, page: Shared) {
  const home = homeAddress(context.base_url, newsletter);
  const picture = shareAddress(context, newsletter, page);
  return {
    version: '1.0',
    type: 'link',
    title: page.title,
    url: page.slug === '' ? home : archiveAddress(context.base_url, newsletter, page),
    author_name: newsletter.name,
    author_url: home,
    provider_name: newsletter.name,
    provider_url: home,
    cache_age: 3600,
    ...(picture !== '' && {
      thumbnail_url: picture,
      thumbnail_width: shareSize.width,
      thumbnail_height: shareSize.height,
    }),
  };
}
